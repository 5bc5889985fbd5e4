import { rm } from 'node:fs/promises'
import {
  claimedMs,
  decodeToWav,
  encodeForListening,
  joinWavs,
  type KeptStretch,
  lengthMs,
  NotAudio,
} from '../../gateways/audio/index.ts'
import type { RunIn } from '../../platform/processes.ts'
import type { OpenedRecording } from '../dictations/index.ts'

export interface DecodedRecording {
  wav: string
  /** What the author has to know of the recording, in words. */
  notices: string[]
}

/** Lengths that files tell are rounded, and ends of compressed ones are padded. */
const toleranceMs = 1_500

/** "1:02" or "1:00:05". */
function clockOf(ms: number): string {
  const seconds = Math.round(ms / 1000)
  const two = (value: number) => String(value).padStart(2, '0')
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`
}

/**
 * Decodes every take by itself, since takes may differ in format, and joins what is kept; with `copy` also makes what
 * people listen to. Takes are removed. One that a crash left without sound is told of.
 * @throws NotAudio when no take holds any.
 */
export async function decodeRecording(
  { takes, cuts }: OpenedRecording,
  output: { wav: string; copy?: string },
  options: RunIn,
): Promise<DecodedRecording> {
  const isOneWhole = takes.length === 1 && !cuts
  const wavs = new Map<number, string>()
  const lengths = new Map<number, number>()
  const notices: string[] = []
  let silent: NotAudio | undefined
  for (const { take, path } of takes) {
    const wav = `${path}.wav`
    const claimed = await claimedMs(path, options)
    try {
      await decodeToWav(path, wav, options, isOneWhole ? output.copy : undefined)
    } catch (error) {
      if (!(error instanceof NotAudio)) throw error
      silent = error
      notices.push(`Part ${take + 1} of this recording holds no sound.`)
      continue
    }
    const decoded = await lengthMs(wav)
    await rm(path)
    wavs.set(take, wav)
    lengths.set(take, decoded)
    if (claimed !== undefined && claimed - decoded > toleranceMs)
      notices.push(`This recording is cut off: ${clockOf(decoded)} of ${clockOf(claimed)} could be read.`)
  }
  if (silent && wavs.size === 0) throw silent
  const kept: KeptStretch[] = cuts
    ? cuts.flatMap(({ take, startMs, endMs }) =>
        startMs < (lengths.get(take) ?? 0) ? [{ wav: wavs.get(take)!, startMs, endMs }] : [],
      )
    : [...wavs.values()].map((wav) => ({ wav }))
  if (kept.length === 0) throw new NotAudio('Nothing of this recording was kept: every cut lies behind its end.')
  const [only] = kept
  if (isOneWhole) return { wav: only!.wav, notices }
  const isWhole = kept.length === 1 && only!.startMs === undefined
  const wav = isWhole ? only!.wav : output.wav
  if (!isWhole) await joinWavs(kept, wav, options)
  if (output.copy) await encodeForListening(wav, output.copy, options)
  return { wav, notices }
}
