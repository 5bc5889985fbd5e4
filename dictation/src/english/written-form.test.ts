import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toWritten } from '../index.ts'
import { asTokens, withHyphens } from '../recognised-tokens.ts'
import { makeSentence, plainSentences, seeded } from '../test-data/make-sentences.ts'
import type { RecognisedWord, Token } from '../token.ts'
import { commandWords } from './command-words.ts'
import { isNumberPart, readCommands, writeNumbers } from './index.ts'

const rows = readFileSync(join(import.meta.dirname, '../test-data/spoken-to-written.tsv'), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => line.split('\t') as [string, string, string])
  .map(([spoken, written, kind]) => ({ spoken, written: written.replaceAll('\\n', '\n'), kind }))
const kinds = [...Map.groupBy(rows, ({ kind }) => kind)]
/** Returns words without times or punctuation, as some engines return them. */
const wordsOf = (spoken: string): RecognisedWord[] =>
  spoken
    .split(' ')
    .filter(Boolean)
    .map((word) => ({ word, start: 0, end: 0, confidence: null }))
/** Returns words with times. Each "…" is a pause of one second. */
function timed(spoken: string): RecognisedWord[] {
  let now = 0
  return spoken.split(' ').flatMap((word) => {
    if (word === '…') {
      now += 1
      return []
    }
    now += 0.35
    return [{ word, start: now - 0.3, end: now, confidence: null }]
  })
}
const tokensOf = (words: readonly RecognisedWord[]): Token[] =>
  withHyphens(writeNumbers(readCommands(asTokens(words, isNumberPart))))
const textOf = (words: readonly RecognisedWord[]) =>
  tokensOf(words)
    .map(({ text, kind }) => (kind === 'line' ? '↵' : kind === 'paragraph' ? '¶' : text))
    .join(' ')
const unsureOf = (words: readonly RecognisedWord[]) =>
  tokensOf(words).flatMap(({ text, unsure }) => (unsure ? [[text, unsure]] : []))

describe('the written form', () => {
  test.each(kinds)('is correct for %s', (_, of) => {
    expect(of.map(({ spoken }) => `${spoken} → ${toWritten(spoken)}`)).toEqual(
      of.map(({ spoken, written }) => `${spoken} → ${written}`),
    )
  })

  test('of text that is already in written form is the same text', () => {
    const lines = rows.map(({ written }) => written).filter((written) => !written.includes('\n'))
    expect(lines.map(toWritten)).toEqual(lines)
  })

  test.each(commandWords.filter(({ examples, counterExamples }) => examples ?? counterExamples))(
    'of “$spoken” is its mark, or the word itself where it is content',
    ({ examples = [], counterExamples = [] }) => {
      for (const [spoken, written] of examples) expect(toWritten(spoken)).toBe(written)
      for (const spoken of counterExamples) expect(toWritten(spoken)).toBe(spoken)
    },
  )

  test('of generated clinical sentences is the intended text', () => {
    const random = seeded(27)
    const made = Array.from({ length: 400 }, () => makeSentence(random))
    expect(made.map(({ spoken }) => toWritten(spoken))).toEqual(made.map(({ written }) => written))
  })
})

describe('a pause', () => {
  test('separates two numbers', () => {
    expect(textOf(timed('give two fifty milligrams and then rest for a while'))).toContain('250 mg')
    expect(textOf(timed('he took two … fifty milligrams each and then rested for a while'))).toContain('two 50 mg')
  })

  test('around a word that may be content keeps the word and offers the mark', () => {
    expect(unsureOf(timed('he is on his normal … colon … plan to scope him next week again'))).toEqual([
      ['colon', [':']],
    ])
    expect(unsureOf(timed('his normal colon was seen and the scope was then removed'))).toEqual([])
  })

  test('is ignored if the engine leaves the same silence between all words', () => {
    const words = wordsOf('start two fifty milligrams').map((word, at) => ({ ...word, start: at, end: at + 0.4 }))
    expect(textOf(words)).toBe('start 250 mg')
  })
})

describe('in doubt', () => {
  test('a command word stays a word and offers its mark', () => {
    expect(unsureOf(wordsOf('past medical history colon cancer'))).toEqual([['colon', [':']]])
    expect(unsureOf(wordsOf('central line comma new line comma picc'))).toEqual([['new line', ['\n']]])
    expect(unsureOf(wordsOf('new paragraph period he is well'))).toEqual([['period', ['.']]])
  })

  test('a number stays as it was said and offers its possible readings', () => {
    expect(unsureOf(wordsOf('take two fifty milligram tablets'))).toEqual([
      ['two fifty milligram', ['250 mg', '2 50 mg']],
    ])
    expect(unsureOf(wordsOf('last dose nine thirty'))).toEqual([['nine thirty', ['930', '9:30']]])
    expect(unsureOf(wordsOf('take one two three of them'))).toEqual([['one two three', ['123']]])
    expect(unsureOf(wordsOf('from twenty twenty five milligrams'))).toEqual([['20', []]])
  })
})

const vocabulary = fc.constantFrom(
  ...(
    'plan colon period comma next new paragraph line heading section fifty four year old one oh a hundred thousand over point five ' +
    'milligrams percent march may third twenty-five l c six of to and half by number type two chest pain <b> & hyphen slash dash ' +
    'quote unquote open close paren q i d b h out plus 2.5 120 .5 10,000 mg, well. {period} {comma} {unknown [INDICATION] [MUSIC] ' +
    'a.m. é 😀 שלום the no menstrual left x gravida para seventy phone vision times million hours today'
  ).split(' '),
)
const anyWords = fc
  .array(
    fc.record({
      word: vocabulary,
      start: fc.oneof(fc.constant(Number.NaN), fc.double({ min: -5, max: 50 })),
      length: fc.double({ min: -1, max: 3 }),
    }),
    { maxLength: 60 },
  )
  .map((some) =>
    some.map(({ word, start, length }): RecognisedWord => ({ word, start, end: start + length, confidence: null })),
  )

describe('every recognised word', () => {
  test('belongs, once and in order, to the text, mark, break or figure that it was said for', () => {
    fc.assert(
      fc.property(anyWords, (words) => {
        expect(tokensOf(words).flatMap(({ from }) => [...from])).toEqual(words.map((_, index) => index))
      }),
      { numRuns: 500 },
    )
  })

  test('stays unchanged letter by letter unless it is a command or a number', () => {
    const sentence = fc.constantFrom(...plainSentences)
    fc.assert(
      fc.property(fc.array(sentence, { minLength: 1, maxLength: 5 }), (some) => {
        expect(toWritten(some.join(' and '))).toBe(some.join(' and '))
      }),
      { numRuns: 200 },
    )
  })

  test('is kept in numbers of sixty words, in texts of commands only and of numbers only', () => {
    const digits = Array.from({ length: 60 }, (_, at) => ['one', 'seven', 'three'][at % 3]!).join(' ')
    for (const spoken of [
      digits,
      'hundred '.repeat(60).trim(),
      'period comma colon new line '.repeat(15).trim(),
      'twenty thirty forty five hundred thousand million '.repeat(9).trim(),
      'point '.repeat(60).trim(),
    ]) {
      const words = wordsOf(spoken)
      expect(tokensOf(words).flatMap(({ from }) => [...from])).toEqual(words.map((_, index) => index))
    }
  })
})

describe('engine tokens in braces and brackets', () => {
  test('become marks, breaks and headings, whether the engine sends one word or several', () => {
    expect(toWritten('no effusion {period} {new paragraph} heart normal {period}')).toBe(
      'no effusion.\n\nHeart normal.',
    )
    expect(tokensOf([{ word: '{new paragraph}', start: 0, end: 1, confidence: null }])).toMatchObject([
      { kind: 'paragraph' },
    ])
    expect(toWritten('[EXAM TYPE] chest {period} [INDICATION] cough')).toBe('Exam type: chest.\nIndication: cough')
  })

  test('stay as text if they are unknown', () => {
    expect(toWritten('heart {unknown token} normal [MUSIC]')).toBe('heart {unknown token} normal [MUSIC]')
  })
})
