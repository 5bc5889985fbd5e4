import { existsSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Log } from '../../../platform/log.ts'
import { ProcessFailed, runProcess } from '../../../platform/processes.ts'
import { bytesAMs, samplesOf, type Stretch } from '../own-wav.ts'
import { noRuntime } from '../../../platform/sherpa-runtime.ts'
import type { VoiceQuestion } from './find-voice-program.ts'
import { overlapSamples, pieceSamples, repeatsItself } from './repeats-itself.ts'

/** Most of the memory is address space that node reserves and never uses. */
const limits = { timeLimitSeconds: 120, memoryLimitMb: 4_000 }
const here = fileURLToPath(new URL('.', import.meta.url))
const model = join(here, 'silero_vad_v6.onnx')
/** The module itself when run from source; in a build, its bundle in the same place. */
const program = () =>
  ['find-voice-program.ts', 'find-voice-program.js'].map((name) => join(here, name)).find((path) => existsSync(path))!

interface RunOptions {
  folder: string
  signal: AbortSignal
}

export interface VoiceSearch {
  /**
   * Whether somebody may speak in parts of a decoded wav; also true if that is unknown.
   * @throws ProcessFailed if it was stopped
   */
  find(wav: string, stretches: readonly Stretch[], options: RunOptions): Promise<boolean[]>
  /** Checks whether the search for voices works here, and logs it if not, before a recording needs it. */
  prepare(options: RunOptions): Promise<void>
  /** True if the program for the search does not exist for this kind of computer. */
  isMissing(): boolean
}

/** @param log receives the reasons why the search is impossible, each once. */
export function openVoiceSearch(log: Log): VoiceSearch {
  const told = new Set<string>()
  let isMissing = false
  const ask = async (question: VoiceQuestion, options: RunOptions): Promise<boolean[]> => {
    if (isMissing) return []
    try {
      const asked = [program(), JSON.stringify(question)]
      return JSON.parse(await runProcess(process.execPath, asked, { ...limits, ...options })) as boolean[]
    } catch (error) {
      if (error instanceof ProcessFailed && error.kind === 'stopped') throw error
      const { exitCode, kind, said } =
        error instanceof ProcessFailed ? error : { exitCode: 0, kind: 'unreadable', said: '' }
      isMissing = exitCode === noRuntime
      const reason = isMissing ? 'the program that looks for voices doesn’t support this kind of computer' : kind
      if (!told.has(reason)) {
        told.add(reason)
        const message = 'voices cannot be looked for: what is heard in noise stays in the notes'
        log.warn({ code: reason, error: new Error(said) }, message)
      }
      return []
    }
  }
  return {
    find: (wav, stretches, options) => findVoice(wav, stretches, (question) => ask(question, options)),
    async prepare(options) {
      await ask({ wav: '', model, stretches: [] }, options)
    },
    isMissing: () => isMissing,
  }
}

async function findVoice(
  wav: string,
  stretches: readonly Stretch[],
  ask: (question: VoiceQuestion) => Promise<boolean[]>,
): Promise<boolean[]> {
  const { start, bytes } = await samplesOf(wav)
  const placeOf = (ms: number) => start + 2 * Math.floor(Math.max(0, Math.min(ms * bytesAMs, bytes)) / 2)
  const places = stretches.map(({ startMs, endMs }) => ({ from: placeOf(startMs), to: placeOf(endMs) }))
  const keyOf = ({ from, to }: (typeof places)[number]) => `${from}-${to}`
  // Engines without times ask for the same place repeatedly.
  const different = new Map(places.map((place) => [keyOf(place), place]))
  const found = new Map<string, boolean>()
  for (const [key, place] of different) if (await hasRepeating(wav, place)) found.set(key, true)
  const asked = [...different].filter(([key]) => !found.has(key))
  if (asked.length > 0) {
    const question = { wav, model, stretches: asked.map(([, place]) => place) }
    const answers = await ask(question)
    for (const [index, [key]] of asked.entries()) found.set(key, answers[index] ?? true)
  }
  return places.map((place) => found.get(keyOf(place))!)
}

/** In pieces, so that the server can answer other requests in between. */
async function hasRepeating(wav: string, { from, to }: { from: number; to: number }): Promise<boolean> {
  for (let at = from; at < to; at += 2 * pieceSamples)
    if (repeatsItself(await readStretch(wav, { from: at, to: Math.min(to, at + 2 * (pieceSamples + overlapSamples)) })))
      return true
  return false
}

async function readStretch(wav: string, { from, to }: { from: number; to: number }): Promise<Int16Array> {
  await using file = await open(wav, 'r')
  // Samples of a wav are little-endian, like this machine.
  const samples = new Int16Array((to - from) / 2)
  await file.read(samples, 0, samples.byteLength, from)
  return samples
}
