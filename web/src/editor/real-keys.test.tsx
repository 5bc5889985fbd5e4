import type { Section } from '@dictara/contract/notes'
import { expect, test } from 'vitest'
import { cdp } from 'vitest/browser'
import { createAutosave } from './autosave.ts'
import { NoteEditor } from './note-editor.tsx'
import type { NoteHandle } from './note-session.ts'
import { mount, until } from './testing/mount.tsx'
import { pressKeys, settled, standingOf } from './testing/real-keys.ts'
import { note, openOurs } from './testing/walk-notes.tsx'

test('Ctrl+End, Ctrl+Home, Page Down and their Shift forms move the caret while the page scrolls', async () => {
  const { root, stop } = await openOurs(1)
  const blocks = root.querySelectorAll('h2, p')
  const last = { block: blocks.length - 1, offset: blocks[blocks.length - 1]?.textContent?.length }
  root.focus()
  for (let time = 0; time < 8; time += 1) {
    await pressKeys('Ctrl+End', 'X', 'Backspace')
    await settled()
    expect(standingOf(root)).toMatchObject({ anchor: last, head: last })
    await pressKeys('Ctrl+Home', 'PageDown')
    await settled()
    expect(standingOf(root).head.block).toBeGreaterThan(3)
    await pressKeys('Ctrl+Home', 'Ctrl+Shift+End')
    await settled()
    expect(standingOf(root)).toMatchObject({ anchor: { block: 0, offset: 0 }, head: last })
    await pressKeys('Ctrl+Shift+Home')
    await settled()
    expect(standingOf(root).head).toEqual({ block: 0, offset: 0 })
  }
  stop()
})

test('text typed without network is complete, and its undo and redo are also saved [QA-95]', async () => {
  const handle: { current: NoteHandle | null } = { current: null }
  let isOnline = false
  const stored = new Map<string, Section>()
  const autosave = createAutosave({
    sections: templateNote,
    async save({ sections }) {
      if (!isOnline) return { kind: 'offline' }
      for (const section of sections) stored.set(section.id, section)
      return { kind: 'saved', sections: sections.map((section) => ({ ...section, version: 2 })), newSectionsId: [] }
    },
    onDraft: () => undefined,
    onStatus: () => undefined,
  })
  const { host } = mount(
    <NoteEditor sections={templateNote} systemHeadings={[]} editable onChange={autosave.edit} ref={handle} />,
  )
  await until(() => expect(handle.current).not.toBeNull())
  const editor = handle.current as NoteHandle
  const root = host.querySelector('[role=textbox]') as HTMLElement
  const saved = async () => {
    editor.flush()
    expect(await autosave.flush()).toBe(isOnline)
    return stored.get('HISTORY')?.content[0]?.value
  }
  root.focus()
  await settled()
  await pressKeys(...'ALL OF THIS IS SAID '.split(''))
  await settled()
  expect(await saved()).toBeUndefined()
  isOnline = true
  expect(await saved()).toBe('ALL OF THIS IS SAID HISTORY text.')
  await pressKeys('Ctrl+Z')
  await settled()
  expect(await saved()).toBe('HISTORY text.')
  await pressKeys('Ctrl+Y')
  await settled()
  expect(await saved()).toBe('ALL OF THIS IS SAID HISTORY text.')
  autosave.stop()
})

test('emoji, right-to-left text, zero-width characters and a word composed during a save are kept [QA-99]', async () => {
  const { root, editor, stop } = await openOurs(3)
  const typed = 'a😀é\u200bשלום'
  root.focus()
  await settled()
  await cdp().send('Input.insertText', { text: typed })
  await cdp().send('Input.imeSetComposition', { text: 'に', selectionStart: 1, selectionEnd: 1 })
  // Meanwhile the editor goes on saving, redrawing and receiving pushes from the server.
  await new Promise((resolve) => setTimeout(resolve, 200))
  await cdp().send('Input.imeSetComposition', { text: 'にほ', selectionStart: 2, selectionEnd: 2 })
  await new Promise((resolve) => setTimeout(resolve, 200))
  await cdp().send('Input.insertText', { text: '日本' })
  await settled()
  const first = editor.currentSections()[0]?.content[0]?.value
  stop()
  expect(first).toBe(`${typed}日本${note[0]?.content[0]?.value}`)
  editor.insertText('half \ud83d pair ')
  expect(editor.currentSections()[0]?.content[0]?.value).toContain('half \ufffd pair ')
})

test('15,000 words can be pasted, edited and saved, and a heading of 300 letters keeps them all [QA-100, QA-102]', async () => {
  const { root, editor, stop } = await openOurs(4)
  stop()
  root.focus()
  await settled()
  const many = Array.from({ length: 300 }, () => 'word '.repeat(50).trim()).join('\n')
  editor.insertText(`${many}\n`)
  await pressKeys('E', 'N', 'D')
  await settled()
  const words = [...root.querySelectorAll('h2, p')].flatMap(({ textContent }) => textContent!.split(/\s+/))
  expect(words.filter((word) => word === 'word')).toHaveLength(15_000)
  expect(words.filter((word) => word.startsWith('END'))).toHaveLength(1)
  await pressKeys('Ctrl+Home')
  const long = 'H'.repeat(300)
  await cdp().send('Input.insertText', { text: long })
  await pressKeys('ArrowDown')
  await settled()
  const [section] = editor.currentSections()
  expect(section?.heading.customUIHeading.length).toBeLessThanOrEqual(250)
  expect(`${section?.heading.customUIHeading}${section?.content[0]?.value}`).toBe(`${long}SECTION0`)
})

const templateNote: Section[] = ['HISTORY', 'EXAM', 'PLAN'].map((name, index) => ({
  id: name,
  version: 1,
  heading: { customUIHeading: name, systemHeading: 'NONE' },
  content: index === 2 ? [] : [{ value: `${name} text.`, type: 'Text', newParagraph: true, count: 0 }],
}))
const openTemplate = async () => {
  const handle: { current: NoteHandle | null } = { current: null }
  let isHeading: boolean | undefined
  const { host } = mount(
    <>
      <button type="button">before</button>
      <NoteEditor
        sections={templateNote}
        systemHeadings={[]}
        editable
        onState={(state) => {
          isHeading = state.isHeading
        }}
        ref={handle}
      />
    </>,
  )
  await until(() => expect(handle.current).not.toBeNull())
  await until(() => expect(isHeading).toBeDefined())
  const read = () =>
    (handle.current as NoteHandle)
      .currentSections()
      .map(({ heading, content }) => [heading.customUIHeading, ...content.map(({ value }) => value)])
  return { host, read, isHeading: () => isHeading, focusBefore: () => host.querySelector('button')?.focus() }
}

test('typing after Tab into a note goes into its first paragraph', async () => {
  const { read, isHeading, focusBefore } = await openTemplate()
  expect(isHeading()).toBe(false)
  focusBefore()
  await pressKeys('Tab', 'Q', 'U', 'I', 'C', 'K')
  await settled()
  expect(read()).toEqual([['HISTORY', 'QUICKHISTORY text.'], ['EXAM', 'EXAM text.'], ['PLAN']])
})

test('a section without text has a line for typing, and Ctrl+End and letters do not change its heading', async () => {
  const { read, focusBefore } = await openTemplate()
  focusBefore()
  await pressKeys('Tab', 'Ctrl+End', 'X', 'Y', 'Z')
  await settled()
  expect(read()).toEqual([
    ['HISTORY', 'HISTORY text.'],
    ['EXAM', 'EXAM text.'],
    ['PLAN', 'XYZ'],
  ])
  await pressKeys('Backspace', 'Backspace', 'Backspace', 'Backspace')
  await settled()
  expect(read().at(-1)).toEqual(['PLAN'])
  await pressKeys('Enter', 'A')
  await settled()
  expect(read().at(-1)).toEqual(['PLAN', 'A'])
})

test('Alt+Page Down goes to the next section’s first paragraph, and then to its heading; Alt+Page Up goes back', async () => {
  const { read, focusBefore } = await openTemplate()
  focusBefore()
  await pressKeys('Tab', 'Alt+PageDown', 'A', 'Alt+PageDown', 'B')
  await settled()
  expect(read()).toEqual([
    ['HISTORY', 'HISTORY text.'],
    ['EXAM', 'AEXAM text.'],
    ['PLAN', 'B'],
  ])
  await pressKeys(
    'Alt+PageUp',
    'Alt+PageUp',
    'C',
    'Alt+PageUp',
    'D',
    'Alt+PageDown',
    'Alt+PageDown',
    'Alt+PageDown',
    'E',
  )
  await settled()
  expect(read()).toEqual([
    ['HISTORY', 'DHISTORY text.'],
    ['EXAMC', 'AEXAM text.'],
    ['PLAN', 'EB'],
  ])
})

test('Ctrl+Right at a selection’s end clears a selection to the end of the note, so that typing replaces nothing', async () => {
  const { read, focusBefore } = await openTemplate()
  focusBefore()
  await pressKeys('Tab', 'Ctrl+Shift+End', 'Ctrl+ArrowRight', 'A')
  await settled()
  expect(read()).toEqual([
    ['HISTORY', 'HISTORY text.'],
    ['EXAM', 'EXAM text.'],
    ['PLAN', 'A'],
  ])
  await pressKeys('Ctrl+Shift+Home', 'Ctrl+ArrowLeft', 'B')
  await settled()
  expect(read()[0]).toEqual(['BHISTORY', 'HISTORY text.'])
})

test('a paragraph of unsure words that becomes visible keeps the caret at the end of its wrapped line', async () => {
  const { root, stop } = await openOurs(2)
  stop()
  const paragraphs = [...root.querySelectorAll('p')]
  const longest = paragraphs.slice(20).find((one) => one.getClientRects().length > 0 && one.textContent!.length > 130)!
  expect(longest.getBoundingClientRect().top).toBeGreaterThan(2 * innerHeight)
  expect(longest.querySelectorAll('.dictara-unsure')).toHaveLength(0)
  root.focus({ preventScroll: true })
  getSelection()?.collapse(longest.firstChild, 3)
  await settled()
  await until(() => expect(longest.querySelectorAll('.dictara-unsure').length).toBeGreaterThan(0))
  await pressKeys('End')
  await settled()
  const end = standingOf(root).head
  expect(end.offset).toBeLessThan(longest.textContent!.length)
  window.scrollTo(0, 0)
  await settled()
  await settled()
  longest.scrollIntoView()
  await settled()
  await settled()
  await pressKeys('Home')
  await settled()
  expect(standingOf(root).head).toEqual({ ...end, offset: 0 })
})

test('a caret that moves to the end of a wrapped line in a paragraph not rendered yet stays in that line', async () => {
  const { root, stop } = await openOurs(2)
  stop()
  window.scrollTo(0, 0)
  const longest = [...root.querySelectorAll('p')].findLast((one) => one.textContent!.length > 130)!
  await until(() => expect(longest.querySelectorAll('.dictara-unsure')).toHaveLength(0))
  root.focus({ preventScroll: true })
  const caret = getSelection()!
  caret.collapse(longest.firstChild, 3)
  // Page Up also moves the caret here.
  caret.modify('move', 'forward', 'lineboundary')
  const end = standingOf(root).head
  expect(end.offset).toBeLessThan(longest.textContent!.length)
  await until(() => expect(longest.querySelectorAll('.dictara-unsure').length).toBeGreaterThan(0))
  expect(standingOf(root).head).toEqual(end)
  await pressKeys('Home')
  await settled()
  expect(standingOf(root).head).toEqual({ ...end, offset: 0 })
})

test('an arrow into a paragraph outside the screen keeps its column', async () => {
  const { root, stop } = await openOurs(2)
  stop()
  window.scrollTo(0, 0)
  const paragraphs = [...root.querySelectorAll('p')]
  const lastLine = (block: HTMLElement) => {
    const range = document.createRange()
    range.selectNodeContents(block)
    return [...range.getClientRects()].at(-1)!
  }
  const isWrapped = (block: HTMLElement) => lastLine(block).bottom - block.getBoundingClientRect().top > 30
  // The last lines of these paragraphs are shorter than the column, and the line above is longer.
  const start = paragraphs.findLastIndex(
    (block, index) =>
      isWrapped(block) && isWrapped(paragraphs[index - 1]!) && lastLine(paragraphs[index - 1]!).width < 120,
  )
  const [above, below] = [paragraphs[start - 1]!, paragraphs[start]!]
  await until(() => expect(above.querySelectorAll('.dictara-unsure')).toHaveLength(0))
  root.focus({ preventScroll: true })
  const caret = getSelection()!
  const column = () => caret.getRangeAt(0).getBoundingClientRect().left
  caret.collapse(below.firstChild, 18)
  const wanted = column()
  await settled()
  await pressKeys('ArrowUp')
  await settled()
  expect(column()).toBeLessThan(wanted - 20)
  await pressKeys('ArrowUp')
  await settled()
  expect(standingOf(root).head.block).toBe([...root.querySelectorAll('h2, p')].indexOf(above))
  expect(Math.abs(column() - wanted)).toBeLessThan(12)
})

test('a typed letter is in the text and on the page immediately, whatever formats are around it, and the page scrolls to its line', async () => {
  const handle: { current: NoteHandle | null } = { current: null }
  const long: Section = {
    ...templateNote[0]!,
    content: [{ value: 'so <b>bold</b> '.repeat(40), type: 'Text', newParagraph: true, count: 0 }],
  }
  const { host } = mount(<NoteEditor sections={[long]} systemHeadings={[]} editable ref={handle} />)
  await until(() => expect(handle.current).not.toBeNull())
  const root = host.querySelector('[role=textbox]') as HTMLElement
  const kept = () => handle.current?.currentSections()[0]?.content[0]?.value
  const inputs: string[] = []
  root.addEventListener('input', () => inputs.push('told'))
  root.focus()
  await settled()
  // Type between letters, before and after a formatted mark, and inside it.
  await pressKeys(
    'Ctrl+End',
    'a',
    'Ctrl+Home',
    'ArrowDown',
    'ArrowRight',
    'b',
    'ArrowRight',
    'ArrowRight',
    'c',
    'ArrowRight',
    'd',
  )
  await settled()
  expect(kept()).toMatch(/^sbo c<b>bdold<\/b> so /)
  expect(kept()).toMatch(/a$/)
  expect(root.querySelector('p')?.textContent).toBe(kept()?.replace(/<.*?>/g, ''))
  // Number of input events: the browser sends one for each letter that it inserts itself.
  const told = inputs.length
  await pressKeys('e')
  expect(inputs).toHaveLength(told)
  // Typing pushes the last line off the screen.
  document.body.style.paddingBlockStart = `${innerHeight}px`
  scrollTo(0, 0)
  await pressKeys('f')
  await until(() =>
    expect(getSelection()?.getRangeAt(0).getBoundingClientRect().bottom).toBeLessThanOrEqual(innerHeight),
  )
  document.body.style.paddingBlockStart = ''
})
