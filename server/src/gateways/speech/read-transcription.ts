import { z } from 'zod'
import { inOrder } from './in-order.ts'
import { type HeardWord, SpeechFailed } from './port.ts'
import { spreadWords } from './spread-words.ts'

/** Some services write numbers as text. */
const number = z.union([
  z.number(),
  z
    .string()
    .regex(/^-?\d+(\.\d+)?$/)
    .transform(Number),
])
const timed = z.object({
  word: z.string(),
  start: number.nullish(),
  end: number.nullish(),
  probability: number.nullish(),
  confidence: number.nullish(),
})
const transcription = z.object({
  text: z.string().nullish(),
  words: z.array(timed).nullish(),
  segments: z
    .array(
      z.object({
        text: z.string().nullish(),
        start: number.nullish(),
        end: number.nullish(),
        avg_logprob: number.nullish(),
        words: z.array(timed).nullish(),
      }),
    )
    .nullish(),
})
type Timed = z.infer<typeof timed>

const unreadable = () => new SpeechFailed('unreadable', 'The speech service’s answer can’t be read.')

/**
 * The words of an answer in any of the forms that services return (speech.md, Answers of services): words at the top,
 * words or parts of words in segments, or text alone, whose words are spread over its time.
 * @param seconds length of the sound sent.
 * @throws SpeechFailed
 */
export function readTranscription(answer: string, seconds: number): HeardWord[] {
  const { success, data } = transcription.safeParse(parsed(answer))
  if (!success || (data.text ?? data.words ?? data.segments) === undefined) throw unreadable()
  if (data.words?.length) return inOrder(wholeWords(data.words), seconds)
  const fromSegments = (data.segments ?? []).flatMap((segment) => {
    const [from, to] = [segment.start ?? 0, segment.end ?? seconds]
    if (segment.words?.length) return wholeWords(segment.words)
    const confidence = segment.avg_logprob == null ? null : Math.exp(segment.avg_logprob)
    return spreadWords(segment.text ?? '', from, to, confidence)
  })
  return inOrder(fromSegments.length > 0 ? fromSegments : spreadWords(data.text ?? '', 0, seconds, null), seconds)
}

function parsed(answer: string): unknown {
  try {
    return JSON.parse(answer)
  } catch {
    throw unreadable()
  }
}

/** whisper.cpp returns parts of words: a space before a part begins a word. In other answers every entry is a word. */
function wholeWords(pieces: readonly Timed[]): HeardWord[] {
  const said = pieces.filter(({ word }) => word.trim() !== '' && !/^\s*(\[_.*\]|<\|.*\|>)\s*$/.test(word))
  const arePieces = said.some(({ word }) => word.startsWith(' '))
  const groups: Timed[][] = []
  for (const piece of said)
    if (arePieces && !piece.word.startsWith(' ') && groups.length > 0) groups.at(-1)!.push(piece)
    else groups.push([piece])
  return groups.map((group) => {
    const chances = group.flatMap(({ probability, confidence }) => probability ?? confidence ?? [])
    const [saidStart, saidEnd] = [group[0]!.start, group.at(-1)!.end]
    const start = saidStart ?? 0
    return {
      word: group
        .map(({ word }) => word)
        .join('')
        .trim(),
      start,
      end: saidEnd ?? start,
      confidence: chances.length === 0 ? null : chances.reduce((sum, chance) => sum + chance, 0) / chances.length,
      isTimeGuessed: saidStart == null || saidEnd == null,
    }
  })
}
