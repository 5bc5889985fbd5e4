import { existsSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ProcessFailed, runProcess } from '../../../platform/processes.ts'
import { bytesAMs, samplesOf, type Stretch } from '../own-wav.ts'
import type { VoiceQuestion } from './find-voice-program.ts'
import { repeatsItself } from './repeats-itself.ts'

/** Most of the memory is address space that node keeps free and never uses. */
const limits = { timeLimitSeconds: 120, memoryLimitMb: 4_000 }
const here = fileURLToPath(new URL('.', import.meta.url))
/** From source the module itself, in a build its bundle at the same place. */
const program = () =>
  ['find-voice-program.ts', 'find-voice-program.js'].map((name) => join(here, name)).find((path) => existsSync(path))!

/**
 * Whether somebody may speak in stretches of a decoded wav. Where that cannot be told, somebody may.
 * @throws ProcessFailed when it was stopped
 */
export async function findVoice(
  wav: string,
  stretches: readonly Stretch[],
  options: { folder: string; signal: AbortSignal },
): Promise<boolean[]> {
  const { start, bytes } = await samplesOf(wav)
  const placeOf = (ms: number) => start + 2 * Math.floor(Math.max(0, Math.min(ms * bytesAMs, bytes)) / 2)
  const places = stretches.map(({ startMs, endMs }) => ({ from: placeOf(startMs), to: placeOf(endMs) }))
  const found: boolean[] = []
  for (const place of places) found.push(repeatsItself(await readStretch(wav, place)))
  const asked = places.filter((_, number) => !found[number])
  if (asked.length === 0) return found
  const answers = await ask({ wav, model: join(here, 'silero_vad_v6.onnx'), stretches: asked }, options)
  return places.map((place, number) => found[number] || (answers[asked.indexOf(place)] ?? true))
}

async function readStretch(wav: string, { from, to }: { from: number; to: number }): Promise<Int16Array> {
  await using file = await open(wav, 'r')
  // Samples of a wav are little-endian, as this machine's are.
  const samples = new Int16Array((to - from) / 2)
  await file.read(samples, 0, samples.byteLength, from)
  return samples
}

async function ask(question: VoiceQuestion, options: { folder: string; signal: AbortSignal }): Promise<boolean[]> {
  try {
    const printed = await runProcess(process.execPath, [program(), JSON.stringify(question)], { ...limits, ...options })
    return JSON.parse(printed) as boolean[]
  } catch (error) {
    if (error instanceof ProcessFailed && error.kind === 'stopped') throw error
    return []
  }
}
