import { rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { ProcessFailed, type RunIn } from '../../platform/processes.ts'
import { needRoom } from '../../platform/room.ts'
import { channelInsteadOfMean, measuredInto, oneOf } from './downmix.ts'
import { ffmpeg, fromOutside, ownWav, soundOnly } from './ffmpeg.ts'
import { bytesASecond, samplesASecond, samplesOf } from './own-wav.ts'

/** The file is not sound, or not readable as sound. */
export class NotAudio extends Error {}

/** Every browser plays and seeks this exactly: constant bit rate, one channel. */
export const listeningMimeType = 'audio/mpeg'

/** The ffmpeg options for it; with the faster compression search, since speech sounds the same at this rate. */
const listeningFormat = ['-c:a', 'libmp3lame', '-compression_level', '7', '-b:a', '48k', '-f', 'mp3']

const engineFormat = ['-ac', '1', '-ar', String(samplesASecond)]

/**
 * How far past the longest length decoding continues, so that longer recordings can be told from those just as long.
 */
const pastTheLongestMs = 2_000
const headBytes = 1_048_576
const leastRoomBytes = 4 * headBytes
/** Size of the copy for listening, relative to the wav. */
export const shareOfCopy = 0.25
const shareOfWav = 1 / (1 + shareOfCopy)

export interface DecodingLimits {
  /** Length of the longest recording in milliseconds. */
  mostMs: number
  /** Bytes on the disk to leave for others. */
  reserveBytes: number
  /** The DS2 converter, if configured. */
  ds2Converter?: string | undefined
}

/** `channels` as stated in the file, if at all. */
type DecodingOptions = RunIn & DecodingLimits & { channels?: number | undefined }

/** Size of the longest wav that decoding writes, in bytes. */
export const wavBytesMost = (mostMs: number) =>
  Math.ceil(((mostMs + pastTheLongestMs) / 1000) * bytesASecond) + headBytes

/**
 * Decodes a file to a 16 kHz wav, and with `copy` also to the copy for listening: one start of ffmpeg costs as much as
 * a minute of decoding. The readable part of a damaged file is used (Q187), and `isPart` says that decoding stopped
 * midway. A killed program says nothing about the file. Two channels are averaged, unless that would lose speech.
 * Decoding ends a little after the longest allowed length.
 * @throws NotAudio if nothing decodes; NoRoom; ProcessFailed.
 */
export async function decodeToWav(
  input: string,
  output: string,
  { channels, ...options }: DecodingOptions,
  copy?: string,
): Promise<{ isPart: boolean }> {
  const most = ['-t', ((options.mostMs + pastTheLongestMs) / 1000).toFixed(3)]
  const wavAndCopy = (mix: readonly string[] = []) => {
    const toBoth = [...soundOnly, ...most, ...mix, ...engineFormat]
    return [...toBoth, '-c:a', 'pcm_s16le', '-f', 'wav', output, ...(copy ? [...toBoth, ...listeningFormat, copy] : [])]
  }
  // By its file name only, since a path would need escaping in a filter.
  const levels = `${basename(output)}.levels`
  const toLevels = channels === 1 ? [] : [...soundOnly, ...most, ...measuredInto(levels)]
  let isPart = await decodeWhatCan(input, [...wavAndCopy(), ...toLevels], options)
  if (!(await holdsSamples(output))) throw new NotAudio('We can’t find any audio in this file.')
  if (channels !== 1) {
    const channel = await channelInsteadOfMean(join(options.folder, levels))
    await rm(join(options.folder, levels), { force: true })
    if (channel) isPart = await decodeWhatCan(input, wavAndCopy(oneOf(channel)), options)
  }
  if (isPart && copy) await encodeForListening(output, copy, options)
  return { isPart }
}

/** @returns whether decoding stopped midway. @throws NoRoom; ProcessFailed if the file is not the cause. */
async function decodeWhatCan(input: string, outputs: readonly string[], options: DecodingOptions): Promise<boolean> {
  const { mostMs, reserveBytes, ...runIn } = options
  const room = await needRoom(options.folder, leastRoomBytes, reserveBytes)
  const fileLimitBytes = Math.min(wavBytesMost(mostMs), room * shareOfWav)
  try {
    await ffmpeg([...fromOutside(input), ...outputs], { ...runIn, fileLimitBytes })
    return false
  } catch (error) {
    if (!(error instanceof ProcessFailed)) throw error
    if (error.kind === 'too-large' && fileLimitBytes < wavBytesMost(mostMs))
      throw new ProcessFailed('ffmpeg', 'no-room')
    if (error.kind !== 'failed') throw error
    return true
  }
}

const holdsSamples = async (path: string) =>
  samplesOf(path).then(
    ({ bytes }) => bytes > 1,
    () => false,
  )

/** Makes the copy for listening from a decoded wav. */
export async function encodeForListening(
  wav: string,
  output: string,
  { reserveBytes, ...options }: RunIn & Pick<DecodingLimits, 'reserveBytes'>,
): Promise<void> {
  await needRoom(options.folder, (await samplesOf(wav)).bytes * shareOfCopy, reserveBytes)
  await ffmpeg([...ownWav(wav), ...soundOnly, ...listeningFormat, output], { timeLimitSeconds: 1_800, ...options })
}
