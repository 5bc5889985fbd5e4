import { createReadStream } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { lengthMs, listeningMimeType, NotAudio, peaksOf } from '../../gateways/audio/index.ts'
import type { Blobs } from '../../gateways/blobs/index.ts'
import type { Platform } from '../../platform/feature.ts'
import { newId } from '../../platform/ids.ts'
import { GiveUp } from '../../platform/refusal.ts'
import type { TaskRun } from '../../platform/tasks/index.ts'
import { decodeRecording, longestMs } from '../conversion/index.ts'
import type { OpenRecording } from '../dictations/index.ts'
import { addNotices } from '../jobs/index.ts'
import { findCopy, insertCopy } from './listening.store.ts'

export interface ListeningParts {
  platform: Platform
  blobs: Blobs
  openRecording: OpenRecording
}

export interface ListeningPayload {
  clinicId: string
  jobId: string
  dictationId: string
}

/** Where recordings lie in the clear meanwhile; emptied when the server starts, for what a killed one left. */
export const listeningFolderOf = ({ config }: Platform) => join(config.dataFolder, 'listening')

/** Makes the copy that people listen to, with its peaks. Made once: a second run finds it, or throws its own away. */
export async function prepareListening(
  { platform, blobs, openRecording }: ListeningParts,
  { clinicId, jobId, dictationId }: ListeningPayload,
  { signal }: Pick<TaskRun, 'signal'>,
): Promise<void> {
  const { doors } = platform
  if (await doors.asSystem('task listen', (work) => findCopy(work, jobId), clinicId)) return
  const parent = listeningFolderOf(platform)
  await mkdir(parent, { recursive: true, mode: 0o700 })
  const folder = await mkdtemp(join(parent, 'job-'))
  try {
    const copy = join(folder, 'copy')
    const recording = await openRecording(clinicId, dictationId, folder)
    const output = { wav: join(folder, 'whole.wav'), copy }
    const options = { signal, folder, isPatient: true, mostMs: longestMs(platform.config) }
    const { wav, notices, isPart } = await decodeRecording(recording, output, options)
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
        if (!(await insertCopy(work, jobId, facts))) return false
        await addNotices(work, jobId, notices)
        return true
      },
      clinicId,
    )
    if (!isFirst) await blobs.remove(blobId)
  } catch (error) {
    throw error instanceof NotAudio ? new GiveUp(error.message) : error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
