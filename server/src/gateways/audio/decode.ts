import { ProcessFailed, type RunIn } from '../../platform/processes.ts'
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

/** The longest wav that decoding writes. */
export const wavBytesMost = (mostMs: number) =>
  Math.ceil(((mostMs + pastTheLongestMs) / 1000) * bytesASecond) + headBytes

/**
 * Decodes a file to a 16 kHz wav, and with `copy` also to what people listen to: starting ffmpeg costs as much as a
 * minute of either. Of a damaged file, what decodes is used (Q187), and `isPart` says that it was given up midway. That a
 * program was killed says nothing of the file.
 * @param mostMs after which, and a little more, decoding ends.
 * @throws NotAudio when nothing decodes; ProcessFailed.
 */
export async function decodeToWav(
  input: string,
  output: string,
  { mostMs, ...options }: RunIn & { mostMs: number },
  copy?: string,
): Promise<{ isPart: boolean }> {
  const until = ['-t', ((mostMs + pastTheLongestMs) / 1000).toFixed(3)]
  const toWav = [...soundOnly, ...until, ...engineFormat, '-c:a', 'pcm_s16le', '-f', 'wav', output]
  const toCopy = copy ? [...soundOnly, ...until, ...engineFormat, ...listeningFormat, copy] : []
  let isPart = false
  try {
    await ffmpeg([...fromOutside(input), ...toWav, ...toCopy], { ...options, fileLimitBytes: wavBytesMost(mostMs) })
  } catch (error) {
    if (!(error instanceof ProcessFailed) || error.kind !== 'failed') throw error
    isPart = true
  }
  if (!(await holdsSamples(output))) throw new NotAudio('This file holds no sound that can be read.')
  if (isPart && copy) await encodeForListening(output, copy, options)
  return { isPart }
}

const holdsSamples = async (path: string) =>
  samplesOf(path).then(
    ({ bytes }) => bytes > 1,
    () => false,
  )

/** Makes the copy that people listen to from a decoded wav. */
export async function encodeForListening(wav: string, output: string, options: RunIn): Promise<void> {
  await ffmpeg([...ownWav(wav), ...soundOnly, ...listeningFormat, output], { timeLimitSeconds: 1_800, ...options })
}
