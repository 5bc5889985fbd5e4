import { readFile } from 'node:fs/promises'
import { isMissing } from '../../platform/storage-away.ts'

/** Speech is in this band; louder noise above it is ignored. */
const measuredAt = 8_000
const windowSamples = measuredAt
const first = 'c0=c0'
const second = 'c0=c1'

/**
 * Writes the loudness of each second of both channels and of their mean to a file. A microphone with one wire crossed
 * makes one channel the inverse of the other, so that their mean is silent.
 */
export const measuredInto = (file: string) => [
  '-af',
  [
    `aformat=channel_layouts=stereo:sample_rates=${measuredAt}`,
    'pan=3c|c0=c0|c1=c1|c2=0.5*c0+0.5*c1',
    `asetnsamples=${windowSamples}:p=0`,
    'astats=metadata=1:reset=1:measure_perchannel=RMS_level:measure_overall=none',
    `ametadata=print:file=${file}`,
  ].join(','),
  '-f',
  'null',
  '-',
]

/** Takes one of two channels. */
export const oneOf = (channel: typeof first | typeof second) => [
  '-af',
  `aformat=channel_layouts=stereo,pan=mono|${channel}`,
]

/** The mean of channels that are not inverse is never this much quieter than the louder one. */
const lostShare = 10 ** (-15 / 10)
/** Sound so far below the loudest second is hum and not speech. */
const countedShare = 10 ** (-30 / 10)

/**
 * The channel to use instead of the mean, from `measuredInto`'s file, if the mean would lose more speech. A sound whose
 * decoding stopped before it was measured uses its mean.
 */
export async function channelInsteadOfMean(file: string): Promise<typeof first | typeof second | undefined> {
  const measured = await readFile(file, 'latin1').catch((error: unknown) => {
    if (isMissing(error)) return ''
    throw error
  })
  const seconds: [number, number, number][] = []
  for (const line of measured.split('\n')) {
    if (line.startsWith('frame:')) seconds.push([0, 0, 0])
    const said = /^lavfi\.astats\.([123])\.RMS_level=(-?[\d.]+)$/.exec(line)
    if (said && seconds.length > 0) seconds.at(-1)![Number(said[1]) - 1] = 10 ** (Number(said[2]) / 10)
  }
  let loudest = 0
  for (const [one, other] of seconds) loudest = Math.max(loudest, one, other)
  const [ofFirst, ofSecond, ofMean] = [0, 1, 2].map((choice) => {
    const isLost = (powers: readonly number[]) => {
      const louder = Math.max(powers[0]!, powers[1]!)
      return louder > loudest * countedShare && powers[choice]! < louder * lostShare
    }
    return seconds.filter(isLost).length
  })
  if (Math.min(ofFirst!, ofSecond!) >= ofMean!) return undefined
  return ofFirst! <= ofSecond! ? first : second
}
