import { existsSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Log } from '../../../platform/log.ts'
import { ProcessFailed, runProcess } from '../../../platform/processes.ts'
import { noRuntime } from '../../../platform/sherpa-runtime.ts'
import { type SpeechEngine, SpeechFailed } from '../port.ts'
import { type ModelKind, modelKinds, ModelUnusable, readModelFolder, type SpeechModel } from './model-folder.ts'
import { type Answer, type Question, steps } from './recognise-program.ts'

export { modelKinds, ModelUnusable, readModelFolder } from './model-folder.ts'

export interface ModelSettings {
  /** The folder of the model. */
  folder: string
  kind?: ModelKind | undefined
  /** Two letters, for Whisper. */
  language: string
  /** Number of processors that one recording may use. */
  threads: number
  timeLimitSeconds?(lengthMs: number): number
}

/** The stored names of model engines begin with this; kind and folder follow. */
export const modelEngine = 'model '
/** Seconds: time to load a model of some GB from a slow disk, and for a large Whisper on one processor. */
export const usualLimit = (lengthMs: number) => 120 + (lengthMs / 1000) * 10
/** Most of it is address space that node reserves and never uses. */
const memoryForItselfMb = 4_000
/** Weights are mapped, unpacked and copied for the computation. */
const memoryForModel = 4

const here = fileURLToPath(new URL('.', import.meta.url))
/** The module itself when run from source; in a build, its bundle in the same place. */
const program = () =>
  ['recognise-program.ts', 'recognise-program.js'].map((name) => join(here, name)).find((path) => existsSync(path))!

/**
 * Recognises a 16 kHz wav with a model in a separate process, since the runtime ends its process for a wrong model;
 * ending also frees the memory.
 * @throws ModelUnusable; SpeechFailed; ProcessFailed if it was stopped or the disk is full. The runtime's last output
 * is the cause.
 */
export async function hearWithModel(
  model: SpeechModel,
  wav: string,
  {
    threads,
    timeLimitSeconds,
    ...run
  }: { threads: number; timeLimitSeconds: number; folder: string; signal: AbortSignal },
): Promise<Answer> {
  const config = { ...model.config, numThreads: threads, provider: 'cpu', debug: 0 }
  const question: Question = { wav, config, isCapitals: model.isCapitals }
  const memoryLimitMb = memoryForItselfMb + Math.ceil((memoryForModel * model.sizeBytes) / 1_048_576)
  try {
    const printed = await runProcess(process.execPath, [program(), JSON.stringify(question)], {
      ...run,
      timeLimitSeconds,
      memoryLimitMb,
    })
    return JSON.parse(printed.slice(printed.lastIndexOf('\n') + 1)) as Answer
  } catch (error) {
    if (!(error instanceof ProcessFailed) || error.kind === 'stopped' || error.kind === 'no-room') throw error
    throw Object.assign(failureOf(error), { cause: new Error(error.said) })
  }
}

function failureOf({ kind, said, exitCode }: ProcessFailed): Error {
  if (exitCode === noRuntime)
    return new ModelUnusable('the program that runs speech models doesn’t support this kind of computer')
  if (kind === 'timed-out') return new SpeechFailed('timed-out', 'The speech model took too long.')
  if (kind === 'no-memory' || /bad_alloc|allocate memory|out of memory/i.test(said))
    return new SpeechFailed('crashed', 'The server doesn’t have enough memory for the speech model.')
  // The runtime ends its process on any problem with a model, and does not catch its own errors.
  const isOver = exitCode !== null && (kind === 'killed' || (kind === 'failed' && !said.includes(steps.hearing)))
  if (isOver || /terminate called after throwing/.test(said))
    return new ModelUnusable('the program that runs speech models rejects it; it may be damaged or of another kind')
  return new SpeechFailed('crashed', 'The speech model was stopped. The server may not have enough memory for it.')
}

const unusable = (reason: string) =>
  new SpeechFailed('refused', `The server’s speech model can’t be used: ${reason}. Tell the person who runs Dictara.`)

/** A speech model in a folder of this computer, run by sherpa-onnx; the folder is read again for each recording. */
export function speechModel(
  { folder: given, kind, language, threads, ...limits }: ModelSettings,
  log: Log,
): SpeechEngine {
  const folder = resolve(given)
  const read = () => readModelFolder(folder, kind, language)
  const tell = (error: unknown) => log.error({ error }, 'the speech model cannot be used')
  return {
    async about() {
      try {
        const model = await read()
        return { name: `${modelEngine}${modelKinds[model.kind]} (${model.name})` }
      } catch (error) {
        if (!(error instanceof ModelUnusable)) throw error
        return { name: `${modelEngine}${basename(folder)}`, trouble: error.message }
      }
    },
    async prepare() {
      await read().catch(tell)
    },
    async transcribe(wav, { lengthMs, ...run }) {
      try {
        const timeLimitSeconds = (limits.timeLimitSeconds ?? usualLimit)(lengthMs)
        return (await hearWithModel(await read(), wav, { ...run, threads, timeLimitSeconds })).words
      } catch (error) {
        if (error instanceof ModelUnusable || error instanceof SpeechFailed) {
          tell(error)
          if (error.cause) log.warn({ error: error.cause }, 'what the speech model said last')
        }
        throw error instanceof ModelUnusable ? unusable(error.message) : error
      }
    },
  }
}
