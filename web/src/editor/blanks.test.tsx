import type { Section } from '@dictara/contract/notes'
import { blanksOf, hasWholeBlanks, readText } from '@dictara/dictation/note-text'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { NoteEditor, type NoteEditorProps } from './note-editor.tsx'
import type { NoteFacts } from './note-facts.ts'
import type { NoteHandle } from './note-session.ts'
import { mount, until } from './testing/mount.tsx'
import { pressKeys, randomOf, settled } from './testing/real-keys.ts'
import { expectNoViolationsInBothLooks } from '../testing/accessible.ts'

const [first, second] = ['3f0c9c52-6d0e-4f0a-9b57-0d2f5a1c9e11', '3f0c9c52-6d0e-4f0a-9b57-0d2f5a1c9e12']
const tag = (id: string, at: number, question = '') =>
  `<blank id="${id}" second="${at}"${question && ` question="${question}"`}/>`
const section = (id: string, heading: string, ...values: string[]): Section => ({
  id,
  version: 1,
  heading: { customUIHeading: heading, systemHeading: 'NONE' },
  content: values.map((value) => ({ value, type: 'Text', newParagraph: true, count: 0 })),
})
const note = [
  section('a', 'HISTORY', `Takes ${tag(first!, 4.2, 'Dose?')} mg.`, 'No fever.'),
  section('b', 'PLAN', `Start <b>${tag(second!, 9)} daily</b>.`),
]
const words = 'takes aspirin mg no fever start it daily'
  .split(' ')
  .map((word, index) => ({ word, start: index, end: index + 0.8, confidence: 0.9 }))

const open = async (props: Partial<NoteEditorProps> = {}) => {
  const onHear = vi.fn()
  const facts: NoteFacts[] = []
  const handle: { current: NoteHandle | null } = { current: null }
  const { host } = mount(
    <NoteEditor
      sections={note}
      systemHeadings={[]}
      editable
      words={words}
      onHear={onHear}
      onFacts={(told) => facts.push(told)}
      {...props}
      ref={handle}
    />,
  )
  await until(() => expect(handle.current).not.toBeNull())
  const editor = handle.current as NoteHandle
  const root = host.querySelector('[role=textbox]') as HTMLElement
  root.focus()
  await settled()
  return {
    host,
    root,
    editor,
    onHear,
    facts,
    values: () => editor.currentSections().map(({ content }) => content.map(({ value }) => value)),
    blanks: () => blanksOf(editor.currentSections()),
    field: () => host.querySelector('form'),
  }
}
/** Puts the caret into the text of a paragraph at a character offset, or selects the text from there to `to`. */
const caretAt = async (root: HTMLElement, paragraph: number, offset: number, to = offset) => {
  const place = (at: number) => {
    const nodes = document.createTreeWalker(root.querySelectorAll('p')[paragraph]!, NodeFilter.SHOW_TEXT)
    for (let rest = at, node = nodes.nextNode() as Text; ; rest -= node.length, node = nodes.nextNode() as Text)
      if (rest <= node.length) return [node, rest] as const
  }
  getSelection()?.setBaseAndExtent(...place(offset), ...place(to))
  await settled()
}

test('F3 inserts a blank at the caret, with the second of the playing sound or else of the nearby word [Q202]', async () => {
  let sound = { seconds: 17.456, isPlaying: true }
  const { root, values, blanks } = await open({ soundAt: () => sound })
  await caretAt(root, 1, 9)
  await userEvent.keyboard('{F3}x')
  expect(values()[0]?.[1]).toMatch(/^No fever\.<blank id="[0-9a-f-]{36}" second="17.46"\/>x$/)
  sound = { seconds: 17.4, isPlaying: false }
  await caretAt(root, 1, 3, 8)
  await userEvent.keyboard('{F3}')
  expect(blanks()[1]).toMatchObject({ second: 4, before: 'No ', after: '.____x' })
  await userEvent.keyboard('{Control>}z{/Control}')
  expect(values()[0]?.[1]).toMatch(/^No fever\./)
  await userEvent.keyboard('{Control>}{Home}{/Control}{F3}')
  expect(blanks()).toHaveLength(3)
})

test('F2 and Shift+F2 move between blanks; each is selected, played from a second before it, and shows its question [Q202]', async () => {
  const { host, onHear, field, facts } = await open({ atBlanks: 'answer' })
  await until(() => expect(facts.at(-1)?.blanks).toBe(2))
  const walked: unknown[] = []
  for (const key of ['{F2}', '{F2}', '{F2}', '{Shift>}{F2}{/Shift}']) {
    await userEvent.keyboard(key)
    await until(() => expect(field()).not.toBeNull())
    walked.push([String(getSelection()), field()?.ariaLabel, field()?.querySelector('span')?.textContent])
  }
  const [one, other] = [
    ['____', 'Blank at 0:04', 'Blank at 0:04 · Dose?'],
    ['____', 'Blank at 0:09', 'Blank at 0:09'],
  ]
  expect(walked).toEqual([one, other, one, other])
  expect(onHear.mock.calls.map(([seconds]) => seconds)).toEqual([3.2, 8, 3.2, 8])
  await expectNoViolationsInBothLooks(host)
  await userEvent.keyboard('{ArrowRight}')
  await until(() => expect(field()).toBeNull())
})

test('an answer replaces the blank and takes its formats in one undo step, and keys enter and leave the answer field [Q202]', async () => {
  const { root, values, blanks, field } = await open({ atBlanks: 'answer' })
  await userEvent.keyboard('{F2}{F2}{Enter}')
  await until(() => expect(document.activeElement).toBe(field()?.querySelector('input')))
  await userEvent.keyboard('{Escape}')
  expect(document.activeElement).toBe(root)
  await userEvent.keyboard('{Enter}clopidogrel < 75{Enter}')
  await until(() => expect(field()).toBeNull())
  expect(document.activeElement).toBe(root)
  expect(values()[1]).toEqual(['Start <b>clopidogrel &lt; 75 daily</b>.'])
  await userEvent.keyboard('!')
  expect(values()[1]).toEqual(['Start <b>clopidogrel &lt; 75! daily</b>.'])
  await userEvent.keyboard('{Control>}zz{/Control}')
  expect(values()).toEqual(note.map(({ content }) => content.map(({ value }) => value)))
  expect(blanks()).toHaveLength(2)
})

test('a typist can attach a question to a blank and change it [Q202]', async () => {
  const { values, field } = await open({ atBlanks: 'ask' })
  await userEvent.keyboard('{F2}{F2}{Enter}')
  await until(() => expect(document.activeElement).toBe(field()?.querySelector('input')))
  await userEvent.keyboard('Which "drug"?{Enter}')
  expect(values()[1]).toEqual([`Start <b>${tag(second!, 9, 'Which &quot;drug&quot;?')} daily</b>.`])
  await until(() => expect(field()?.querySelector('input')?.value).toBe('Which "drug"?'))
  await userEvent.keyboard('{Control>}z{/Control}')
  expect(values()[1]).toEqual(note[1]!.content.map(({ value }) => value))
})

test('the question of a blank is shown below it and within the note, even when the page gets narrower', async () => {
  await page.viewport(1024, 768)
  onTestFinished(() => page.viewport(1280, 800))
  const { host, field } = await open({ atBlanks: 'ask' })
  await userEvent.keyboard('{F2}{F2}')
  await until(() => expect(field()).not.toBeNull())
  for (const width of [320, 768]) {
    await page.viewport(width, 768)
    await until(() => {
      const [note, asked] = [host.firstElementChild!.getBoundingClientRect(), field()!.getBoundingClientRect()]
      expect(asked.right).toBeLessThanOrEqual(note.right)
      expect(asked.top).toBeGreaterThanOrEqual(getSelection()!.getRangeAt(0).getBoundingClientRect().bottom - 1)
    })
  }
})

test('typing over, cutting or joining a blank with a heading removes all of it, and one undo restores it [Q202]', async () => {
  const { root, values } = await open()
  const before = values()
  for (const [keys, offset, after] of [
    ['x', 8, 'Takes x mg.'],
    ['{Backspace}', 10, 'Takes  mg.'],
    ['{Delete}', 6, 'Takes  mg.'],
    ['{Shift>}{ArrowLeft}{ArrowLeft}{/Shift}81', 10, 'Takes 81 mg.'],
  ] as const) {
    await caretAt(root, 0, offset)
    await userEvent.keyboard(keys)
    await settled()
    expect(values()[0]?.[0]).toBe(after)
    await userEvent.keyboard('{Control>}z{/Control}')
    await settled()
    expect(values()).toEqual(before)
  }
  for (const [from, to] of [
    [7, 14],
    [14, 7],
  ] as const) {
    await caretAt(root, 0, from, to)
    await pressKeys('Q')
    await settled()
    expect(values()[0]?.[0]).toBe('Takes Q')
    await pressKeys('Ctrl+Z')
    await settled()
    expect(values()).toEqual(before)
  }
  await caretAt(root, 0, 8)
  await pressKeys('X', 'Enter', 'Y')
  await settled()
  expect(values()[0]?.slice(0, 2)).toEqual(['Takes X', 'Y mg.'])
  await pressKeys('Ctrl+Z', 'Ctrl+Z', 'Ctrl+Z', 'Ctrl+Z')
  await settled()
  expect(values()).toEqual(before)
  await caretAt(root, 0, 10)
  await userEvent.keyboard('x')
  await caretAt(root, 0, 6)
  await userEvent.keyboard('y')
  expect(values()[0]?.[0]).toBe(`Takes y${tag(first!, 4.2, 'Dose?')}x mg.`)
  await caretAt(root, 0, 0)
  await userEvent.keyboard('{Backspace}')
  await settled()
  expect(root.querySelector('h2')?.textContent).toBe('HISTORYTakes yx mg.')
})

test('a line with a blank cannot become a heading, and a blank lost to a heading is reported [Q202]', async () => {
  const onRefused = vi.fn()
  const { root, editor, values, blanks } = await open({ onRefused })
  const before = values()
  await caretAt(root, 0, 2)
  await userEvent.keyboard('{Control>}h{/Control}')
  editor.toggleHeading()
  await settled()
  const why = 'A heading has no blanks. Answer the blank first.'
  expect(onRefused.mock.calls).toEqual([[why], [why]])
  expect([values(), blanks().length]).toEqual([before, 2])
  await caretAt(root, 0, 0)
  await userEvent.keyboard('{Backspace}')
  await settled()
  const lost = 'A heading has no blanks: the blank of this line went. Undo brings it back.'
  expect(onRefused.mock.calls.slice(2)).toEqual([[lost]])
  await userEvent.keyboard('{Control>}z{/Control}')
  await settled()
  expect([values(), onRefused.mock.calls.length]).toEqual([before, 3])
  await caretAt(root, 1, 2)
  await userEvent.keyboard('{Control>}h{/Control}')
  await settled()
  expect([...root.querySelectorAll('h2')].map(({ textContent }) => textContent)).toContain('No fever.')
})

test('a copied blank gets a new id, a cut one keeps its id, and part of a blank is nothing [Q202]', async () => {
  const { root, editor, blanks, values } = await open()
  const carry = (type: 'copy' | 'cut' | 'paste', data = new DataTransfer()) => {
    root.dispatchEvent(new ClipboardEvent(type, { clipboardData: data, bubbles: true, cancelable: true }))
    return data
  }
  await caretAt(root, 0, 6, 10)
  const copied = carry('copy')
  expect(copied.getData('text/plain')).toBe('____')
  await caretAt(root, 1, 3)
  carry('paste', copied)
  expect(blanks().map(({ id, second: at, question }) => [id, at, question])).toEqual([
    [first, 4.2, 'Dose?'],
    [expect.stringMatching(/^[0-9a-f-]{36}$/), 4.2, 'Dose?'],
    [second, 9, undefined],
  ])
  expect(new Set(blanks().map(({ id }) => id)).size).toBe(3)
  editor.undo()
  await caretAt(root, 0, 6, 10)
  const cut = carry('cut')
  expect(values()[0]).toEqual(['Takes  mg.', 'No fever.'])
  await caretAt(root, 1, 9)
  carry('paste', cut)
  expect(values()[0]).toEqual(['Takes  mg.', `No fever.${tag(first!, 4.2, 'Dose?')}`])
  await caretAt(root, 1, 9, 11)
  const half = carry('copy')
  await caretAt(root, 0, 0)
  carry('paste', half)
  expect(values()[0]).toEqual(['Takes  mg.', `No fever.${tag(first!, 4.2, 'Dose?')}`])
})

test('after any typing, cutting, formatting and undoing, the blanks of a note are whole and have different ids [Q202]', async () => {
  const { root, editor, values } = await open()
  const editing =
    'F3 F3 F3 Enter Backspace Delete Ctrl+B Ctrl+I Ctrl+H Ctrl+Z Ctrl+Z Ctrl+Y F2 ArrowLeft ArrowLeft ArrowRight ArrowUp ArrowDown Home End'
  const carrying =
    'Ctrl+X Ctrl+V Ctrl+C Shift+ArrowLeft Shift+ArrowLeft Shift+ArrowRight Shift+ArrowDown Alt+Shift+ArrowUp A B'
  const keys = [...`${editing} ${carrying}`.split(' '), ' ']
  let most = 0
  const random = randomOf(7)
  for (let burst = 0; burst < 120; burst += 1) {
    const pressed = Array.from({ length: 6 }, () => random.oneOf(keys))
    await pressKeys(...pressed)
    await settled()
    const texts = values().flat()
    const found = blanksOf(editor.currentSections())
    const told = pressed.join(' ')
    most = Math.max(most, found.length)
    expect(texts.every(hasWholeBlanks), told).toBe(true)
    expect(new Set(found.map(({ id }) => id)).size, told).toBe(found.length)
    // Nobody typed an underscore, so each one belongs to a blank.
    const lines = root.textContent!.split('_').length - 1
    expect(lines, told).toBe(found.length * 4)
    expect(texts.flatMap(readText).filter(({ blank }) => blank)).toHaveLength(found.length)
  }
  expect(most).toBeGreaterThan(5)
})
