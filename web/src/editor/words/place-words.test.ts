import { expect, test } from 'vitest'
import { placeTokens, spokenTokens, spokenWords, tokensOf } from './place-words.ts'

const heard = (text: string) =>
  spokenWords(text.split(' ').map((word, index) => ({ word, start: index, end: index + 0.9, confidence: 0.9 })))
const places = (written: string, spoken: string) =>
  placeTokens(tokensOf(written), heard(spoken)).map((place) => place && [place.first, place.last, place.isAsSpoken])

test('written words match the spoken ones despite dictated punctuation', () => {
  expect(places('No fever, no chills.', 'no fever comma no chills period')).toEqual([
    [0, 0, true],
    [1, 1, true],
    [3, 3, true],
    [4, 4, true],
  ])
})

test('a number covers all the words in which it was spoken', () => {
  expect(places('aged 23 years', 'aged twenty three years')).toEqual([
    [0, 0, true],
    [1, 2, false],
    [3, 3, true],
  ])
})

test('a corrected word keeps the time of the original, and an added word has none', () => {
  expect(places('takes metoprolol daily', 'takes metropolis daily')[1]).toEqual([1, 1, false])
  expect(places('takes also metoprolol', 'takes metoprolol')).toEqual([[0, 0, true], undefined, [1, 1, true]])
})

test('the conversion’s map gives the words from which a token was made', () => {
  const spoken = spokenTokens([
    { sectionId: 'a', text: 'Blood', wordIndexes: [0] },
    { sectionId: 'a', text: '120/80,', wordIndexes: [2, 3, 4] },
    { sectionId: 'a', text: '.', wordIndexes: [] },
  ])
  expect(placeTokens(tokensOf('Blood pressure 120/80'), spoken)).toMatchObject([
    { first: 0, last: 0, isAsSpoken: true },
    undefined,
    { from: 15, to: 21, first: 2, last: 4, isAsSpoken: true },
  ])
})

test('each word of a replacement is matched to one of the replaced words, for any numbers of words', () => {
  const numbered = (name: string, count: number) =>
    Array.from({ length: count }, (_, index) => `${name}${index}`).join(' ')
  for (let written = 1; written <= 60; written += 1)
    for (let spoken = 1; spoken <= 60; spoken += 1) {
      const lasts = placeTokens(tokensOf(numbered('a', written)), heard(numbered('b', spoken))).map((one) => one?.last)
      expect(lasts, `${written} for ${spoken}`).toHaveLength(written)
      expect(
        lasts.every((last) => last !== undefined && last < spoken),
        `${written} for ${spoken}`,
      ).toBe(true)
    }
})
