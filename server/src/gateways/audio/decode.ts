import { rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { ProcessFailed, type RunIn } from '../../platform/processes.ts'
import { needRoom } from '../../platform/room.ts'
import { channelInsteadOfMean, measuredInto, oneOf } from './downmix.ts'
import { ffmpeg, fromOutside, ownWav, soundOnly } from './ffmpeg.ts'
import { bytesASecond, samplesASecond, samplesOf } from './own-wav.ts'

/** This is not sound, or none that can be read. */
export class NotAudio extends Error {}

/** What every browser plays and seeks exactly: constant bit rate, one channel. */
export const listeningMimeType = 'audio/mpeg'

/** How ffmpeg is told of it; the quicker search for how to compress: at this rate speech sounds the same. */
const listeningFormat = ['-c:a', 'libmp3lame', '-compression_level', '7', '-b:a', '48k', '-f', 'mp3']

const engineFormat = ['-ac', '1', '-ar', String(samplesASecond)]

/** How far past the longest it is decoded, so that what is longer can be told from what is just as long. */
const pastTheLongestMs = 2_000
const headBytes = 1_048_576
const leastRoomBytes = 4 * headBytes
/** What people listen to, beside a wav. */
export const shareOfCopy = 0.25
const shareOfWav = 1 / (1 + shareOfCopy)

export interface DecodingLimits {
  /** The longest recording. */
  mostMs: number
  /** Room on the disk that is left to others. */
  reserveBytes: number
  /** What reads DS2, if anything does. */
  ds2Converter?: string | undefined
}

/** `channels` as the file says, if it does. */
type DecodingOptions = RunIn & DecodingLimits & { channels?: number | undefined }

/** The longest wav that decoding writes. */
export const wavBytesMost = (mostMs: number) =>
  Math.ceil(((mostMs + pastTheLongestMs) / 1000) * bytesASecond) + headBytes

/**
 * Decodes a file to a 16 kHz wav, and with `copy` also to what people listen to: starting ffmpeg costs as much as a
 * minute of either. Of a damaged file, what decodes is used (Q187), and `isPart` says that it was given up midway. That a
 * program was killed says nothing of the file.
 * Two channels become their mean, unless that would lose what is said. It ends a little after the longest that may be.
 * @throws NotAudio when nothing decodes; NoRoom; ProcessFailed.
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
  // By its name alone: as part of a filter, a path would have to be escaped.
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

/** @returns whether it was given up midway. @throws NoRoom; ProcessFailed when it is not the file. */
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

/** Makes the copy that people listen to from a decoded wav. */
export async function encodeForListening(
  wav: string,
  output: string,
  { reserveBytes, ...options }: RunIn & Pick<DecodingLimits, 'reserveBytes'>,
): Promise<void> {
  await needRoom(options.folder, (await samplesOf(wav)).bytes * shareOfCopy, reserveBytes)
  await ffmpeg([...ownWav(wav), ...soundOnly, ...listeningFormat, output], { timeLimitSeconds: 1_800, ...options })
}
