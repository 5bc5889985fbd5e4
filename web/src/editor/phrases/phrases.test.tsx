import type { WorkPhrase } from '@dictara/contract/note-phrases'
import type { Section } from '@dictara/contract/notes'
import { blanksOf } from '@dictara/dictation/note-text'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { NoteEditor, type NoteEditorProps } from '../note-editor.tsx'
import type { NoteHandle } from '../note-session.ts'
import { inForcedColours } from '../testing/forced-colours.ts'
import { mount, until } from '../testing/mount.tsx'
import { pressKeys, settled } from '../testing/real-keys.ts'
import type { Insertion } from './insertions.ts'
import { createPhraseBook } from './phrase-book.ts'
import { expectNoViolationsInBothLooks } from '../../testing/accessible.ts'

const phrase = (key: string, text: string, more: Partial<WorkPhrase> = {}): WorkPhrase => ({
  id: `id-of-${key.replaceAll(' ', '-')}`,
  key,
  phrase: text,
  dynamic: false,
  headings: null,
  ...more,
})
const phrases = [
  phrase('normal chest', 'Lungs <b>clear</b>.\nNo wheeze.'),
  phrase('chest', 'Chest wall is stable.'),
  phrase('age', 'A {{Age}} year old, room {{Room/Bed}}.', { dynamic: true }),
  phrase('rx', 'Take with food.', { headings: ['PLAN'] }),
  phrase('Öl', 'Fish oil daily.'),
]
const book = createPhraseBook(phrases, { Age: '59', 'Room/Bed': null })

const section = (id: string, heading: string, ...values: string[]): Section => ({
  id,
  version: 1,
  heading: { customUIHeading: heading, systemHeading: 'NONE' },
  content: values.map((value) => ({ value, type: 'Text', newParagraph: true, count: 0 })),
})

const open = async (props: Partial<NoteEditorProps> = {}) => {
  const told: Insertion[] = []
  const handle: { current: NoteHandle | null } = { current: null }
  const editorWith = (more: Partial<NoteEditorProps>) => (
    <NoteEditor
      sections={[section('a', 'HISTORY', ''), section('b', 'PLAN', '')]}
      systemHeadings={[]}
      editable
      phrases={book}
      onInsertion={(insertion) => told.push(insertion)}
      soundAt={() => ({ seconds: 7.5, isPlaying: true })}
      {...more}
      ref={handle}
    />
  )
  const { host, render, close } = mount(editorWith(props))
  await until(() => expect(handle.current).not.toBeNull())
  const editor = handle.current as NoteHandle
  const root = host.querySelector('[role=textbox]') as HTMLElement
  root.focus()
  await settled()
  const values = () => editor.currentSections().map(({ content }) => content.map(({ value }) => value))
  const options = () =>
    [...host.querySelectorAll('[role=option]')].map((row) => row.querySelector('strong')!.textContent)
  return {
    host,
    root,
    editor,
    told,
    close,
    /** Renders the editor again, with other phrases or another permission to edit. */
    again: (more: Partial<NoteEditorProps>) => render(editorWith(more)),
    values,
    history: () => values()[0],
    options,
    list: () => host.querySelector('[role=listbox]'),
    chosen: () => document.getElementById(root.getAttribute('aria-activedescendant') ?? '')?.textContent,
    status: () => host.querySelector('.dictara-phrases-told')?.textContent,
  }
}
const type = (text: string) => userEvent.keyboard(text)

test('a slash at the beginning of a word opens the author’s phrases at the caret; arrows select one and Enter inserts it', async () => {
  const { history, options, list, chosen, root, status, host } = await open()
  await type('Seen. /')
  expect(options()).toEqual(['age', 'chest', 'normal chest', 'Öl'])
  expect(root.getAttribute('aria-controls')).toBe(list()!.id)
  expect(status()).toBe('4 phrases · 1 phrase under other headings only')
  await expectNoViolationsInBothLooks(host)
  await type('chest')
  expect(options()).toEqual(['chest', 'normal chest'])
  await type('{ArrowDown}')
  expect(chosen()).toContain('normal chest')
  expect(host.querySelector('.dictara-phrase-preview')!.textContent).toBe('Lungs clear. No wheeze.')
  await type('{Enter} Then')
  expect(list()).toBeNull()
  expect(root.hasAttribute('aria-activedescendant')).toBe(false)
  expect(history()).toEqual(['Seen. Lungs <b>clear</b>.', 'No wheeze. Then'])
})

test('text typed after the slash is also searched in the phrases’ texts, ignoring accents and case', async () => {
  const { options } = await open()
  await type('/WHEEZE')
  expect(options()).toEqual(['normal chest'])
  await type('{Backspace}{Backspace}{Backspace}{Backspace}{Backspace}{Backspace}ol da')
  expect(options()).toEqual(['Öl'])
})

test('Escape keeps the typed text, and a slash within a word, between numbers or alone stays a slash', async () => {
  const { history, list } = await open()
  await type('/che{Escape}')
  expect(list()).toBeNull()
  await type(' 120/80 1/2 and/or https://a a / b /zzz is{Enter}x')
  expect(history()).toEqual(['/che 120/80 1/2 and/or https://a a / b /zzz is', 'x'])
  await type('{Enter}on/chest{Tab}{Enter}/chest{Escape}{Tab}')
  expect(history()!.slice(2)).toEqual(['on/Chest wall is stable.', 'Chest wall is stable.'])
  expect(list()).toBeNull()
})

test('a number after a slash starts no search, and Enter makes a new line, unless a key has a word that begins with it', async () => {
  const many = [...phrases, phrase('bp', 'Was 80 mg.'), phrase('week 2', 'Seen again.')]
  const { history, list, options } = await open({ phrases: createPhraseBook(many, {}) })
  await type('120 /80')
  expect(list()).toBeNull()
  await type('{Enter}/2')
  expect(options()).toEqual(['week 2'])
  await type('4{Enter}')
  expect(history()).toEqual(['120 /80', '/24', ''])
})

test('the list closes when the note is handed over, and keeps its choice when the phrases are loaded again', async () => {
  const book2 = createPhraseBook([phrase('a new one', 'Before all others.'), ...phrases], {})
  const more = { phrases: book, editable: true }
  const { list, chosen, again } = await open(more)
  await type('/{ArrowDown}')
  expect(chosen()).toContain('chest')
  again({ ...more, phrases: book2 })
  await until(() => expect(list()!.textContent).toContain('a new one'))
  expect(chosen()).toContain('Chest wall is stable.')
  again({ ...more, editable: false })
  await until(() => expect(list()).toBeNull())
})

test('the desk’s key opens the list without a slash, and the list closes when the caret leaves', async () => {
  const { list, history, options } = await open()
  await type('Oh, {Control>}{Shift>}k{/Shift}{/Control}')
  expect(options()).toHaveLength(4)
  await type('wall{Tab}')
  expect(history()).toEqual(['Oh, Chest wall is stable.'])
  expect(list()).toBeNull()
  await type('{Control>}{Shift>}k{/Shift}{/Control}')
  expect(list()).not.toBeNull()
  await type('{ArrowLeft}')
  expect(list()).toBeNull()
})

test('a key and Tab insert its phrase: the longest key that ends at the caret, also of several words, ignoring case and spaces', async () => {
  const { history, told, root } = await open()
  await type('Exam: Normal  CHEST{Tab}')
  expect(history()).toEqual(['Exam: Lungs <b>clear</b>.', 'No wheeze.'])
  expect(told).toMatchObject([{ phraseId: 'id-of-normal-chest', letters: 22, undone: false }])
  await type('{Enter}abnormal chest{Tab}')
  expect(history()!.at(-1)).toBe('abnormal Chest wall is stable.')
  expect(document.activeElement).toBe(root)
})

test('a key and Tab before the phrases are loaded insert its phrase once they are, if the caret has not moved', async () => {
  const first = await open({ phrases: null })
  await type('chest{Tab}')
  expect(document.activeElement).toBe(first.root)
  expect(first.history()).toEqual(['chest'])
  first.again({ phrases: book })
  await until(() => expect(first.history()).toEqual(['Chest wall is stable.']))
  first.close()

  const { again, history, root } = await open({ phrases: null })
  await type('chest{Tab} pain')
  again({ phrases: book })
  await settled()
  expect(history()).toEqual(['chest pain'])
  expect(document.activeElement).toBe(root)
})

test('Tab keeps its usual effect without a key at the caret, within a word, in a heading and in a read-only note', async () => {
  const { root, history, close } = await open()
  const isLeft = async () => {
    await type('{Tab}')
    const left = !root.matches(':focus')
    root.focus()
    return left
  }
  await type('orchest')
  expect(await isLeft()).toBe(true)
  await type(' chest ')
  expect(await isLeft()).toBe(true)
  await type('{Backspace}{ArrowLeft}')
  expect(await isLeft()).toBe(true)
  expect(history()).toEqual(['orchest chest'])
  close()
  const read = await open({ editable: false })
  await type('{Control>}{Shift>}k{/Shift}{/Control}')
  expect(read.list()).toBeNull()
})

test('a phrase takes its fields from patient and encounter, and an unknown field becomes a selected blank that asks for it [Q075]', async () => {
  const { history, editor, host } = await open()
  await type('age{Tab}')
  expect(history()![0]).toMatch(
    /^A 59 year old, room <blank id="[0-9a-f-]{36}" second="7.5" question="Room\/Bed"\/>\.$/,
  )
  expect(getSelection()!.toString()).toBe('____')
  expect(host.querySelector('form')!.textContent).toContain('Room/Bed')
  expect(blanksOf(editor.currentSections())).toHaveLength(1)
  await type('12')
  expect(history()).toEqual(['A 59 year old, room 12.'])
})

test('the list opens in no heading, neither by key nor from elsewhere on the page, and the reason is shown', async () => {
  const refused: string[] = []
  const { list, editor, root } = await open({ onRefused: (why) => refused.push(why) })
  await type('{ArrowUp}{End} /')
  expect(list()).toBeNull()
  await type('{Control>}{Shift>}k{/Shift}{/Control}')
  root.blur()
  editor.askForPhrase()
  expect(list()).toBeNull()
  expect(refused).toEqual(Array.from({ length: 2 }, () => 'A phrase belongs in the text below a heading.'))
})

test('a phrase limited to headings is inserted only under them', async () => {
  const { values, options, editor } = await open()
  await type('rx{Tab}')
  editor.focus()
  await type('{Alt>}{PageDown}{/Alt}RX{Tab} /food')
  expect(options()).toEqual(['rx'])
  expect(values()).toEqual([['rx'], ['Take with food. /food']])
})

test('one undo removes the whole phrase, keeps text typed before and after it, and is reported, like its redo', async () => {
  const { history, told } = await open()
  await pressKeys(...'so chest')
  await settled()
  await pressKeys('Tab')
  await settled()
  await pressKeys(...' ok')
  await settled()
  const undo = () => type('{Control>}z{/Control}')
  await undo()
  expect(history()).toEqual(['so Chest wall is stable.'])
  await undo()
  expect(history()).toEqual(['so chest'])
  expect(told.map(({ undone }) => undone)).toEqual([false, true])
  await type('{Control>}y{/Control}')
  expect(history()).toEqual(['so Chest wall is stable.'])
  expect(told.map(({ undone }) => undone)).toEqual([false, true, false])
  expect(new Set(told.map(({ id }) => id)).size).toBe(1)
})

test('of 2,000 phrases only the visible ones are rendered, and keys reach all of them', async () => {
  const many = Array.from({ length: 2000 }, (_, at) => phrase(`key ${String(at).padStart(4, '0')}`, `Phrase ${at}.`))
  const { options, chosen, status } = await open({ phrases: createPhraseBook(many, {}) })
  await type('/')
  expect(status()).toBe('2000 phrases')
  expect(options().length).toBeLessThan(20)
  await type('{ArrowUp}')
  expect(chosen()).toContain('key 1999')
  await type('{PageUp}')
  expect(chosen()).toContain('key 1992')
  await type('0007')
  expect(options()).toEqual(['key 0007'])
})

test('the chosen phrase is distinguishable in forced colours', async () => {
  const { host } = await open()
  await inForcedColours(async () => {
    await type('/')
    const [first, second] = [...host.querySelectorAll('[role=option]')].map(
      (row) => getComputedStyle(row).backgroundColor,
    )
    expect(first).not.toBe(second)
  })
})

test('the list stays beside its place when the layout of the text changes', async () => {
  await page.viewport(1280, 800)
  const { host, root } = await open()
  await type('word /')
  const list = host.querySelector('.dictara-phrase-list')!
  const leftOf = (element: Element) => element.getBoundingClientRect().left
  const [at, inText] = [leftOf(list), leftOf(list) - leftOf(root)]
  Object.assign(root.style, { inlineSize: '20rem', marginInlineStart: '5rem' })
  await until(() => expect(leftOf(list)).not.toBe(at))
  expect(leftOf(list) - leftOf(root)).toBeCloseTo(inText)
})
