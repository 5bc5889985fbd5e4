import { rm } from 'node:fs/promises'
import {
  bytesAMs,
  shareOfCopy,
  wavBytesMost,
  type Claim,
  type DecodingLimits,
  claimOf,
  convertDs2,
  decodeToWav,
  encodeForListening,
  joinStretches,
  type KeptStretch,
  lengthMs,
  mostGlued,
  NotAudio,
  separateGlued,
  UnreadableDs2,
} from '../../gateways/audio/index.ts'
import type { Config } from '../../platform/config.ts'
import { needRoom } from '../../platform/room.ts'
import type { RunIn } from '../../platform/processes.ts'
import type { Cut, OpenedRecording } from '../dictations/index.ts'

export interface DecodedRecording {
  wav: string
  /** What the author has to know about the recording, in words. */
  notices: string[]
  /** Part of the recording could not be read. */
  isPart: boolean
}

const hourMs = 3_600_000

/** "1:02" or "1:00:05". */
function clockOf(ms: number): string {
  const seconds = Math.round(ms / 1000)
  const two = (value: number) => String(value).padStart(2, '0')
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`
}

/** The limits for one recording. */
export const decodingLimits = (config: Config): DecodingLimits => ({
  mostMs: config.DICTARA_RECORDING_LIMIT_HOURS * hourMs,
  reserveBytes: config.DICTARA_DISK_RESERVE_MB * 1_048_576,
  ds2Converter: config.DICTARA_DS2_CONVERTER,
})

/**
 * The most disk space that one recording needs besides its stored bytes: unencrypted, separated or decoded, and joined, once for
 * recognition and once for listening.
 */
export function mostDiskOfOneBytes({ mostMs, uploadBytes }: { mostMs: number; uploadBytes: number }): number {
  const wav = wavBytesMost(mostMs)
  return Math.ceil(2 * Math.max(uploadBytes + wav, 2 * wav, 2 * uploadBytes) + 2 * wav * shareOfCopy + uploadBytes)
}

const hoursOf = (ms: number) => (ms === hourMs ? '1 hour' : `${ms / hourMs} hours`)

/** How the decoded sound differs from what the file claims, in words. `isLoss`: part of it could not be read. */
function differenceOf(
  claim: Claim,
  decodedMs: number,
  isPart: boolean,
): { notice: string; isLoss: boolean } | undefined {
  const claimedMs = claim.lengthMs(decodedMs)
  const missingMs = (claimedMs ?? decodedMs) - decodedMs
  const loss = (notice: string) => ({ notice, isLoss: true })
  if (missingMs > claim.toleranceMs)
    return loss(`This recording is cut off: ${clockOf(decodedMs)} of ${clockOf(claimedMs!)} could be read.`)
  if (claim.endIsMissing)
    return loss(`The end of this recording is missing. It may have been cut off. ${clockOf(decodedMs)} could be read.`)
  if (isPart) return loss(`This recording is damaged. Its first ${clockOf(decodedMs)} could be read.`)
  if (!claim.isOfSamples || missingMs >= -claim.toleranceMs) return undefined
  const said =
    claimedMs === 0
      ? 'The file doesn’t say how long this recording is.'
      : `The file says that this recording is ${clockOf(claimedMs!)} long, but holds more.`
  const notice = `${said} We read all of it: ${clockOf(decodedMs)}.`
  return { notice, isLoss: false }
}

const noNumbersIn = ({ noNumbers }: Claim) =>
  `This recording’s file is damaged: ${noNumbers} of its samples aren’t numbers. They play as silence.`

interface DecodedFile {
  take: number
  wav: string
  lengthMs: number
}

/** The parts of a take's files, one after the other, that a stretch of the take covers; none when it is past their end. */
function inFiles(files: readonly DecodedFile[], { take, startMs, endMs }: Cut): KeptStretch[] {
  let begunMs = 0
  return files.flatMap((file): KeptStretch[] => {
    if (file.take !== take) return []
    const [fromMs, toMs] = [startMs - begunMs, endMs - begunMs]
    begunMs += file.lengthMs
    return fromMs < file.lengthMs && toMs > 0 ? [{ wav: file.wav, startMs: Math.max(0, fromMs), endMs: toMs }] : []
  })
}

/** The parts of the decoded takes to keep; everything if none of the parts to keep can be found. */
function keptOf(files: readonly DecodedFile[], cuts: readonly Cut[] | null) {
  const everything = files.map(({ wav, lengthMs: endMs }) => ({ wav, startMs: 0, endMs }))
  if (!cuts) return { kept: everything }
  const found = cuts.map((cut) => inFiles(files, cut)).filter((stretches) => stretches.length > 0)
  if (found.length === 0)
    return {
      kept: everything,
      notice: 'The parts to keep couldn’t be found in this recording, so all of it was kept.',
    }
  const kept = found.flat()
  return found.length < cuts.length
    ? { kept, notice: 'Some of the parts to keep couldn’t be found in this recording.' }
    : { kept }
}

/** The files of the takes. A take is one file, unless several whole files were concatenated. */
async function filesOf(takes: OpenedRecording['takes'], options: Parameters<typeof separateGlued>[1]) {
  const files: { take: number; path: string }[] = []
  const notices: string[] = []
  for (const { take, path } of takes) {
    const { paths, isAll } = await separateGlued(path, options)
    files.push(...paths.map((one) => ({ take, path: one })))
    if (!isAll)
      notices.push(`This recording contains more than ${mostGlued} files. The later ones weren’t used. Split it.`)
  }
  return { files, notices }
}

/**
 * Decodes every take separately, since takes may differ in format, and joins the parts to keep. With `copy` it also makes the file
 * that people listen to. Deletes the takes. Adds notices for sound that cannot be read or is over the length limit.
 * @throws NotAudio when no take holds sound; ProcessFailed, when trying again may help.
 */
export async function decodeRecording(
  { takes, cuts }: OpenedRecording,
  output: { wav: string; copy?: string },
  { mostMs, reserveBytes, ds2Converter, ...options }: RunIn & DecodingLimits,
): Promise<DecodedRecording> {
  const { files, notices } = await filesOf(takes, { reserveBytes, ...options })
  const isOneWhole = files.length === 1 && !cuts
  const decoded: DecodedFile[] = []
  let silent: NotAudio | undefined
  let leftMs = mostMs
  let isPart = notices.length > 0
  let isLonger = false
  for (const [number, { take, path }] of files.entries()) {
    if (leftMs <= 0) {
      isLonger = true
      await rm(path)
      continue
    }
    const wav = `${path}.wav`
    try {
      await convertDs2(path, { ...options, ds2Converter, mostMs, reserveBytes })
      const claim = await claimOf(path, options)
      const copy = isOneWhole ? output.copy : undefined
      const limits = { reserveBytes, mostMs: leftMs, channels: claim.channels }
      const found = await decodeToWav(path, wav, { ...options, ...limits }, copy)
      const decodedMs = await lengthMs(wav)
      decoded.push({ take, wav, lengthMs: decodedMs })
      if (decodedMs > leftMs) isLonger = true
      leftMs -= decodedMs
      const difference = leftMs < 0 ? undefined : differenceOf(claim, decodedMs, found.isPart)
      if (difference) notices.push(difference.notice)
      if (claim.noNumbers > 0) notices.push(noNumbersIn(claim))
      isPart ||= difference?.isLoss ?? false
    } catch (error) {
      if (!(error instanceof NotAudio)) throw error
      silent ??= error
      isPart = true
      const why = error instanceof UnreadableDs2 ? `could not be read. ${error.message}` : 'holds no sound.'
      notices.push(`Part ${number + 1} of this recording ${why}`)
    }
    await rm(path)
  }
  if (silent && decoded.length === 0) throw silent
  const { kept, notice } = keptOf(decoded, cuts)
  if (notice) notices.push(notice)
  const tellLonger = () =>
    notices.push(`This recording is longer than ${hoursOf(mostMs)}. The rest wasn’t used. Split it.`)
  if (isOneWhole) {
    if (isLonger) tellLonger()
    return { wav: kept[0]!.wav, notices, isPart }
  }
  const decodedMs = decoded.reduce((sum, { lengthMs: ms }) => sum + ms, 0)
  await needRoom(options.folder, decodedMs * bytesAMs, reserveBytes)
  const joined = await joinStretches(kept, output.wav, mostMs, options.signal)
  if (isLonger || joined.isLonger) tellLonger()
  for (const { wav } of decoded) await rm(wav)
  if (output.copy) await encodeForListening(output.wav, output.copy, { ...options, reserveBytes })
  return { wav: output.wav, notices, isPart }
}
