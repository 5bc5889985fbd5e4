import { describe, expect, test } from 'vitest'
import { readCorpus } from '../test-data/inference/read-corpus.fixtures.ts'
import { chartQuestions } from './chart-questions.ts'
import { inferNote } from './infer-note.ts'
import type { Chart } from './questions/question.ts'

const on = '2026-11-29'
/** Returns the questions about a note of one or several sections. */
function questionsOf(note: string | Record<string, string>, chart: Partial<Chart> = {}) {
  const sections =
    typeof note === 'string'
      ? [{ heading: 'Plan', text: note }]
      : Object.entries(note).map(([heading, text]) => ({ heading, text }))
  return chartQuestions(sections, inferNote(sections), { allergies: [], on, ...chart })
}
const wordsOf = (...args: Parameters<typeof questionsOf>) => questionsOf(...args).map(({ words }) => words)
const allergicTo = (...allergens: string[]) => ({ allergies: allergens.map((allergen) => ({ allergen })) })

describe('a drug against an allergy', () => {
  test.each([
    [
      'Penicillin',
      'Start amoxicillin 500 mg.',
      'The chart lists an allergy to penicillin; the note has amoxicillin, a penicillin.',
    ],
    [
      'penicillin',
      'Start cephalexin 500 mg.',
      'The chart lists an allergy to penicillin; the note has cephalexin, a cephalosporin.',
    ],
    ['Zithromax', 'Start azithromycin.', 'The chart lists an allergy to zithromax; the note has azithromycin.'],
    [
      'sulfa drugs',
      'Start Bactrim DS.',
      'The chart lists an allergy to sulfa drugs; the note has bactrim ds, a sulfonamide.',
    ],
    ['aspirin', 'Start ibuprofen.', 'The chart lists an allergy to aspirin; the note has ibuprofen, an NSAID.'],
    ['Codeine', 'Start morphine.', 'The chart lists an allergy to codeine; the note has morphine, an opioid.'],
    ['statins', 'Start Lipitor.', 'The chart lists an allergy to statins; the note has lipitor, a statin.'],
    [
      'lisinopril',
      'Start enalapril.',
      'The chart lists an allergy to lisinopril; the note has enalapril, an ACE inhibitor.',
    ],
    ['iodine', 'CT of the abdomen with contrast.', 'The chart lists an allergy to iodine; the note has contrast.'],
    ['latex', 'A latex catheter was placed.', 'The chart lists an allergy to latex; the note has latex.'],
  ])('%s: %s', (allergen, text, words) => expect(wordsOf(text, allergicTo(allergen))).toEqual([words]))

  test('raises a question if the note itself lists the allergy', () => {
    expect(wordsOf({ Allergies: 'Amoxicillin: hives.', Plan: 'Start Augmentin.' })).toEqual([
      'The note lists an allergy to amoxicillin and has augmentin, a penicillin.',
    ])
  })

  test('a note that says no allergies are known raises a question if the chart lists one', () => {
    expect(wordsOf({ Allergies: 'NKDA.' }, allergicTo('Latex', 'Aspirin'))).toEqual([
      'The chart lists an allergy to latex and aspirin; the note says that none is known.',
    ])
    expect(wordsOf({ Allergies: 'NKDA.' }, allergicTo('NKDA'))).toEqual([])
  })

  test.each([
    ['penicillin', 'Avoid amoxicillin.'],
    ['penicillin', 'Start azithromycin.'],
    ['sulfa', 'Start furosemide.'],
    ['iodine', 'CT without contrast. MRI with contrast. In contrast to March, he is well.'],
    ['latex', 'Latex-free gloves. No latex was used.'],
    ['peanuts', 'Start aspirin.'],
  ])('raises no question: %s, %s', (allergen, text) => expect(wordsOf(text, allergicTo(allergen))).toEqual([]))
})

describe('the sex of the patient', () => {
  test.each([
    ['female', 'The prostate is enlarged.', ['The chart says female; the note has “prostate”.']],
    ['male', 'She is pregnant.', ['The chart says male; the note has “pregnant”.']],
    ['male', 'A 54-year-old woman.', ['The chart says male; the note has “woman”.']],
    ['female', 'He has pain. He takes aspirin. He sleeps.', ['The chart says female; the note has “he”.']],
    ['female', 'He has pain. She takes aspirin. He sleeps. He eats.', []],
    ['male', 'His wife is pregnant. His mother had ovarian cancer.', []],
    ['male', 'A 54-year-old man with an enlarged prostate.', []],
    [undefined, 'She is pregnant.', []],
  ] as const)('%s: %s', (sex, text, words) => expect(wordsOf(text, { sex })).toEqual(words))
})

describe('the age of the patient', () => {
  test.each([
    ['1972-03-05', 'A 54-year-old man.', []],
    ['1972-03-05', 'A 55-year-old man.', []],
    [
      '1972-03-05',
      'A 45-year-old man.',
      ['By the birth date in the chart the patient is 54 years old; the note has 45.'],
    ],
    ['1972-03-05', 'A 62 y/o man.', ['By the birth date in the chart the patient is 54 years old; the note has 62.']],
    [
      '1972-12-31',
      'A 55-year-old man.',
      ['By the birth date in the chart the patient is 53 years old; the note has 55.'],
    ],
    ['1972-03-05', 'His 20-year-old son. His mother had a 9-year-old dog. He fell at 30 years old.', []],
    ['2026-01-05', 'An 8-month-old girl.', []],
    [undefined, 'A 45-year-old man.', []],
  ] as const)('born %s: %s', (birthDate, text, words) => expect(wordsOf(text, { birthDate })).toEqual(words))
})

describe('a side that changes between sections', () => {
  test('raises a question if two sections name opposite sides', () => {
    expect(wordsOf({ 'Chief Complaint': 'Left knee pain.', Plan: 'Injection of the right knee.' })).toEqual([
      'The section “Chief Complaint” has the left knee; here it is the right knee.',
    ])
  })
  test.each([
    [{ HPI: 'Left knee pain. The right knee is well.', Plan: 'Injection of the left knee.' }],
    [{ HPI: 'Left knee pain.', Examination: 'The right knee is normal.', Plan: 'MRI of the left knee.' }],
    [{ HPI: 'Left knee pain.', 'Past Surgical History': 'Right knee arthroscopy.' }],
    [{ HPI: 'Left knee pain.', Plan: 'Rest for the right ankle.' }],
    [{ HPI: 'Pain in both knees.', Plan: 'Injection of the right knee.' }],
  ])('raises no question if the note explains it: %j', (note) => expect(wordsOf(note)).toEqual([]))
})

describe('a dose', () => {
  test.each([
    ['Levothyroxine 100 mg daily.', ['The note has levothyroxine 100 mg; a usual single dose is 12.5 to 300 mcg.']],
    ['Lisinopril 400 mg daily.', ['The note has lisinopril 400 mg; a usual single dose is 2.5 to 40 mg.']],
    ['Metformin 5 mg daily.', ['The note has metformin 5 mg; a usual single dose is 250 to 2550 mg.']],
    ['Lisinopril 80 mg daily. Levothyroxine 0.1 mg daily. Ceftriaxone 2 g IV.', []],
    ['Gabapentin 15 mg/kg daily. Norco 5/325 mg. Zofenopril 5,000 mg daily.', []],
  ])('raises a question only if it is far from the usual one: %s', (text, words) =>
    expect(wordsOf(text)).toEqual(words),
  )
})

test('a question is asked once, points to its words, and has a key that does not depend on their place', () => {
  const text = 'Start amoxicillin 500 mg. Continue amoxicillin.'
  const [question, ...others] = questionsOf(text, allergicTo('penicillin'))
  expect(others).toEqual([])
  expect(text.slice(question!.start, question!.end)).toBe('amoxicillin 500 mg')
  expect(question!.key).toBe('allergy|penicillin|amoxicillin')
  expect(questionsOf(`Well. ${text}`, allergicTo('penicillin'))[0]!.key).toBe(question!.key)
})

test('the notes of the seen half of the corpus raise only the two questions that are justified', () => {
  const asked = readCorpus('seen').flatMap(({ title, sections }) =>
    chartQuestions(sections, inferNote(sections), { allergies: [], on }).map(({ words }) => `${title}: ${words}`),
  )
  // These two notes really contain a drug of a class to which the patient is allergic.
  expect(asked).toEqual([
    'Emergency department: chest pain: The note lists an allergy to codeine and has morphine, an opioid.',
    'Pediatrics: ear pain: The note lists an allergy to amoxicillin and has cefdinir, a cephalosporin.',
  ])
})
