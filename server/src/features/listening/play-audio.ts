import { once } from 'node:events'
import { Readable } from 'node:stream'
import { listeningRefusals } from '@dictara/contract/listening'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Blobs, DamagedBlob } from '../../gateways/blobs/index.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Doors } from '../../platform/database/index.ts'
import { notFound, Refusal } from '../../platform/refusal.ts'
import { sharedRefusals } from '@dictara/contract'
import { findJob, mayReadJob } from '../jobs/index.ts'
import { readRange } from './byte-range.ts'
import { findCopy, forgetCopy, type ListeningCopy } from './listening.store.ts'
import { askForCopy, type ListeningTask } from './make-again.ts'

declare module '../../platform/database/work.ts' {
  interface AuditEvents {
    'audio.heard': null
  }
}

export interface AudioRequest {
  request: FastifyRequest
  reply: FastifyReply
  doors: Doors
  blobs: Blobs
  task: ListeningTask
}

/** Sends the recording, or the asked part of it; who may hear it is looked up at every request (controls.md S59). */
export async function playAudio(
  { request, reply, doors, blobs, task }: AudioRequest,
  actor: Actor | null,
  jobId: string,
): Promise<FastifyReply> {
  if (!actor) throw new Refusal(sharedRefusals.signedOut)
  if (!actor.clinicId) throw notFound()
  const copy = await doors.inClinic(actor, async (work) => {
    if (!(await mayReadJob(work, jobId))) throw notFound()
    const [copy] = await Promise.all([
      findCopy(work, jobId),
      work.audit({ event: 'audio.heard', jobId }, 'once-a-minute'),
    ])
    return copy
  })
  if (!copy) throw new Refusal(listeningRefusals.notReady)
  const range = readRange(request.headers.range, copy.sizeBytes)
  reply
    .header('accept-ranges', 'bytes')
    .header('cache-control', 'private, no-store')
    .header('x-content-type-options', 'nosniff')
  if (range === 'unsatisfiable') return reply.code(416).header('content-range', `bytes */${copy.sizeBytes}`).send()
  const { start, end } = range === 'whole' ? { start: 0, end: copy.sizeBytes - 1 } : range
  const bytes = await openBytes(blobs, copy, { start, end })
  if (bytes === 'damaged') {
    await doors.inClinic(actor, async (work) => {
      const job = await findJob(work, jobId)
      if ((await forgetCopy(work, jobId, copy.blobId)) && job) await askForCopy(work, task, job)
    })
    throw new Refusal(listeningRefusals.notReady)
  }
  reply.type(copy.mimeType).header('content-length', String(end - start + 1))
  if (range !== 'whole') reply.code(206).header('content-range', `bytes ${start}-${end}/${copy.sizeBytes}`)
  return reply.send(bytes)
}

/** The asked bytes, the first of which are read: whether they are as written shows before anything is answered. */
async function openBytes(
  blobs: Blobs,
  { blobId }: ListeningCopy,
  range: { start: number; end: number },
): Promise<Readable | 'damaged'> {
  const bytes = Readable.from(blobs.read(blobId, range), { objectMode: false })
  try {
    await once(bytes, 'readable')
    return bytes
  } catch (error) {
    if (error instanceof DamagedBlob || (error as NodeJS.ErrnoException).code === 'ENOENT') return 'damaged'
    throw error
  }
}
