import { createReadStream, createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { lengthMs, NotAudio, segmentsOf, troubleInWords, type VoiceSearch } from '../../gateways/audio/index.ts'
import { type Blobs, DamagedBlob } from '../../gateways/blobs/index.ts'
import { type SpeechEngine, SpeechFailed } from '../../gateways/speech/index.ts'
import type { Work } from '../../platform/database/index.ts'
import type { Platform } from '../../platform/feature.ts'
import type { FullRounds } from '../../platform/full-rounds.ts'
import { ProcessFailed } from '../../platform/processes.ts'
import { GiveUp } from '../../platform/refusal.ts'
import { needRoom } from '../../platform/room.ts'
import { doingIt, type TaskRun } from '../../platform/tasks/index.ts'
import { makeInWorkFolder } from '../../platform/work-folder.ts'
import { type OpenRecording, RecordingDamaged } from '../dictations/index.ts'
import { type JobRecord, reportLength, reportProgress, startConversion } from '../jobs/index.ts'
import {
  type Conversion,
  findConversion,
  insertSegment,
  keepEngine,
  listSegmentNumbers,
  saveConversion,
} from './conversion.store.ts'
import { decodeRecording, decodingLimits } from './decode-recording.ts'
import type { EngineTurns } from './engine-turns.ts'
import { levelForRecognition } from './level-for-recognition.ts'
import { recogniseSegment } from './recognise-segment.ts'
import { writeAndFinish } from './write-and-finish.ts'

export interface ConversionParts {
  platform: Platform
  engine: SpeechEngine
  voices: VoiceSearch
  blobs: Blobs
  /** The folder for unencrypted recordings during conversion. */
  workFolder: string
  openRecording: OpenRecording
}

export interface ConversionPayload {
  clinicId: string
  jobId: string
}

export interface Lane {
  turns: EngineTurns
  fullRounds: FullRounds
  /** How long work in this lane lets other work go first. */
  patienceMs: number
  /** Moves recordings that are too long for this lane to another one. Absent if the lane takes any length. */
  handOver?(work: Work, payload: ConversionPayload): Promise<void>
}

/** Recordings with more segments, about as many minutes, run in a separate lane. */
const mostShortSegments = 10

/**
 * Audio → words → note, in stages whose results are stored. A retry does not repeat finished segments, nor the decoding of a long
 * recording; decoding a short one again is faster than storing it. No transaction is open while a program runs (architecture.md
 * section 7).
 */
export async function convertDictation(
  parts: ConversionParts,
  lane: Lane,
  payload: ConversionPayload,
  { signal, isLastAttempt }: Pick<TaskRun, 'signal' | 'isLastAttempt'>,
) {
  try {
    await lane.fullRounds(payload.jobId, () => convert(parts, lane, payload, signal))
  } catch (error) {
    throw asPeopleRead(error, isLastAttempt)
  }
}

async function convert(parts: ConversionParts, lane: Lane, payload: ConversionPayload, signal: AbortSignal) {
  const { platform, engine } = parts
  const { clinicId, jobId } = payload
  const inSystem = <T>(run: (work: Work) => Promise<T>) => platform.doors.asSystem('task convert', run, clinicId)
  const job = await inSystem((work) => startConversion(work, jobId))
  if (!job) return
  const known = await inSystem((work) => findConversion(work, jobId))
  const isForOthers = (segments: readonly unknown[]) => lane.handOver && segments.length > mostShortSegments
  if (known && isForOthers(known.segments)) return inSystem((work) => lane.handOver!(work, payload))
  const done = await inSystem((work) => listSegmentNumbers(work, jobId))
  const write = () => doingIt('Writing the note', () => inSystem((work) => writeAndFinish(work, parts.blobs, job)))
  if (known && done.size === known.segments.length) return write()

  await using made = await makeInWorkFolder(parts.workFolder, 'conversion-')
  const folder = made.path
  const { wav, notices, isPart } = await doingIt('Reading the recording', () =>
    decoded(parts, job, known, { signal, folder }),
  )
  const segments = known?.segments ?? (await segmentsOf(wav))
  if (!known) {
    // Stored under the job's id, so that the next run replaces what a killed run leaves behind.
    const decodedBlob = isForOthers(segments) ? jobId : null
    const { reserveBytes } = decodingLimits(platform.config)
    if (decodedBlob) await needRoom(folder, (await stat(wav)).size, reserveBytes)
    if (decodedBlob) await parts.blobs.put(decodedBlob, createReadStream(wav))
    const { name } = await engine.about()
    const found = { engine: name, audioMs: await lengthMs(wav), segments, notices, isPart, decodedBlob }
    await inSystem(async (work) => {
      await saveConversion(work, jobId, found)
      await reportLength(work, jobId, found.audioMs)
      if (decodedBlob) await lane.handOver!(work, payload)
    })
    if (decodedBlob) return
  }
  for (const number of segments.keys()) {
    if (done.has(number)) continue
    const recognise = () => recogniseSegment(parts, wav, { segments, number }, { folder, signal })
    const { name: heardBy } = await engine.about()
    const words = await doingIt('Recognising the speech', () => lane.turns.take(lane.patienceMs, signal, recognise))
    await inSystem(async (work) => {
      await insertSegment(work, jobId, number, words)
      await keepEngine(work, jobId, heardBy)
      await reportProgress(work, jobId, (number + 1) / segments.length)
    })
  }
  await write()
}

/** The recording as a wav for the engine: stored by an earlier run, otherwise decoded now. */
async function decoded(
  { platform, blobs, openRecording }: ConversionParts,
  job: JobRecord,
  known: Conversion | undefined,
  options: { signal: AbortSignal; folder: string },
) {
  const wav = join(options.folder, 'whole.wav')
  if (known?.decodedBlob) {
    const to = createWriteStream(wav, { mode: 0o600 })
    try {
      await pipeline(blobs.read(known.decodedBlob), to, { signal: options.signal })
      return { wav, notices: known.notices, isPart: known.isPart }
    } catch (error) {
      // The stored sound only saves time. Without it, decode the recording again.
      const isGone = error instanceof DamagedBlob || (error as NodeJS.ErrnoException).code === 'ENOENT'
      if (!isGone) throw error
    }
  }
  const recording = await openRecording(job.clinicId, job.dictationId, options.folder)
  const found = await decodeRecording(recording, { wav }, { ...options, ...decodingLimits(platform.config) })
  return { ...found, notices: [...found.notices, ...(await levelForRecognition(found.wav))] }
}

/** Gives up with a reason that people understand: at once if trying again cannot help, otherwise after the last attempt. */
function asPeopleRead(error: unknown, isLastAttempt: boolean): unknown {
  if (error instanceof ProcessFailed && error.kind !== 'no-room' && error.kind !== 'stopped')
    return error.kind === 'missing' || isLastAttempt ? new GiveUp(troubleInWords(error)) : error
  const isHopeless =
    error instanceof NotAudio ||
    error instanceof RecordingDamaged ||
    (error instanceof SpeechFailed && ['missing', 'refused'].includes(error.kind))
  return isHopeless || (error instanceof SpeechFailed && isLastAttempt) ? new GiveUp((error as Error).message) : error
}
