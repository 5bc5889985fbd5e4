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

test('the default text of a heading stands where nothing was dictated, its fields filled, an unknown one a blank', () => {
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

test('what was dictated stands instead of the default text, or behind it where the heading says so', () => {
  const both = note('lungs colon coarse period next paragraph heart colon a murmur period')
  expect(textOf(both, 'LUNGS')).toBe('Coarse.')
  expect(textOf(both, 'HEART')).toBe('Heart regular.\nA murmur.')
  expect(both.insertions).toEqual([{ phraseId: null, letters: 14 }])
})

test('required headings under which nothing stands are told as the note spells them, in order', () => {
  expect(note('').emptyRequired).toEqual(['ALLERGIES', 'PLAN'])
  expect(note('plan colon rest period').emptyRequired).toEqual(['ALLERGIES'])
  expect(note('plan colon next paragraph allergies colon none').emptyRequired).toEqual(['PLAN'])
})

test('with Directional Flow a dictation begins under the first heading, and “next heading” goes on to the following', () => {
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

test('with Directional Flow headings go by name as well, and the way goes on from there', () => {
  const told = note(
    'heading lungs coarse next heading regular next heading plan colon rest next heading allergies none',
    true,
  )
  expect(textOf(told, 'LUNGS')).toBe('Coarse')
  expect(textOf(told, 'HEART')).toBe('Heart regular.\nRegular')
  expect(textOf(told, 'PLAN')).toBe('Rest')
  expect(textOf(told, 'ALLERGIES')).toBe('None')
})

test('with Directional Flow a heading of the template begins where it is said with its colon, but not where it is told of', () => {
  const told = note(
    'none known lungs colon coarse plan colon we go through the plan colon rest assessment colon well',
    true,
  )
  expect(textOf(told, 'ALLERGIES')).toBe('None known')
  expect(textOf(told, 'LUNGS')).toBe('Coarse')
  expect(textOf(told, 'PLAN')).toBe('We go through the plan: rest assessment: well')
  expect(textOf(note('plan colon rest lungs colon coarse'), 'PLAN')).toBe('Rest lungs: coarse')
})

test('“next heading” is what it says behind the last one, when it is told of, and without Directional Flow', () => {
  expect(textOf(note('plan colon rest next heading walk', true), 'PLAN')).toBe('Rest next heading walk')
  expect(textOf(note('see the next section period', true), 'ALLERGIES')).toBe('See the next section.')
  expect(note('next heading well').sections[0]!.content[0]!.value).toBe('Next heading well')
})
