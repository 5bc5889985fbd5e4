import type { HeardWord } from './port.ts'

/** Engines round their times, and may end the last word slightly after the recording. */
const roundedSeconds = 0.1

/**
 * Puts words in order, with times inside the recording and confidences from 0 to 1, since engines violate both.
 * Impossible times are marked as guesses: those outside the recording or without a length, and both sides where times
 * run backwards.
 * @param seconds length of the recording
 */
export function inOrder(words: readonly HeardWord[], seconds: number): HeardWord[] {
  const within = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value))
  const earliestFrom = words.map(({ start }) => start)
  for (let index = earliestFrom.length - 2; index >= 0; index -= 1)
    earliestFrom[index] = Math.min(earliestFrom[index]!, earliestFrom[index + 1]!)
  let last = 0
  return words.map(({ start: saidStart, end: saidEnd, confidence: chance, isTimeGuessed, word }, index) => {
    const start = within(saidStart, last, seconds)
    const end = within(saidEnd, start, seconds)
    last = start
    const strays = [start - saidStart, end - saidEnd, saidStart - earliestFrom[index]!].map(Math.abs)
    const isGuess = isTimeGuessed || saidEnd <= saidStart || strays.some((stray) => stray > roundedSeconds)
    const confidence = chance === null ? null : within(chance, 0, 1)
    return { word, start, end, confidence, ...(isGuess && { isTimeGuessed: true }) }
  })
}
