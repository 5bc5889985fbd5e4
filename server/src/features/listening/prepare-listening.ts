import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { lengthMs, listeningMimeType, NotAudio, peaksOf, troubleInWords } from '../../gateways/audio/index.ts'
import type { Blobs } from '../../gateways/blobs/index.ts'
import type { Platform } from '../../platform/feature.ts'
import { createFullRounds } from '../../platform/full-rounds.ts'
import { newId } from '../../platform/ids.ts'
import { ProcessFailed } from '../../platform/processes.ts'
import { GiveUp } from '../../platform/refusal.ts'
import { doingIt, type TaskRun } from '../../platform/tasks/index.ts'
import { makeInWorkFolder } from '../../platform/work-folder.ts'
import { decodeRecording, decodingLimits } from '../conversion/index.ts'
import { type OpenRecording, RecordingDamaged } from '../dictations/index.ts'
import { addNotices, lockJob } from '../jobs/index.ts'
import { findCopy, insertCopy, removeFailure } from './listening.store.ts'

export interface ListeningParts {
  platform: Platform
  blobs: Blobs
  /** Where recordings lie in the clear meanwhile. */
  workFolder: string
  openRecording: OpenRecording
}

const fullRounds = createFullRounds('The server’s disk is full, so this job’s audio couldn’t be prepared.')

export interface ListeningPayload {
  clinicId: string
  jobId: string
  dictationId: string
}

/** Makes the copy that people listen to, with its peaks. Made once: a second run finds it, or throws its own away. */
export async function prepareListening(
  parts: ListeningParts,
  payload: ListeningPayload,
  { signal, isLastAttempt }: Pick<TaskRun, 'signal' | 'isLastAttempt'>,
): Promise<void> {
  try {
    await fullRounds(payload.jobId, () => prepare(parts, payload, signal))
  } catch (error) {
    throw asPeopleRead(error, isLastAttempt)
  }
}

async function prepare(
  { platform, blobs, workFolder, openRecording }: ListeningParts,
  { clinicId, jobId, dictationId }: ListeningPayload,
  signal: AbortSignal,
) {
  const { doors } = platform
  if (await doors.asSystem('task listen', (work) => findCopy(work, jobId), clinicId)) return
  await using made = await makeInWorkFolder(workFolder, 'listening-')
  const folder = made.path
  const copy = join(folder, 'copy')
  const recording = await openRecording(clinicId, dictationId, folder)
  const output = { wav: join(folder, 'whole.wav'), copy }
  const options = { signal, folder, isPatient: true, ...decodingLimits(platform.config) }
  const { wav, notices, isPart } = await doingIt('Reading the recording', () =>
    decodeRecording(recording, output, options),
  )
  const blobId = newId()
  const { sizeBytes } = await blobs.put(blobId, createReadStream(copy))
  const facts = {
    blobId,
    mimeType: listeningMimeType,
    sizeBytes,
    durationMs: await lengthMs(wav),
    peaks: await peaksOf(wav),
    isPart,
  }
  const isFirst = await doors.asSystem(
    'task listen',
    async (work) => {
      await lockJob(work, jobId)
      await removeFailure(work, jobId)
      if (!(await insertCopy(work, jobId, facts))) return false
      await addNotices(work, jobId, notices)
      return true
    },
    clinicId,
  )
  if (!isFirst) await blobs.remove(blobId)
}

/** What is no sound stays none; a program that is missing may be there again tomorrow. */
function asPeopleRead(error: unknown, isLastAttempt: boolean): unknown {
  if (error instanceof NotAudio || error instanceof RecordingDamaged) return new GiveUp(error.message)
  if (!(error instanceof ProcessFailed) || !isLastAttempt || error.kind === 'no-room') return error
  return new GiveUp(troubleInWords(error), { mayPass: true })
}
