import { open } from 'node:fs/promises'
import { ProcessFailed, type RunIn } from '../../platform/processes.ts'
import { ffmpeg, ffprobe, fromOutside } from './ffmpeg.ts'
import { ds2KindOf, isPlaylist, looksLikeSound } from './first-bytes.ts'
import { pcm } from './sampled-head.ts'
import { readSamples } from './samples-there.ts'

export type SoundProbe =
  /** With its stated length, if any. */
  | { kind: 'sound'; claimedMs: number | undefined }
  /** `incomplete`: the part that describes how to read it is missing. */
  | { kind: 'ds2' | 'encrypted-ds2' | 'playlist' | 'incomplete' | 'none' }

const headBytes = 512

async function headOf(path: string): Promise<Buffer> {
  await using file = await open(path, 'r')
  const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0)
  return buffer.subarray(0, bytesRead)
}

/**
 * Whether a file, or its beginning, contains a sound stream; decided by content, whatever its name (Q187). If the
 * checking program is missing or fails, possible sound is accepted, so that recordings are not refused.
 */
export async function probeSound(path: string, options: RunIn): Promise<SoundProbe> {
  const head = await headOf(path)
  const ds2 = ds2KindOf(head)
  if (ds2) return { kind: ds2 }
  if (isPlaylist(head)) return { kind: 'playlist' }
  // Plain samples need no ffprobe, whose start alone is a noticeable wait.
  const samples = await readSamples(path)
  if (samples?.there === 0) return { kind: 'none' }
  if (samples?.format === pcm && samples.bytes && samples.bytesASecond > 0)
    return { kind: 'sound', claimedMs: Math.round((samples.bytes / samples.bytesASecond) * 1000) }
  try {
    const said = await ffprobe(path, 'stream=codec_type,codec_name,sample_rate:format=duration', options)
    const lines = said.split('\n').map((line) => line.trim())
    if (!lines.some((line) => /^[a-z0-9_]+,audio,[1-9]\d*/.test(line))) return { kind: 'none' }
    const seconds = Number(lines.findLast((line) => /^\d+(\.\d+)?$/.test(line)) ?? Number.NaN)
    return { kind: 'sound', claimedMs: Number.isFinite(seconds) ? Math.round(seconds * 1000) : undefined }
  } catch (error) {
    if (!(error instanceof ProcessFailed) || ['stopped', 'no-room'].includes(error.kind)) throw error
    if (error.kind === 'failed') return { kind: /moov atom not found/.test(error.said) ? 'incomplete' : 'none' }
    const mayBeSound = error.kind !== 'missing' || looksLikeSound(head)
    return mayBeSound ? { kind: 'sound', claimedMs: undefined } : { kind: 'none' }
  }
}

/**
 * Length of a recording in milliseconds, up to `mostMs`: its packets are counted, not decoded. Undefined if unknown,
 * e.g. for a file that must be read from its end.
 */
export async function measureMs(
  bytes: AsyncIterable<Uint8Array>,
  mostMs: number,
  options: RunIn,
): Promise<number | undefined> {
  const until = (mostMs / 1000).toFixed(3)
  const count = ['-map', '0:a:0', '-c', 'copy', '-t', until, '-f', 'null', '-progress', 'pipe:1', '-']
  try {
    const said = await ffmpeg([...fromOutside('pipe:0'), ...count], { ...options, input: bytes, timeLimitSeconds: 60 })
    const last = [...said.matchAll(/^out_time_us=(\d+)$/gm)].at(-1)
    return last && Math.round(Number(last[1]) / 1000)
  } catch (error) {
    if (error instanceof ProcessFailed && error.kind !== 'stopped') return undefined
    throw error
  }
}
