import { rm } from 'node:fs/promises'
import { decodeToWav, joinWavs, type KeptStretch } from '../../gateways/audio/index.ts'
import type { OpenedRecording } from './open-recording.ts'

/**
 * Decodes every take by itself, since takes may differ in format, and joins what is kept into one wav.
 * @throws NotAudio when a take holds no sound.
 */
export async function decodeRecording(
  { takes, cuts }: OpenedRecording,
  output: string,
  options: { signal: AbortSignal; folder: string },
): Promise<void> {
  const wavs = new Map<number, string>()
  for (const { take, path } of takes) {
    const wav = `${path}.wav`
    await decodeToWav(path, wav, options)
    await rm(path)
    wavs.set(take, wav)
  }
  const kept: KeptStretch[] = cuts
    ? cuts.flatMap(({ take, startMs, endMs }) => (wavs.has(take) ? [{ wav: wavs.get(take)!, startMs, endMs }] : []))
    : [...wavs.values()].map((wav) => ({ wav }))
  await joinWavs(kept, output, options)
}
