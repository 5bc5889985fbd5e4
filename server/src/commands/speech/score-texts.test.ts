import { expect, test } from 'vitest'
import { clinicalKindsOf } from './clinical-words.ts'
import { scoreTexts } from './score-texts.ts'

const kinds = (text: string) => {
  const words = text.split(' ')
  return clinicalKindsOf(words).map((kind, index) => `${words[index]}${kind ? `/${kind}` : ''}`)
}

test('drugs, numbers with units, negations and sides are distinguished from other words, spoken or written', () => {
  expect(kinds('no pain in the left knee')).toEqual(['no/negation', 'pain', 'in', 'the', 'left/side', 'knee'])
  const spoken = 'start valproic acid two hundred and fifty milligrams for two acid days'
  expect(clinicalKindsOf(spoken.split(' '))).toEqual([
    undefined,
    'drugs',
    'drugs',
    ...Array.from({ length: 5 }, () => 'numbersWithUnits'),
    undefined,
    undefined,
    undefined,
    undefined,
  ])
  expect(kinds('0.125 mg 97% 5mg 142/88 grade 3 zanubrutinib')).toEqual([
    '0.125/numbersWithUnits',
    'mg/numbersWithUnits',
    '97%/numbersWithUnits',
    '5mg/numbersWithUnits',
    '142/88',
    'grade',
    '3',
    'zanubrutinib/drugs',
  ])
})

test('the same text has no errors, whatever its case and punctuation', () => {
  const { all, clinical } = scoreTexts(
    'No chest pain. Aspirin 81 mg, left arm.',
    'no chest pain aspirin 81 MG “Left” arm',
  )
  expect(all).toEqual({ words: 8, wrong: 0, rate: 0 })
  expect(clinical).toMatchObject({ words: 5, wrong: 0, rate: 0 })
})

test('a wrong, missing or extra clinical word counts once among the clinical ones, and once for its kind', () => {
  const right = 'no fever and right knee pain take metoprolol 25 mg daily'
  const score = scoreTexts(right, 'fever and left knee pain take metal 250 mg daily not')
  expect(score.all).toEqual({ words: 11, wrong: 5, rate: 0.4545 })
  expect(score.clinical).toEqual({
    words: 5,
    wrong: 5,
    rate: 1,
    drugs: { words: 1, wrong: 1, rate: 1 },
    numbersWithUnits: { words: 2, wrong: 1, rate: 0.5 },
    negation: { words: 1, wrong: 2, rate: 2 },
    side: { words: 1, wrong: 1, rate: 1 },
  })
})

test('a text without clinical words has no clinical rate, and an empty text has no rate', () => {
  expect(scoreTexts('thank you', 'thank you').clinical.rate).toBeNull()
  expect(scoreTexts('', 'no').all).toEqual({ words: 0, wrong: 1, rate: null })
})
