import { expect, test } from 'vitest'
import { readTranscription } from './read-transcription.ts'

const read = (answer: object) => readTranscription(JSON.stringify(answer), 10)

test('words at the top level are used unchanged, with their confidence if given', () => {
  const words = [
    { word: 'no', start: 0, end: 0.2, probability: 0.91 },
    { word: ' fever', start: 0.2, end: 0.7, probability: 1.02 },
  ]
  expect(read({ text: 'no fever', words: [words[0]] })).toEqual([{ word: 'no', start: 0, end: 0.2, confidence: 0.91 }])
  expect(read({ words: [{ ...words[0], word: ' no' }, words[1]] })).toMatchObject([
    { word: 'no' },
    { word: 'fever', confidence: 1 },
  ])
})

test('partial words in segments, as whisper.cpp gives them, are joined', () => {
  const answer = {
    segments: [
      {
        text: ' Substernal pain.',
        words: [
          { word: '[_BEG_]', start: 0, end: 0, probability: 0.5 },
          { word: ' Sub', start: 0.1, end: 0.3, probability: 0.5 },
          { word: 'sternal', start: 0.3, end: 0.8, probability: 0.7 },
          { word: ' pain', start: 0.9, end: 1.2, probability: 0.9 },
          { word: '.', start: 1.2, end: 1.2, probability: 0.9 },
        ],
      },
    ],
  }
  expect(read(answer)).toEqual([
    { word: 'Substernal', start: 0.1, end: 0.8, confidence: 0.6 },
    { word: 'pain.', start: 0.9, end: 1.2, confidence: 0.9 },
  ])
})

test('segments without words, as vLLM gives them, are spread over their time', () => {
  const words = read({
    duration: '10',
    words: null,
    segments: [{ start: '2', end: '4', text: ' no pain', avg_logprob: -0.5 }],
  })
  expect(words.map(({ word }) => word)).toEqual(['no', 'pain'])
  expect(words[0]!.start).toBe(2)
  expect(words[1]!.end).toBeCloseTo(4)
  expect(words[0]!.confidence).toBeCloseTo(Math.exp(-0.5))
  expect(words.every(({ isTimeGuessed }) => isTimeGuessed)).toBe(true)
})

test('text alone is spread over the whole recording, and silence gives no words', () => {
  expect(read({ text: 'no fever' })).toMatchObject([
    { word: 'no', start: 0, confidence: null, isTimeGuessed: true },
    { word: 'fever', end: 10, isTimeGuessed: true },
  ])
  expect(read({ text: '', segments: [], words: [] })).toEqual([])
})

test('times stay inside the recording and in order', () => {
  const words = [
    { word: 'a', start: 5, end: 4 },
    { word: 'b', start: 3, end: 30 },
  ]
  expect(read({ words })).toMatchObject([
    { start: 5, end: 5 },
    { start: 5, end: 10 },
  ])
})

test.each([
  ['missing', [{}, { start: 3 }, { end: 4 }], [true, true, true]],
  ['without a length', [{ start: 3, end: 3 }], [true]],
  [
    'in milliseconds',
    [
      { start: 500, end: 900 },
      { start: 1_000, end: 1_400 },
    ],
    [true, true],
  ],
  [
    'backwards',
    [
      { start: 1, end: 2 },
      { start: 8, end: 9 },
      { start: 3, end: 4 },
      { start: 8.5, end: 9 },
    ],
    [undefined, true, true, undefined],
  ],
  [
    'rounded beyond the end',
    [
      { start: 9, end: 9.5 },
      { start: 9.45, end: 10.04 },
    ],
    [undefined, undefined],
  ],
])('impossible times are marked as guesses: %s', (_, times, guessed) => {
  const words = read({ words: times.map((time) => ({ word: 'fever', probability: 0.5, ...time })) })
  expect(words.map(({ isTimeGuessed }) => isTimeGuessed)).toEqual(guessed)
})
