import { once } from 'node:events'
import { ProcessFailed, runProcess } from '../../platform/processes.ts'
import type { ClinicalModel } from './clinical-model.ts'
import { inOrder } from './in-order.ts'
import { type HeardWord, type SpeechEngine, SpeechFailed } from './port.ts'
import { phraseSpotter } from './spot-phrases.ts'

/** The name stored with its words. */
export const basicEngine = 'pocketsphinx'

const leastSeconds = 60
/** The decoder is several times slower for noise than for speech; beyond this time it hangs. */
const secondsASecond = 6

/**
 * The basic offline engine: Debian's PocketSphinx. It prints one hypothesis line for each utterance, then `word start
 * end probability` rows; fillers are dropped, alternates lose their number (speech.md, The output).
 */
export const pocketsphinx = (
  program: string,
  clinical?: ClinicalModel,
  timeLimitSeconds = (lengthMs: number) => leastSeconds + (lengthMs / 1000) * secondsASecond,
): SpeechEngine => ({
  about: async () => ({ name: basicEngine }),
  async prepare() {
    await clinical?.ready()
  },
  ...(clinical && { spot: phraseSpotter(program, clinical) }),
  close: () => clinical?.close(),
  async transcribe(wav, { lengthMs, folder, signal }) {
    const model = clinical && (await unlessStopped(clinical.ready(), signal))
    const withModel = model ? ['-lm', model.languageModel, '-dict', model.dictionary] : []
    try {
      const printed = await runProcess(program, [...withModel, '-infile', wav, '-logfn', '/dev/null', '-time', 'yes'], {
        folder,
        signal,
        timeLimitSeconds: timeLimitSeconds(lengthMs),
        memoryLimitMb: 1_500,
      })
      return inOrder(wordsOf(printed), lengthMs / 1000)
    } catch (error) {
      if (!(error instanceof ProcessFailed) || error.kind === 'stopped') throw error
      if (error.kind === 'missing')
        throw new SpeechFailed('missing', 'The speech engine isn’t installed on the server.')
      if (error.kind === 'timed-out') throw new SpeechFailed('timed-out', 'The speech engine took too long.')
      throw new SpeechFailed('crashed', 'The speech engine stopped unexpectedly.')
    }
  },
})

/** The model, or undefined as soon as the run is stopped: building it may take some seconds. */
async function unlessStopped<T>(ready: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  if (signal.aborted) return undefined
  const settled = new AbortController()
  const stopped = once(signal, 'abort', { signal: settled.signal }).catch(() => [])
  try {
    return await Promise.race([ready, stopped.then(() => undefined)])
  } finally {
    settled.abort()
  }
}

/** The words in the printed rows. */
export function wordsOf(printed: string): HeardWord[] {
  return printed.split('\n').flatMap((line) => {
    const row = /^(\S+) (\d+\.\d+) (\d+\.\d+) (\d+(?:\.\d+)?(?:e[+-]?\d+)?)$/.exec(line.trim())
    if (!row || /^(<.*>|\[.*\]|\+\+.*\+\+)$/.test(row[1]!)) return []
    return [
      {
        word: row[1]!.replace(/\(\d+\)$/, ''),
        start: Number(row[2]),
        end: Number(row[3]),
        confidence: Math.min(1, Number(row[4])),
      },
    ]
  })
}
