import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { writeNote } from './index.ts'

const read = (name: string) => readFileSync(join(import.meta.dirname, 'test-data', name), 'utf8')
const heading = (name: string) => ({ name, spoken: [name.toLowerCase()] })
const systemHeadings = [
  'CHIEF COMPLAINT',
  'HISTORY OF PRESENT ILLNESS',
  'PHYSICAL EXAMINATION',
  'ASSESSMENT',
  'ASSESSMENT AND PLAN',
  'PLAN',
  'SUBJECTIVE',
  'OBJECTIVE',
  'DISCHARGE DIAGNOSIS',
  'HOSPITAL COURSE',
  'DISCHARGE MEDICATIONS',
  'FOLLOW UP',
  'PREOPERATIVE DIAGNOSIS',
  'POSTOPERATIVE DIAGNOSIS',
  'PROCEDURE',
  'ANESTHESIA',
  'DESCRIPTION OF PROCEDURE',
].map(heading)
const words = (text: string) =>
  text
    .trim()
    .split(/\s+/)
    .filter(Boolean)
    .map((word, index) => ({ word, start: index, end: index + 0.5, confidence: 0.9 }))
const note = (text: string, templateHeadings: { customUIHeading: string; systemHeading: string }[] = []) =>
  writeNote(words(text), { templateHeadings, systemHeadings })
const textOf = (section: { content: { value: string }[] } | undefined) =>
  section?.content.map(({ value }) => value).join('\n')
const namesOf = (text: string) => note(text).map((section) => section.heading.customUIHeading)

describe('sections', () => {
  test('of the four sample dictations have the spoken headings', () => {
    expect(namesOf(read('t1.txt'))).toEqual([
      'CHIEF COMPLAINT',
      'HISTORY OF PRESENT ILLNESS',
      'PHYSICAL EXAMINATION',
      'ASSESSMENT AND PLAN',
    ])
    expect(namesOf(read('t2.txt'))).toEqual(['SUBJECTIVE', 'OBJECTIVE', 'ASSESSMENT', 'PLAN'])
    expect(namesOf(read('t3.txt'))).toEqual([
      'DISCHARGE DIAGNOSIS',
      'HOSPITAL COURSE',
      'DISCHARGE MEDICATIONS',
      'FOLLOW UP',
    ])
    expect(namesOf(read('t4.txt'))).toEqual([
      'PREOPERATIVE DIAGNOSIS',
      'POSTOPERATIVE DIAGNOSIS',
      'PROCEDURE',
      'ANESTHESIA',
      'DESCRIPTION OF PROCEDURE',
    ])
    expect(textOf(note(read('t1.txt')).at(-1))).toBe(
      'Unstable angina. Start aspirin 81 mg daily and obtain serial troponins.',
    )
  })

  test('are found without a colon at the start and after a paragraph [EDIT-57]', () => {
    expect(namesOf('chief complaint chest pain period next paragraph plan rest period')).toEqual([
      'CHIEF COMPLAINT',
      'PLAN',
    ])
    expect(namesOf('the patient has a plan for rest period')).toEqual([''])
  })

  test('begin at a heading with a colon after a pause, even without a full stop, but not where a sentence mentions the heading', () => {
    const said = (spoken: string) => {
      let now = 0
      const words = spoken.split(' ').flatMap((word) => {
        if (word === '…') now += 0.8
        if (word === '…') return []
        now += 0.4
        return [{ word, start: now - 0.35, end: now, confidence: 1 }]
      })
      return writeNote(words, { templateHeadings: [], systemHeadings }).map(
        (section) => `${section.heading.customUIHeading}: ${textOf(section)}`,
      )
    }
    expect(said('subjective colon he is well … objective colon lungs clear … plan … colon … rest')).toEqual([
      'SUBJECTIVE: He is well',
      'OBJECTIVE: Lungs clear',
      'PLAN: Rest',
    ])
    // A spoken heading has a colon after it, a pause before it, and no article.
    expect(said('subjective colon he is well … plan to rest')).toEqual(['SUBJECTIVE: He is well plan to rest'])
    expect(said('subjective colon he is well plan colon rest')).toEqual(['SUBJECTIVE: He is well plan: rest'])
    expect(said('subjective colon we went through the … plan colon rest')).toEqual([
      'SUBJECTIVE: We went through the plan: rest',
    ])
  })

  test('of the template come first, in its order, and are empty if not dictated', () => {
    const template = [
      { customUIHeading: 'Subjective', systemHeading: 'SUBJECTIVE' },
      { customUIHeading: 'What we do', systemHeading: 'PLAN' },
    ]
    const sections = note('plan colon rest period next paragraph objective colon well period', template)
    expect(sections.map((section) => [section.heading.customUIHeading, textOf(section)])).toEqual([
      ['SUBJECTIVE', ''],
      ['WHAT WE DO', 'Rest.'],
      ['OBJECTIVE', 'Well.'],
    ])
    expect(note('', template).map((section) => section.content)).toEqual([[], []])
  })

  test('of the template have their headings spelled as they are when the note is saved', () => {
    const [section] = note('review of symptoms colon none period', [
      { customUIHeading: 'Review of  symptoms ', systemHeading: 'NONE' },
    ])
    expect(section!.heading.customUIHeading).toBe('REVIEW OF SYMPTOMS')
  })

  test('hold text before the first heading without a heading', () => {
    const [first] = note('the patient is well period')
    expect(first).toMatchObject({
      heading: { customUIHeading: '', systemHeading: 'NONE' },
      content: [{ value: 'The patient is well.' }],
    })
  })

  test('keep paragraphs and lines distinct', () => {
    expect(note('plan colon rest period next paragraph walk period next line sleep period')[0]!.content).toMatchObject([
      { value: 'Rest.', newParagraph: false, count: 0 },
      { value: 'Walk.', newParagraph: true, count: 1 },
      { value: 'Sleep.', newParagraph: true, count: 0 },
    ])
  })
})

describe('every written token', () => {
  const vocabulary = fc.constantFrom(
    ...'plan colon period comma next paragraph line new heading fifty four year old one hundred over point five milligrams percent march third l four c six a of to number type two chest pain <b> & hyphen open paren close'.split(
      ' ',
    ),
  )
  test('has its place in the text and its words in order, and no word belongs to two tokens', () => {
    fc.assert(
      fc.property(fc.array(vocabulary, { maxLength: 60 }), (spoken) => {
        const seen = new Set<number>()
        for (const section of note(spoken.join(' '))) {
          const plain = textOf(section)!.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
          for (const token of section.tokens) {
            expect(plain.slice(token.from, token.to)).toBe(token.text)
            expect(token.wordIndexes).toEqual(token.wordIndexes.toSorted((a, b) => a - b))
            for (const index of token.wordIndexes) {
              expect(seen.has(index)).toBe(false)
              seen.add(index)
            }
          }
        }
      }),
      { numRuns: 500 },
    )
  })
})
