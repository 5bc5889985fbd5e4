import type { HeardWord } from './port.ts'

/** The words of a text without times, which are guessed: spread over its time in seconds by their lengths. */
export function spreadWords(text: string, from: number, to: number, confidence: number | null): HeardWord[] {
  const words = text.split(/\s+/).filter(Boolean)
  const letters = words.reduce((sum, word) => sum + word.length, 0)
  let at = from
  return words.map((word) => {
    const start = at
    at += ((to - from) * word.length) / letters
    return { word, start, end: at, confidence, isTimeGuessed: true }
  })
}
