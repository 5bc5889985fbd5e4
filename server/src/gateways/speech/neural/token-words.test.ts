import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Decoded, wordsOfTokens } from './token-words.ts'

const decoded = (tokens: [string, number][], more: Partial<Decoded> = {}): Decoded => ({
  text: tokens.map(([token]) => token).join(''),
  tokens: tokens.map(([token]) => token),
  timestamps: tokens.map(([, time]) => time),
  durations: [],
  ys_log_probs: [],
  ...more,
})
const written = (tokens: string[]) =>
  wordsOfTokens(decoded(tokens.map((token, index) => [token, index])), tokens.length).map(({ word }) => word)

test('a word starts at a space or its sign, and lasts from its first token to its last', () => {
  const tokens: [string, number][] = [
    [' am', 0.4],
    ['oxi', 0.6],
    ['cillin', 0.8],
    ['▁daily', 2],
  ]
  const words = wordsOfTokens(decoded(tokens), 3)
  expect(words.map(({ word, start }) => [word, start])).toEqual([
    ['amoxicillin', 0.4],
    ['daily', 2],
  ])
  expect(words[0]!.end).toBeCloseTo(1.04)
  expect(words.map(({ confidence }) => confidence)).toEqual([null, null])
})

test('marks in braces and brackets are one word, including spaces; unclosed ones are ordinary words', () => {
  expect(written([' pain', '{period}', ' new'])).toEqual(['pain', '{period}', 'new'])
  expect(written([' {', 'new', ' para', 'graph', '}', ' [EXAM', ' TYPE]'])).toEqual(['{new paragraph}', '[EXAM TYPE]'])
  expect(written([' {unknown', ' token', ' here'])).toEqual(['{unknown', 'token', 'here'])
  expect(written([' a', '{', ' b', '[', ']'])).toEqual(['a', '{', 'b', '[]'])
})

test('ends of sentences and blanks are not words, and times stay inside and in order, whatever the model returns', () => {
  const words = wordsOfTokens(
    decoded([
      ['<s>', 0],
      [' fever', 2],
      [' today', 1],
      ['</s>', 9],
    ]),
    1.5,
  )
  expect(words).toMatchObject([
    { word: 'fever', start: 1.5, end: 1.5, isTimeGuessed: true },
    { word: 'today', start: 1.5, end: 1.5, isTimeGuessed: true },
  ])
})

test('lengths and probabilities of tokens are used if the model gives them', () => {
  const more = { durations: [0.1, 0.3, 0.2], ys_log_probs: [Math.log(0.9), Math.log(0.4), 0] }
  expect(
    wordsOfTokens(
      decoded(
        [
          [' de', 0],
          ['nies', 0.2],
          [' fever', 1],
        ],
        more,
      ),
      2,
    ),
  ).toEqual([
    { word: 'denies', start: 0, end: 0.5, confidence: expect.closeTo(0.6) },
    { word: 'fever', start: 1, end: 1.2, confidence: 1 },
  ])
})

test('a text without times, or made of letter pieces, is spread over its time', () => {
  const spread = [
    { word: 'cafe', start: 0, end: 1, confidence: null, isTimeGuessed: true },
    { word: 'noir', start: 1, end: 2, confidence: null, isTimeGuessed: true },
  ]
  expect(wordsOfTokens(decoded([], { text: ' cafe noir' }), 2)).toEqual(spread)
  expect(
    wordsOfTokens(
      decoded(
        [
          ['<0xC3>', 0],
          ['<0xA9>', 1],
        ],
        { text: 'cafe noir' },
      ),
      2,
    ),
  ).toEqual(spread)
})

test('every letter of every token is in exactly one word, in order', () => {
  const token = fc.stringMatching(/^[ ▁]?[a-z{}[\]'.]{0,5}$/).filter((text) => text.length > 0)
  fc.assert(
    fc.property(fc.array(token, { maxLength: 30 }), (tokens) => {
      const letters = (text: string) => text.replaceAll(/[\s▁]/g, '')
      expect(letters(written(tokens).join(''))).toBe(letters(tokens.join('')))
    }),
  )
})
