import { open } from 'node:fs/promises'
import { ProcessFailed, type RunIn } from '../../platform/processes.ts'
import { ffprobe } from './ffmpeg.ts'
import { pcm, readWavHeader } from './wav-header.ts'

export type SoundProbe = 'sound' | 'ds2' | 'none'

/** Olympus' second format begins so; its first, DSS, with `\x02dss`, can be decoded. */
const ds2Head = Buffer.from('\x03ds2', 'latin1')

async function headOf(path: string): Promise<Buffer> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(16), 0, 16, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/** Whether a file, or its beginning, holds a stream of sound; by content, whatever it is called (Q187). */
export async function probeSound(path: string, options: RunIn): Promise<SoundProbe> {
  if ((await headOf(path)).subarray(0, ds2Head.length).equals(ds2Head)) return 'ds2'
  // Plain samples need no ffprobe, whose start alone is a wait that can be felt.
  const wav = await readWavHeader(path)
  if (wav?.there === 0) return 'none'
  if (wav?.format === pcm && wav.bytes && wav.bytesASecond > 0) return 'sound'
  try {
    const said = await ffprobe(path, 'stream=codec_type,codec_name,sample_rate', options)
    return said.split('\n').some((line) => /^[a-z0-9_]+,audio,[1-9]\d*/.test(line.trim())) ? 'sound' : 'none'
  } catch (error) {
    if (error instanceof ProcessFailed && error.kind === 'failed') return 'none'
    throw error
  }
}
