import { Readable } from 'node:stream'
import { listeningRefusals } from '@dictara/contract/dictations'
import type { FastifyReply } from 'fastify'
import type { Blobs } from '../../gateways/blobs/index.ts'
import type { Actor } from '../../platform/actor.ts'
import type { RawContext } from '../../platform/http/serve.ts'
import { notFound, Refusal } from '../../platform/refusal.ts'
import { sharedRefusals } from '@dictara/contract'
import { mayReadJob } from '../jobs/index.ts'
import { readRange } from './byte-range.ts'
import { findCopy } from './listening.store.ts'

/** Sends the recording, or the asked part of it; who may hear it is looked up at every request (security.md S59). */
export async function playAudio(
  { request, reply, doors }: RawContext,
  blobs: Blobs,
  actor: Actor | null,
  jobId: string,
) {
  if (!actor) throw new Refusal(sharedRefusals.signedOut)
  if (!actor.clinicId) throw notFound()
  const copy = await doors.inClinic(actor, async (work) => {
    if (!(await mayReadJob(work, actor, jobId))) throw notFound()
    return findCopy(work, jobId)
  })
  if (!copy) throw new Refusal(listeningRefusals.notReady)
  const range = readRange(request.headers.range, copy.sizeBytes)
  reply
    .header('accept-ranges', 'bytes')
    .header('cache-control', 'private, no-store')
    .header('x-content-type-options', 'nosniff')
  if (range === 'unsatisfiable') return reply.code(416).header('content-range', `bytes */${copy.sizeBytes}`).send()
  const { start, end } = range === 'whole' ? { start: 0, end: copy.sizeBytes - 1 } : range
  reply.type(copy.mimeType).header('content-length', String(end - start + 1))
  if (range !== 'whole') reply.code(206).header('content-range', `bytes ${start}-${end}/${copy.sizeBytes}`)
  return send(reply, blobs.read(copy.blobId, { start, end }))
}

const send = (reply: FastifyReply, bytes: AsyncIterable<Buffer>) =>
  reply.send(Readable.from(bytes, { objectMode: false }))
