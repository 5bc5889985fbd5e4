import { mkdtempDisposable, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { decodeToWav, lengthMs, NotAudio } from '../gateways/audio/index.ts'
import {
  hearWithModel,
  modelKinds,
  ModelUnusable,
  readModelFolder,
  SpeechFailed,
  threadsOf,
  usualLimit,
} from '../gateways/speech/index.ts'
import type { Config } from '../platform/config.ts'
import { BadCommand } from './bad-command.ts'
import { stopOnSignal } from './stop-on-signal.ts'

/** A dictation of the demo: 21 seconds of speech. */
const sample = join(import.meta.dirname, '../demo/dictations/back-pain.mp3')
const mostMs = 3_600_000

const inSeconds = (ms: number) => `${(ms / 1000).toFixed(ms < 10_000 ? 2 : 1)} s`

/**
 * Reports the speech model in a folder, runs it on a recording, and reports the text and the speed.
 * @param file the recording; by default a dictation of the demo.
 * @throws BadCommand with the reason when the model cannot be used.
 */
export async function checkSpeech(
  config: Config,
  given: string,
  file: string | undefined,
  say: (text: string) => void,
) {
  const folder = resolve(given)
  const signal = stopOnSignal()
  try {
    const model = await readModelFolder(folder, config.DICTARA_SPEECH_MODEL_KIND, config.DICTARA_SPEECH_LANGUAGE)
    say(`Model   ${modelKinds[model.kind]} (${model.name}), ${Math.ceil(model.sizeBytes / 1_048_576)} MB`)
    const recording = file ? resolve(file) : sample
    await stat(recording)
    await using made = await mkdtempDisposable(join(tmpdir(), 'dictara-speech-check-'))
    const wav = join(made.path, 'sample.wav')
    const run = { folder: made.path, signal }
    await decodeToWav(recording, wav, { ...run, mostMs, reserveBytes: 0 })
    const threads = threadsOf(config)
    const timeLimitSeconds = usualLimit(await lengthMs(wav))
    const { words, audioMs, loadMs, hearMs, peakMb } = await hearWithModel(model, wav, {
      ...run,
      threads,
      timeLimitSeconds,
    })
    say(`Sample  ${file ? basename(recording) : 'a dictation of the demo'}, ${inSeconds(audioMs)}`)
    if (words.length === 0) throw new BadCommand('It recognised no words in this sample.')
    for (const { word, start, end } of words)
      say(`  ${start.toFixed(2).padStart(8)} ${end.toFixed(2).padStart(8)}  ${word}`)
    say(`Words   ${words.length}`)
    say(
      `Speed   recognised in ${inSeconds(hearMs)} with ${threads === 1 ? 'one thread' : `${threads} threads`}: real-time factor ${(hearMs / audioMs).toFixed(3)}; loaded in ${inSeconds(loadMs)}`,
    )
    say(`Memory  ${Math.ceil(peakMb)} MB at most`)
    say(`\nTo use it, start with DICTARA_SPEECH_MODEL=${folder}`)
  } catch (error) {
    if (signal.aborted) throw new BadCommand('Stopped.')
    throw asWords(error, folder)
  }
}

function asWords(error: unknown, folder: string): unknown {
  if (error instanceof NotAudio) return new BadCommand(error.message)
  if (!(error instanceof ModelUnusable || error instanceof SpeechFailed)) return error
  const reason = error instanceof ModelUnusable ? `${folder} can’t be used: ${error.message}.` : error.message
  const said = error.cause instanceof Error ? lastWords(error.cause.message) : ''
  return new BadCommand(said ? `${reason}\nIt said last: ${said}` : reason)
}

/** The last line of the runtime's output that is not part of a stack. */
const lastWords = (said: string) =>
  said
    .split('\n')
    .findLast((line) => line.trim() !== '' && !/^\s+at |^dictara: |^Node\.js v/.test(line))
    ?.trim()
    .slice(0, 300)
