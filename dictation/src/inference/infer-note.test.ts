import fc from 'fast-check'
import { expect, test } from 'vitest'
import { times } from '../../../tools/src/times.ts'
import { chartQuestions } from './chart-questions.ts'
import { inferNote } from './infer-note.ts'
import type { NoteSection } from './items.ts'

/** Words that the rules look for, mixed with marks, numbers and characters that no rule expects. */
const piece = fc.oneof(
  fc.constantFrom(
    ...'no denies possible versus left right bilateral knee pain fever lisinopril 10 mg by mouth every 4 to 6 hours as needed allergic to penicillin hives BP 138/86 on 03/14/2026 weeks ago in 2 weeks follow up with mother had from of and , . : ; ( ) / - – % “ ” 🫀 é ﬁ İ ß \u0000 \u200d b.i.d. s/p'.split(
      ' ',
    ),
    '\n',
    '\ud83e',
  ),
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.string({ unit: 'grapheme', maxLength: 6 }),
)
const text = fc
  .array(fc.tuple(piece, fc.constantFrom(' ', '', ' ', '  ')), { maxLength: 60 })
  .map((pieces) => pieces.flat().join(''))
const section = fc.record({
  heading: fc.oneof(fc.constantFrom('Plan', 'Allergies', 'Medications', 'Family History', 'HPI', ''), fc.string()),
  text,
})

const chart = {
  allergies: [{ allergen: 'penicillin' }],
  sex: 'male',
  birthDate: '1972-03-05',
  on: '2026-11-29',
} as const

function expectEvidence(sections: NoteSection[]) {
  const items = inferNote(sections)
  for (const { section: index, start, end } of [...items, ...chartQuestions(sections, items, chart)]) {
    const words = sections[index]!.text
    expect(Number.isInteger(start) && 0 <= start && start < end && end <= words.length).toBe(true)
    expect(words.slice(start, end).trim()).toBe(words.slice(start, end))
  }
}

test('each item and question points to words of its section, in any text', () => {
  fc.assert(fc.property(fc.array(section, { maxLength: 4 }), expectEvidence), { numRuns: times(150, 5_000) })
})

const long = 100_000
test.each([
  ['one word', 'a'.repeat(long)],
  ['one number', '1'.repeat(long)],
  ['numbers with marks', '1,'.repeat(long / 2)],
  ['letters with full stops', 'a.'.repeat(long / 2)],
  ['hyphens', '-'.repeat(long)],
  ['a word with hyphens', 'left-'.repeat(long / 5)],
  ['blanks', ' '.repeat(long)],
  ['emoji', '🫀'.repeat(long / 2)],
  ['one long sentence of triggers', 'no '.repeat(long / 3)],
  ['one long sentence of problems', 'pain and '.repeat(long / 9)],
  ['one long sentence of sides', 'left knee '.repeat(long / 10)],
  ['sides behind their parts', 'on the right '.repeat(long / 13)],
  ['drugs without end', 'aspirin tablet '.repeat(long / 15)],
  ['doses without end', 'aspirin '.concat('10 mg '.repeat(long / 6))],
  ['frequencies without end', 'aspirin '.concat('daily '.repeat(long / 6))],
  ['dates without end', 'on 03/14/2026 '.repeat(long / 14)],
  ['reasons without end', 'because of cough on 03/14/2026 '.repeat(long / 31)],
  ['allergies without end', 'allergic to penicillin and '.repeat(long / 27)],
  ['follow-ups without end', 'follow up with dr. '.repeat(long / 19)],
])('a text of 100,000 characters is read completely: %s', (_, words) =>
  expectEvidence([
    { heading: 'Plan', text: words },
    { heading: 'Allergies', text: words },
  ]),
)

test('items are returned in the order of the note', () => {
  const items = inferNote([
    { heading: 'HPI', text: 'No fever. He takes aspirin.' },
    { heading: 'Exam', text: 'Pulse 72.' },
  ])
  expect(items.map(({ kind, section: index }) => `${index} ${kind}`)).toEqual(['0 problem', '0 medication', '1 vital'])
})
