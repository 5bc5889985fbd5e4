import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toWritten, writeNote } from './index.ts'

const read = (name: string) => readFileSync(join(import.meta.dirname, 'test-data', name), 'utf8')
const phrases = read('spoken-to-written.tsv')
  .trim()
  .split('\n')
  .map((line) => line.split('\t') as [string, string])
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

describe('the written form', () => {
  test.each(phrases)('of “%s” is “%s”', (spoken, written) => {
    expect(toWritten(spoken)).toBe(written)
  })

  test.each([
    ['lisinopril ten milligrams daily', 'lisinopril 10 mg daily'],
    ['blood pressure one eighteen over seventy six', 'blood pressure 118/76'],
    ['heart rate one hundred twelve', 'heart rate 112'],
    ['a seventy year old woman', 'a 70-year-old woman'],
    ['zero point two five milligrams', '0.25 mg'],
    ['for ten days', 'for 10 days'],
    ['december thirty first', 'December 31'],
    ['ejection fraction fifty five percent', 'ejection fraction 55%'],
    ['two of the wounds', 'two of the wounds'],
    ['stage three kidney disease', 'stage 3 kidney disease'],
    ['c five c six', 'C5-C6'],
    ['a two by three by four centimeter lesion', 'a 2 x 3 x 4 cm lesion'],
    ['she may start in march', 'she may start in march'],
    ['one hundred and five pounds', '105 pounds'],
  ])('of a further phrase, “%s”, is “%s”', (spoken, written) => {
    expect(toWritten(spoken)).toBe(written)
  })

  test('of text that is written already is the same', () => {
    for (const [, written] of phrases) expect(toWritten(written)).toBe(written)
  })
})

describe('sections', () => {
  test('of the four dictations carry the headings that were said', () => {
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

  test('are found without a recognised colon at the start and after a paragraph [EDIT-57]', () => {
    expect(namesOf('chief complaint chest pain period next paragraph plan rest period')).toEqual([
      'CHIEF COMPLAINT',
      'PLAN',
    ])
    expect(namesOf('the patient has a plan for rest period')).toEqual([''])
  })

  test('begin with their colon behind a pause too, where an engine writes no full stop, but not where they are told of', () => {
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
    // A heading has its colon, a pause before it, and no article.
    expect(said('subjective colon he is well … plan to rest')).toEqual(['SUBJECTIVE: He is well plan to rest'])
    expect(said('subjective colon he is well plan colon rest')).toEqual(['SUBJECTIVE: He is well plan: rest'])
    expect(said('subjective colon we went through the … plan colon rest')).toEqual([
      'SUBJECTIVE: We went through the plan: rest',
    ])
  })

  test('of the template come in its order, empty when they were not dictated', () => {
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

  test('of a template are spelled as a save spells them: a section that was only looked at stays as it is', () => {
    const [section] = note('review of symptoms colon none period', [
      { customUIHeading: 'Review of  symptoms ', systemHeading: 'NONE' },
    ])
    expect(section!.heading.customUIHeading).toBe('REVIEW OF SYMPTOMS')
  })

  test('keep text before any heading without one', () => {
    const [first] = note('the patient is well period')
    expect(first).toMatchObject({
      heading: { customUIHeading: '', systemHeading: 'NONE' },
      content: [{ value: 'The patient is well.' }],
    })
  })

  test('keep paragraphs and lines apart', () => {
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
  test('knows its words, once and in order, and where it stands', () => {
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
