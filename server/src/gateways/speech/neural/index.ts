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
  /** Where the model lies. */
  folder: string
  kind?: ModelKind | undefined
  /** In two letters, for Whisper. */
  language: string
  /** Processors that one recording may use. */
  threads: number
  timeLimitSeconds?(lengthMs: number): number
}

/** The names under which words are kept begin so; kind and folder follow. */
export const modelEngine = 'model '
/** Seconds: loading a model of some GB from a slow disk, and a large Whisper on one processor. */
export const usualLimit = (lengthMs: number) => 120 + (lengthMs / 1000) * 10
/** Most of it is address space that node keeps free and never uses. */
const memoryForItselfMb = 4_000
/** Weights are mapped, unpacked and worked on. */
const memoryForModel = 4

const here = fileURLToPath(new URL('.', import.meta.url))
/** From source the module itself, in a build its bundle at the same place. */
const program = () =>
  ['recognise-program.ts', 'recognise-program.js'].map((name) => join(here, name)).find((path) => existsSync(path))!

/**
 * Hears a 16 kHz wav with a model, in a process of its own: for a wrong model the runtime ends its process, and the memory
 * goes with it.
 * @throws ModelUnusable; SpeechFailed; ProcessFailed when it was stopped, or when the disk is full. What the runtime said last
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
  // The runtime ends its process for whatever it does not like of a model, and leaves its own faults uncaught.
  const isOver = exitCode !== null && (kind === 'killed' || (kind === 'failed' && !said.includes(steps.hearing)))
  if (isOver || /terminate called after throwing/.test(said))
    return new ModelUnusable('the program that runs speech models rejects it; it may be damaged or of another kind')
  return new SpeechFailed('crashed', 'The speech model was stopped. The server may not have enough memory for it.')
}

const unusable = (reason: string) =>
  new SpeechFailed('refused', `The server’s speech model can’t be used: ${reason}. Tell the person who runs Dictara.`)

/** A speech model in a folder of this computer, run by sherpa-onnx; the folder is looked at anew for each recording. */
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
