import type { Section } from '@dictara/contract/notes'
import { expect, test, vi } from 'vitest'
import { NoteEditor } from '../note-editor.tsx'
import type { NoteHandle } from '../note-session.ts'
import { mount, until } from '../testing/mount.tsx'
import { pressKeys, settled } from '../testing/real-keys.ts'
import type { ChangeFigures } from './note-changes.ts'

const section = (id: string, heading: string, ...texts: string[]): Section => ({
  id,
  heading: { customUIHeading: heading, systemHeading: 'NONE' },
  content: texts.map((value) => ({ value, type: 'Text' as const, newParagraph: true, count: 0 })),
})
const spoken = 'no fever no chills start aspirin today'
const words = spoken.split(' ').map((word, index) => ({ word, start: 2 + index, end: 2.8 + index, confidence: 0.9 }))

const open = async (now: Section[], before: Section[]) => {
  const onHear = vi.fn()
  const onChange = vi.fn()
  const handle: { current: NoteHandle | null } = { current: null }
  const { host } = mount(
    <NoteEditor {...{ words, onHear, onChange }} sections={now} editable systemHeadings={[]} ref={handle} />,
  )
  await until(() => expect(handle.current).not.toBeNull())
  // The editor assigns times to the words after it has mounted.
  await settled()
  const editor = handle.current as NoteHandle
  let figures: ChangeFigures | undefined
  editor.compareWith(before, (told) => {
    figures = told
  })
  return {
    host,
    editor,
    onHear,
    onChange,
    figures: () => figures,
    added: () => [...host.querySelectorAll('ins')].map(({ textContent }) => textContent),
    taken: () => [...host.querySelectorAll<HTMLElement>('[data-taken]')].map(({ dataset }) => dataset['taken']),
  }
}

test('a change is selected, and played from one second before it to half a second after it', async () => {
  const note = await open(
    [section('a', 'HISTORY', 'No fever, no chills.'), section('b', 'PLAN', 'Start aspirin today.')],
    [section('a', 'HISTORY', 'No fever, no chills.'), section('b', 'PLAN', 'Stop aspirin today.')],
  )
  expect([note.added(), note.taken()]).toEqual([['Start'], ['Stop']])
  expect(note.editor.walkChanges(1)).toBe(true)
  expect(document.getSelection()?.toString()).toBe('Start')
  // Spoken from 6 to 6.8 s.
  expect(note.onHear.mock.calls).toEqual([[5, 7.3]])
  expect(note.figures()).toEqual({ changes: 1, looked: 1 })
  await settled()
  expect(note.onChange).not.toHaveBeenCalled()
})

test('deleted text is shown once, even after a word with two formats', async () => {
  const note = await open(
    [section('a', 'HISTORY', 'No <b>fev</b>er, chills.')],
    [section('a', 'HISTORY', 'No fever at all, chills.')],
  )
  expect(note.taken()).toEqual([' at all'])
})

test('new and removed sections are shown at their present and former places', async () => {
  const note = await open(
    [section('a', 'HISTORY', 'No fever.'), section('new-1', 'PLAN', 'Aspirin.')],
    [section('x', 'ALLERGIES', 'None.'), section('a', 'HISTORY', 'No fever.'), section('y', 'FAMILY', 'Well.')],
  )
  expect(note.added()).toEqual(['PLAN', 'Aspirin.'])
  expect(note.taken()).toEqual(['ALLERGIES\nNone.\n', '\nFAMILY\nWell.'])
  expect(note.figures()).toEqual({ changes: 3, looked: 0 })
  note.editor.compareWith(null, () => {})
  expect([note.added(), note.taken()]).toEqual([[], []])
})

test('around the marks the caret moves and types as in a note without them', async () => {
  const note = await open(
    [section('a', 'HISTORY', 'No fever at all, no chills.', 'Well today.')],
    [section('a', 'HISTORY', 'Some fever, and no chills.', 'Sick today.')],
  )
  expect(note.taken()).not.toEqual([])
  // The caret stands after the deleted text that is shown at the beginning.
  note.editor.focus()
  for (const key of ['a', 'ArrowRight', 'b', 'End', 'c', 'ArrowLeft', 'Backspace', 'Enter', 'd']) {
    // oxlint-disable-next-line no-await-in-loop -- one key after the other
    await pressKeys(key)
    // oxlint-disable-next-line no-await-in-loop -- one key after the other
    await settled()
  }
  const texts = () => [...note.host.querySelectorAll('h2, p')].map(({ textContent }) => textContent)
  await until(() => expect(texts()).toEqual(['HISTORY', 'aNbo fever at all, no chills', 'dc', 'Well today.']))
})

test('in a note of 18,000 words every change is found, and the marks follow typing', async () => {
  const sentence = (at: number, other = '') => `The patient says that it is ${other}better number ${at} since then.`
  const of = (other: (at: number) => string) =>
    Array.from({ length: 30 }, (_, id) =>
      section(
        `s${id}`,
        `PART ${id}`,
        ...Array.from({ length: 50 }, (_each, at) => sentence(id * 50 + at, other(id * 50 + at))),
      ),
    )
  const note = await open(
    of((at) => (at % 5 === 0 ? 'much ' : '')),
    of(() => ''),
  )
  expect(note.figures()).toEqual({ changes: 300, looked: 0 })
  expect(new Set(note.added())).toEqual(new Set(['much ']))
  note.editor.focus()
  await pressKeys('Ctrl+End', ...'abc')
  await until(() => expect(note.added()).toContain('then.abc'))
  expect(note.figures()).toEqual({ changes: 301, looked: 0 })
})
