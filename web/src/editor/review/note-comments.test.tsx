import type { Section } from '@dictara/contract/notes'
import { expect, test, vi } from 'vitest'
import { NoteEditor } from '../note-editor.tsx'
import type { NoteHandle } from '../note-session.ts'
import { mount, until } from '../testing/mount.tsx'
import { pressKeys, settled } from '../testing/real-keys.ts'
import type { FoundComment, HangingComment } from './note-comments.ts'

const section = (id: string, heading: string, ...texts: string[]): Section => ({
  id,
  heading: { customUIHeading: heading, systemHeading: 'NONE' },
  content: texts.map((value) => ({ value, type: 'Text' as const, newParagraph: true, count: 0 })),
})
const on = (sectionId: string, quote: string, before: string, after: string, start = 0): HangingComment => ({
  id: `on ${quote}`,
  comment: `About ${quote}`,
  place: { sectionId, quote, before, after, start, second: null },
})

const open = async (sections: Section[], comments: HangingComment[]) => {
  const onChange = vi.fn()
  const onComment = vi.fn()
  let found: readonly FoundComment[] = []
  const handle: { current: NoteHandle | null } = { current: null }
  const { host } = mount(
    <NoteEditor
      {...{ sections, comments, onChange, onComment }}
      onComments={(told) => {
        found = told
      }}
      editable
      systemHeadings={[]}
      ref={handle}
    />,
  )
  await until(() => expect(handle.current).not.toBeNull())
  await settled()
  const editor = handle.current as NoteHandle
  editor.focus()
  return {
    host,
    editor,
    onChange,
    onComment,
    found: () => found.map(({ id, state, words }) => [id, state, words]),
    marks: () => [...host.querySelectorAll('.dictara-comment')].map(({ textContent }) => textContent),
    texts: () => [...host.querySelectorAll('h2, p')].map(({ textContent }) => textContent),
  }
}
/** Presses one key after the other, and waits for each to be on the screen. */
const press = async (...keys: string[]) => {
  for (const key of keys) {
    // oxlint-disable-next-line no-await-in-loop -- one key after the other
    await pressKeys(key)
    // oxlint-disable-next-line no-await-in-loop -- one key after the other
    await settled()
  }
}

test('comments are underlined in the text, also across lines, and are not part of the note', async () => {
  const note = await open(
    [section('a', 'HISTORY', 'No fever.', 'No <b>chi</b>lls.'), section('b', 'PLAN', 'Rest.')],
    [
      on('a', 'fever.\nNo chills', 'HISTORY\nNo ', '.'),
      on('b', 'PLAN', '', '\nRest.'),
      on('b', 'Aspirin', '\n', ' daily'),
    ],
  )
  await until(() => expect(note.marks().join('|')).toBe('fever.|No |chi|lls|PLAN'))
  expect(note.found()).toEqual([
    ['on fever.\nNo chills', 'there', 'fever.\nNo chills'],
    ['on PLAN', 'there', 'PLAN'],
    ['on Aspirin', 'gone', ''],
  ])
  await settled()
  expect(note.onChange).not.toHaveBeenCalled()
  expect(note.editor.currentSections()[0]?.content[1]?.value).toBe('No <b>chi</b>lls.')
  expect(note.editor.goToComment('on Aspirin')).toBe(false)
  expect(note.editor.goToComment('on PLAN')).toBe(true)
  expect(document.getSelection()?.toString()).toBe('PLAN')
  expect(note.onComment.mock.calls).toEqual([['on PLAN']])
})

test('at the edges of a mark and inside it the caret moves and types as in a note without comments', async () => {
  const note = await open(
    [section('a', 'HISTORY', 'No fever at all.', 'Well today.')],
    [on('a', 'fever', 'HISTORY\nNo ', ' at all.', 11)],
  )
  await until(() => expect(note.marks()).toEqual(['fever']))
  await press('ArrowRight', 'ArrowRight', 'ArrowRight', 'a', 'ArrowRight', 'b', 'Backspace')
  await press('ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'c', 'End', 'Enter', 'd')
  await until(() => expect(note.texts()).toEqual(['HISTORY', 'No afeverc at all.', 'd', 'Well today.']))
  await until(() => expect(note.marks()).toEqual(['fever']))
  await press('Ctrl+z', 'Ctrl+z', 'Ctrl+z')
  expect(note.texts()[0]).toBe('HISTORY')
})

test('when a comment arrives, the caret stays at the end of its wrapped line, and an arrow continues from there', async () => {
  const words = Array.from({ length: 120 }, (_, at) => `number${at}`)
  const note = await open([section('a', 'HISTORY', words.join(' '))], [])
  const caret = () => {
    const { focusNode, focusOffset } = document.getSelection()!
    const before = document.createRange()
    before.setStart(note.host.querySelector('p')!, 0)
    before.setEnd(focusNode!, focusOffset)
    return before.toString().length
  }
  await press('End', 'ArrowDown')
  const below = caret()
  await press('Ctrl+Home', 'ArrowDown', 'Home', 'End')
  const end = caret()
  expect(below).toBeGreaterThan(end)
  const comment = { id: 'here', comment: 'Why?', place: note.editor.placeForComment()! }
  for (const comments of [[comment], []]) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await press('Ctrl+Home', 'ArrowDown', 'Home', 'End')
    expect(caret()).toBe(end)
    note.editor.showComments(comments)
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await until(() => expect(note.marks()).toHaveLength(comments.length))
    expect(caret()).toBe(end)
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await press('ArrowDown')
    expect(caret()).toBe(below)
  }
})

test('a comment that arrives during typing is drawn in the next pause, and the caret keeps its column', async () => {
  const long = 'Forty letters and some more stand in here.'
  const note = await open([section('a', 'HISTORY', long, 'Short.', long)], [on('a', 'Short.', `${long}\n`, '\n', 50)])
  const comments = [on('a', 'Short.', `${long}\n`, '\n', 50)]
  await until(() => expect(note.marks()).toEqual(['Short.']))
  note.editor.showComments([])
  await until(() => expect(note.marks()).toEqual([]))
  await press('Ctrl+Home', 'ArrowDown', 'End', 'ArrowDown')
  note.editor.showComments(comments)
  expect(note.marks()).toEqual([])
  await press('ArrowDown')
  expect(document.getSelection()?.focusNode?.textContent).toBe(long)
  expect(document.getSelection()?.focusOffset).toBe(long.length)
  await until(() => expect(note.marks()).toEqual(['Short.']))
})

test('a comment is placed at the selection without outer spaces, in its first section, or else at the word at the caret', async () => {
  const note = await open([section('a', 'HISTORY', 'No fever at all.'), section('b', 'PLAN', 'Rest.')], [])
  const place = () => {
    const { sectionId, start, quote } = note.editor.placeForComment() ?? {}
    return [sectionId, start, quote]
  }
  await press('ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight')
  expect(place()).toEqual(['a', 11, 'fever'])
  await press('Shift+ArrowLeft', 'Shift+ArrowLeft', 'Shift+ArrowLeft')
  expect(place()).toEqual(['a', 9, 'o f'])
  await press('Home', 'Shift+Ctrl+ArrowRight')
  expect(place()).toEqual(['a', 8, 'No'])
  await press('Ctrl+Shift+End')
  expect(place()).toEqual(['a', 8, 'No fever at all.'])
  await press('Ctrl+End', 'Enter')
  expect(place()).toEqual([undefined, undefined, undefined])
  note.editor.leaveSelection()
  expect(document.getSelection()?.isCollapsed).toBe(true)
})

test('in a note of 18,000 words 200 comments are found, and follow typing', async () => {
  const sentence = (at: number) => `The patient says that it is much better number ${at} since then.`
  const sections = Array.from({ length: 30 }, (_, id) =>
    section(`s${id}`, `PART ${id}`, ...Array.from({ length: 50 }, (_each, at) => sentence(id * 50 + at))),
  )
  const comments = Array.from({ length: 200 }, (_, at) => ({
    ...on(`s${Math.floor((at * 7) / 50)}`, `number ${at * 7}`, 'it is much better ', ' since then.', 400),
    id: String(at),
  }))
  const note = await open(sections, comments)
  await until(() => expect(note.marks()).toHaveLength(200))
  expect(note.found().every(([, state]) => state === 'there')).toBe(true)
  expect(new Set(note.marks()).size).toBe(200)
  await pressKeys('Ctrl+End', ...'abc')
  await until(() => expect(note.texts().at(-1)).toBe(`${sentence(1499)}abc`))
  expect(note.marks()).toHaveLength(200)
})
