import { expect, test } from 'vitest'
import { indexPhrases, type TemplateHeading, type WrittenNote, writeWholeNote } from './index.ts'
import { readText } from './note-text.ts'

const template: TemplateHeading[] = [
  { customUIHeading: 'Allergies', systemHeading: 'ALLERGIES', required: true },
  {
    customUIHeading: 'Lungs',
    systemHeading: 'NONE',
    required: true,
    defaultValue: 'Lungs <b>clear</b>\nat {{Age}} and in {{Room/Bed}}.',
  },
  { customUIHeading: 'Heart', systemHeading: 'NONE', defaultValue: 'Heart regular.', appendToDefault: true },
  { customUIHeading: 'Plan', systemHeading: 'PLAN', required: true },
]
const words = (spoken: string) =>
  spoken
    .split(/\s+/)
    .filter(Boolean)
    .map((word, index) => ({ word, start: index, end: index + 0.9, confidence: 1 }))
const rest = { id: 'rest', key: 'rest', phrase: 'Rest.', dynamic: false, headings: ['PLAN'] }
const note = (spoken: string, isInOrder = false): WrittenNote =>
  writeWholeNote(
    words(spoken),
    { templateHeadings: template, systemHeadings: [{ name: 'PLAN', spoken: ['plan'] }], isInOrder },
    {
      index: indexPhrases([rest]),
      keyAlone: false,
      fields: { Age: '54', 'Room/Bed': null },
      newBlankId: () => '00000000-0000-4000-8000-000000000001',
    },
  )
const textOf = ({ sections }: WrittenNote, name: string) =>
  sections
    .find(({ heading }) => heading.customUIHeading === name)!
    .content.map(({ value }) => value.replaceAll(/<blank [^>]*>/g, '____'))
    .join('\n')

test('a heading without dictated text gets its default text, with fields filled in and a blank for an unknown field', () => {
  const empty = note('next paragraph lungs colon next paragraph plan colon rest period')
  expect(textOf(empty, 'LUNGS')).toBe('Lungs <b>clear</b>\nat 54 and in ____.')
  expect(empty.insertions).toEqual([
    { phraseId: null, letters: 'Lungs clearat 54 and in .'.length },
    { phraseId: null, letters: 'Heart regular.'.length },
  ])
  const section = empty.sections.find(({ heading }) => heading.customUIHeading === 'LUNGS')!
  const blank = section.content.flatMap(({ value }) => readText(value)).find((run) => run.blank)?.blank
  expect(blank).toMatchObject({ second: 2, question: 'Room/Bed' })
  expect(textOf(note(''), 'HEART')).toBe('Heart regular.')
})

test('dictated text replaces the default text, or follows it if the heading says so', () => {
  const both = note('lungs colon coarse period next paragraph heart colon a murmur period')
  expect(textOf(both, 'LUNGS')).toBe('Coarse.')
  expect(textOf(both, 'HEART')).toBe('Heart regular.\nA murmur.')
  expect(both.insertions).toEqual([{ phraseId: null, letters: 14 }])
})

test('empty required headings are listed in order, spelled as in the note', () => {
  expect(note('').emptyRequired).toEqual(['ALLERGIES', 'PLAN'])
  expect(note('plan colon rest period').emptyRequired).toEqual(['ALLERGIES'])
  expect(note('plan colon next paragraph allergies colon none').emptyRequired).toEqual(['PLAN'])
})

test('with Directional Flow a dictation begins under the first heading, and “next heading” moves to the following one', () => {
  const told = note(
    'none known period next heading coarse period next section period regular next heading insert rest',
    true,
  )
  expect(textOf(told, 'ALLERGIES')).toBe('None known.')
  expect(textOf(told, 'LUNGS')).toBe('Coarse.')
  expect(textOf(told, 'HEART')).toBe('Heart regular.\nRegular')
  expect(textOf(told, 'PLAN')).toBe('Rest.')
  expect(told.emptyRequired).toEqual([])
})

test('with Directional Flow a heading can also be called by name, and “next heading” continues from there', () => {
  const told = note(
    'heading lungs coarse next heading regular next heading plan colon rest next heading allergies none',
    true,
  )
  expect(textOf(told, 'LUNGS')).toBe('Coarse')
  expect(textOf(told, 'HEART')).toBe('Heart regular.\nRegular')
  expect(textOf(told, 'PLAN')).toBe('Rest')
  expect(textOf(told, 'ALLERGIES')).toBe('None')
})

test('with Directional Flow a template heading begins where it is said with its colon, but not where a sentence only mentions it', () => {
  const told = note(
    'none known lungs colon coarse plan colon we go through the plan colon rest assessment colon well',
    true,
  )
  expect(textOf(told, 'ALLERGIES')).toBe('None known')
  expect(textOf(told, 'LUNGS')).toBe('Coarse')
  expect(textOf(told, 'PLAN')).toBe('We go through the plan: rest assessment: well')
  expect(textOf(note('plan colon rest lungs colon coarse'), 'PLAN')).toBe('Rest lungs: coarse')
})

test('“next heading” is plain text after the last heading, within a sentence, and without Directional Flow', () => {
  expect(textOf(note('plan colon rest next heading walk', true), 'PLAN')).toBe('Rest next heading walk')
  expect(textOf(note('see the next section period', true), 'ALLERGIES')).toBe('See the next section.')
  expect(note('next heading well').sections[0]!.content[0]!.value).toBe('Next heading well')
})
