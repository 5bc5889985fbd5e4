import type { RecognisedWord } from '@dictara/dictation'
import { levelOf, type Stretch, type VoiceSearch } from '../../gateways/audio/index.ts'
import type { HeardWord, SpeechEngine } from '../../gateways/speech/index.ts'

/** A pause of this length separates two runs of words. */
const pauseSeconds = 0.7
/** A run of at least this many words, half of which the engine is sure of, is not noise. */
const leastWords = 4
const sure = 0.9
/** Speech may begin and end this far outside the times of its words. */
const besideMs = 500

/** Groups words that follow each other without a pause. */
function runsOf(words: readonly HeardWord[]): HeardWord[][] {
  const runs: HeardWord[][] = []
  let endsAt = 0
  for (const word of words) {
    const run = runs.at(-1)
    if (run && word.start - endsAt < pauseSeconds) run.push(word)
    else runs.push([word])
    endsAt = word.end
  }
  return runs
}

const isSurelySaid = (words: readonly HeardWord[]) =>
  words.length >= leastWords && words.filter(({ confidence }) => (confidence ?? 0) >= sure).length >= words.length / 2

/** Where the words of a run were said; the whole sound if times are guessed or the engine gives no confidence. */
const placeOf = (words: readonly HeardWord[], lengthMs: number): Stretch =>
  words.every(({ confidence, isTimeGuessed }) => confidence !== null && !isTimeGuessed)
    ? {
        startMs: words[0]!.start * 1000 - besideMs,
        endMs: Math.max(...words.map(({ end }) => end)) * 1000 + besideMs,
      }
    : { startMs: 0, endMs: lengthMs }

export interface Hearing {
  engine: Pick<SpeechEngine, 'transcribe'>
  voices: Pick<VoiceSearch, 'find'>
}

/**
 * The words of a stretch of sound, without words that the engine heard in silence or noise. Checks only runs of few or unsure
 * words: drops them if there is certainly no voice near them.
 * @throws SpeechFailed
 */
export async function hearSpeech(
  { engine, voices }: Hearing,
  wav: string,
  { lengthMs, ...options }: { lengthMs: number; folder: string; signal: AbortSignal },
): Promise<RecognisedWord[]> {
  const runs = runsOf(await engine.transcribe(wav, { lengthMs, ...options }))
  if (runs.length > 0 && (await levelOf(wav)).peak === 0) return []
  const doubtful = runs.filter((run) => !isSurelySaid(run))
  const places = doubtful.map((run) => placeOf(run, lengthMs))
  const isVoice = doubtful.length > 0 ? await voices.find(wav, places, options) : []
  const noise = new Set(doubtful.filter((_, number) => isVoice[number] === false))
  return runs
    .filter((run) => !noise.has(run))
    .flatMap((words) => words.map(({ word, start, end, confidence }) => ({ word, start, end, confidence })))
}
