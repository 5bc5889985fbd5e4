import type { RecognisedWord } from '@dictara/dictation'
import { findVoice, levelOf, type Stretch } from '../../gateways/audio/index.ts'
import type { SpeechEngine } from '../../gateways/speech/index.ts'

/** A pause that parts what is said into runs of words. */
const pauseSeconds = 0.7
/** So many words in a run, half of which the engine is sure of, are no noise. */
const leastWords = 4
const sure = 0.9
/** Speech may begin and end a little beside the times of its words. */
const besideMs = 500

interface Run {
  words: RecognisedWord[]
  /** The engine knows how sure it is, and when each word is said. */
  isTimed: boolean
}

/** Words that follow each other without a pause. */
function runsOf(words: readonly RecognisedWord[]): Run[] {
  const runs: Run[] = []
  let endsAt = 0
  for (const word of words) {
    const run = runs.at(-1)
    if (run && word.start - endsAt < pauseSeconds) run.words.push(word)
    else runs.push({ words: [word], isTimed: true })
    endsAt = word.end
  }
  for (const run of runs) run.isTimed = run.words.every(({ confidence }) => confidence !== null)
  return runs
}

const isSurelySaid = ({ words }: Run) =>
  words.length >= leastWords && words.filter(({ confidence }) => (confidence ?? 0) >= sure).length >= words.length / 2

/**
 * The words of a stretch of sound, without those that an engine hears in silence and noise. Only runs of few or unsure words are
 * looked at: they go where nobody speaks anywhere near them, and stay where that is not certain.
 */
export async function hearSpeech(
  engine: SpeechEngine,
  wav: string,
  { lengthMs, ...options }: { lengthMs: number; folder: string; signal: AbortSignal },
): Promise<RecognisedWord[]> {
  const runs = runsOf(await engine.transcribe(wav, { lengthMs, ...options }))
  if (runs.length > 0 && (await levelOf(wav)).peak === 0) return []
  const doubtful = runs.filter((run) => !isSurelySaid(run))
  if (doubtful.length === 0) return runs.flatMap(({ words }) => words)
  const whole = { startMs: 0, endMs: lengthMs }
  const placeOf = ({ words, isTimed }: Run): Stretch =>
    isTimed
      ? {
          startMs: words[0]!.start * 1000 - besideMs,
          endMs: Math.max(...words.map(({ end }) => end)) * 1000 + besideMs,
        }
      : whole
  const isVoice = await findVoice(wav, doubtful.map(placeOf), options)
  const noise = new Set(doubtful.filter((_, number) => isVoice[number] === false))
  return runs.filter((run) => !noise.has(run)).flatMap(({ words }) => words)
}
