import type { RecognisedWord } from '@dictara/dictation'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { spreadWords } from '../spread-words.ts'
import { type HeardPiece, joinPieces } from './join-pieces.ts'
import { piecesOf } from './pieces.ts'

const rate = 1000
/** Samples as loud as speech during the words, and silent between them. */
function soundOf(words: readonly { start: number; end: number }[], seconds: number): Float32Array {
  const samples = new Float32Array(Math.round(seconds * rate))
  for (const { start, end } of words)
    for (let at = Math.round(start * rate); at < end * rate && at < samples.length; at += 1)
      samples[at] = at % 2 ? 0.3 : -0.3
  return samples
}

/** A random dictation: words with the gaps before them, in hundredths of a second. */
const spoken = fc
  .array(
    fc.record({
      word: fc.constantFrom('no', 'fever', 'the', 'of', 'pain', 'mild', 'denies', 'aspirin'),
      gap: fc.oneof({ weight: 6, arbitrary: fc.integer({ min: 6, max: 20 }) }, fc.integer({ min: 30, max: 300 })),
      length: fc.integer({ min: 16, max: 80 }),
    }),
    { minLength: 100, maxLength: 150, size: 'max' },
  )
  .map((words) => {
    let at = 0
    return words.map(({ word, gap, length }) => {
      const start = at + gap / 100
      at = start + length / 100
      return { word, start, end: at, confidence: null }
    })
  })

describe('cutting', () => {
  test('pieces cover the whole, share their ends and are short enough; a short recording is one piece', () => {
    fc.assert(
      fc.property(spoken, (words) => {
        const samples = soundOf(words, words.at(-1)!.end + 0.5)
        const pieces = piecesOf(samples, rate)
        expect(pieces[0]!.from).toBe(0)
        expect(pieces.at(-1)!.to).toBe(samples.length)
        for (const [index, { from, to }] of pieces.entries()) {
          expect(to - from).toBeLessThanOrEqual(25 * rate)
          if (index > 0) expect(pieces[index - 1]!.to - from).toBeGreaterThanOrEqual(0.6 * rate)
        }
        if (samples.length <= 25 * rate) expect(pieces).toHaveLength(1)
      }),
      { numRuns: 50 },
    )
  })

  test('a cut is made in a pause if there is one; in speech both sides include four seconds', () => {
    const pause = piecesOf(
      soundOf(
        [
          { start: 0, end: 14 },
          { start: 15, end: 39 },
        ],
        39,
      ),
      rate,
    )
    expect(pause[0]!.to / rate).toBeGreaterThan(14)
    expect(pause[0]!.to / rate).toBeLessThan(15.4)
    const none = piecesOf(soundOf([{ start: 0, end: 40 }], 40), rate)
    expect(none).toEqual([
      { from: 0, to: 25_000 },
      { from: 21_000, to: 40_000 },
    ])
  })

  test('nothing, one sample and silence can be cut', () => {
    expect(piecesOf(new Float32Array(0), rate)).toEqual([{ from: 0, to: 0 }])
    expect(piecesOf(new Float32Array(1), rate)).toEqual([{ from: 0, to: 1 }])
    expect(piecesOf(new Float32Array(60 * rate), rate)).toHaveLength(3)
  })
})

describe('joining', () => {
  /**
   * A model's result for a piece: complete words with slightly wrong times, some misrecognised; cut words wrong or
   * missing.
   */
  function heardIn(
    words: readonly RecognisedWord[],
    from: number,
    to: number,
    chance: () => number,
    mishears: number,
  ): HeardPiece {
    const heard = words.flatMap((word, index) => {
      const off = (chance() - 0.5) * 0.1
      const moved = { ...word, start: word.start + off, end: word.end + off }
      const named = { ...moved, word: chance() < mishears ? `${word.word}${chance()}` : word.word }
      if (word.start >= from && word.end <= to) return [{ ...named, id: index }]
      const isCut = word.end > from + 0.05 && word.start < to - 0.05
      return isCut && chance() < 0.5
        ? [
            {
              ...moved,
              word: `uh${chance()}`,
              start: Math.max(from, moved.start),
              end: Math.min(to, moved.end),
              id: index,
            },
          ]
        : []
    })
    return { from, to, words: heard, strayingSeconds: 0.25 }
  }
  const joinedIds = (words: RecognisedWord[], chances: readonly number[], mishears: number) => {
    let taken = 0
    const chance = () => chances[taken++ % chances.length]!
    const pieces = piecesOf(soundOf(words, words.at(-1)!.end + 0.5), rate)
    const heard = pieces.map(({ from, to }) => heardIn(words, from / rate, to / rate, chance, mishears))
    return (joinPieces(heard) as (RecognisedWord & { id: number })[]).map(({ id }) => id)
  }
  const chances = fc.array(fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }), {
    minLength: 97,
    maxLength: 97,
  })

  test('no word is lost, doubled or moved at a join, even with varying times and words cut at the ends', () => {
    fc.assert(
      fc.property(spoken, chances, (words, given) => {
        expect(joinedIds(words, given, 0)).toEqual([...words.keys()])
      }),
      { numRuns: 100 },
    )
  })

  test('no word is lost even if the two sides differ in a fifth of the words; doubtful words stay twice', () => {
    fc.assert(
      fc.property(spoken, chances, (said, given) => {
        const words = said.map((word, index) => ({ ...word, word: `${word.word}${index}` }))
        expect([...new Set(joinedIds(words, given, 0.2))]).toEqual([...words.keys()])
      }),
      { numRuns: 100 },
    )
  })

  describe('words with estimated times', () => {
    const piece = (from: number, to: number, said: string): HeardPiece => ({
      from,
      to,
      strayingSeconds: null,
      words: spreadWords(said, from, to, null),
    })
    const joined = (...pieces: HeardPiece[]) =>
      joinPieces(pieces)
        .map(({ word }) => word)
        .join(' ')

    test('words on both sides of a cut in speech are written once, even if a word at the cut is misrecognised', () => {
      const before = piece(0, 25, 'The patient denies fever and has no pa')
      expect(joined(before, piece(21, 40, 'ver, and has no pain at all today.'))).toBe(
        'The patient denies fever and has no pain at all today.',
      )
    })

    test('a cut in a pause shares no words, so a word said on both sides is written twice', () => {
      expect(joined(piece(0, 20, 'he has no chest pain'), piece(19.4, 40, 'no fever no cough'))).toBe(
        'he has no chest pain no fever no cough',
      )
    })

    test('no word of a dictation is lost at a cut', () => {
      fc.assert(
        fc.property(spoken, (said) => {
          const words = said.map((word, index) => ({ ...word, word: `${word.word}${index}` }))
          const pieces = piecesOf(soundOf(words, words.at(-1)!.end + 0.5), rate)
            .map(({ from, to }) => ({ from: from / rate, to: to / rate }))
            .map(({ from, to }) => {
              const whole = words.filter(({ start, end }) => start >= from && end <= to)
              return piece(from, to, whole.map(({ word }) => word).join(' '))
            })
          expect(new Set(joined(...pieces).split(' '))).toEqual(new Set(words.map(({ word }) => word)))
        }),
        { numRuns: 50 },
      )
    })

    test('no word is lost even if the two sides have nothing in common', () => {
      expect(joined(piece(0, 25, 'one two three'), piece(21, 40, 'four five six'))).toBe('one two three four five six')
    })
  })

  test('pieces without words join to the words of the others', () => {
    const word = { word: 'fever', start: 1, end: 1.4, confidence: null }
    const piece = (from: number, to: number, words: RecognisedWord[]) => ({ from, to, words, strayingSeconds: 0.25 })
    expect(joinPieces([])).toEqual([])
    expect(joinPieces([piece(0, 20, [word]), piece(19, 40, []), piece(39, 60, [])])).toEqual([word])
    expect(joinPieces([piece(0, 20, []), piece(19, 40, [{ ...word, start: 19.1, end: 19.3 }])])).toHaveLength(1)
  })
})
