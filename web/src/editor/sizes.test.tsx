import type { Section } from '@dictara/contract/notes'
import { expect, test, vi } from 'vitest'
import { NoteEditor } from './note-editor.tsx'
import type { NoteFacts } from './note-facts.ts'
import type { NoteHandle } from './note-session.ts'
import { mount, until } from './testing/mount.tsx'
import { pressKeys, settled } from './testing/real-keys.ts'

const vocabulary = 'patient denies chest pain and reports mild shortness of breath on exertion with no fever'.split(' ')
const wordsOf = (count: number, from = 0) =>
  Array.from(
    { length: count },
    (_, index) => vocabulary[((from + index) * 7 + Math.floor(index / 11)) % vocabulary.length]!,
  )
const section = (number: number, paragraphs: readonly string[]): Section => ({
  id: `section-${number}`,
  version: 1,
  heading: { customUIHeading: `SECTION ${number}`, systemHeading: 'NONE' },
  content: paragraphs.map((value) => ({ value, type: 'Text', newParagraph: true, count: 0 })),
})
const paragraphs = (count: number, words: number) =>
  Array.from({ length: count }, (_, index) => wordsOf(words, index * words).join(' '))

test.each([
  [
    '15,000 words, 10,000 of them in one section',
    [
      section(0, paragraphs(125, 80)),
      ...Array.from({ length: 25 }, (_, index) => section(index + 1, paragraphs(5, 40))),
    ],
  ],
  ['10,000 words in one paragraph', [section(0, paragraphs(1, 10_000))]],
  ['200 sections without text', Array.from({ length: 200 }, (_, index) => section(index, []))],
])('%s can be opened and edited at both ends without an error', async (_name, sections) => {
  const failed = vi.spyOn(console, 'error')
  const text = sections.flatMap(({ content }) => content.map(({ value }) => value)).join(' ')
  const words = text
    .split(' ')
    .map((word, index) => ({ word, start: index * 0.4, end: index * 0.4 + 0.3, confidence: index % 3 ? 0.9 : 0.3 }))
  const facts: NoteFacts[] = []
  const handle: { current: NoteHandle | null } = { current: null }
  const { host } = mount(
    <NoteEditor
      sections={sections}
      systemHeadings={[]}
      editable
      words={words}
      onFacts={(told) => facts.push(told)}
      ref={handle}
    />,
  )
  await until(() => expect(handle.current).not.toBeNull())
  const editor = handle.current as NoteHandle
  host.querySelector<HTMLElement>('[role=textbox]')?.focus()
  await settled()
  await pressKeys('Q', 'Ctrl+End', 'Z', 'Alt+PageUp', 'F6', 'F3')
  await settled()
  const after = editor.currentSections()
  const [first, last] = [after[0]!, after.at(-1)!]
  expect(first.content[0]!.value.slice(0, 1)).toBe('Q')
  expect(last.content.at(-1)!.value.slice(-1)).toBe('Z')
  await until(() => expect(facts.at(-1)?.sections).toBe(sections.length))
  expect(facts.at(-1)!.words).toBeGreaterThanOrEqual(text.split(' ').filter(Boolean).length)
  expect(facts.at(-1)!.unsure).toBeLessThanOrEqual(Math.ceil(words.length * 0.12))
  expect(failed.mock.calls).toEqual([])
})
