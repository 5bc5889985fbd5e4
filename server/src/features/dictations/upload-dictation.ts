import { dictationRefusals, NewDictation } from '@dictara/contract/dictations'
import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Blobs, StoredBlob } from '../../gateways/blobs/index.ts'
import type { Actor } from '../../platform/actor.ts'
import { invalidFrom } from '../../platform/http/envelope.ts'
import { newId } from '../../platform/ids.ts'
import { notFound, Refusal, refuseUnless } from '../../platform/refusal.ts'
import { beginDictation } from './begin-dictation.ts'
import { findChunk, findDictation, insertChunk } from './dictations.store.ts'
import { submitDictation, type SubmitParts } from './submit-dictation.ts'

export interface UploadParts extends SubmitParts {
  blobs: Blobs
}

interface ReceivedFile extends StoredBlob {
  blobId: string
  mimeType: string
  fileName: string
}

const overLimit = (limitBytes: number) =>
  new Refusal(dictationRefusals.overLimit, { limit: Math.floor(limitBytes / 1_048_576) })

/** Reads fields and file in any order. Writes the file to disk as it arrives. */
async function receive(request: FastifyRequest, { blobs }: UploadParts, limitBytes: number) {
  refuseUnless(request.isMultipart?.(), dictationRefusals.fileMissing)
  const fields: Record<string, unknown> = {}
  let file: ReceivedFile | undefined
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') fields[part.fieldname] = part.value === '' ? null : part.value
      else if (part.fieldname !== 'audio' || file) part.file.resume()
      else {
        const blobId = newId()
        const stored = await blobs.put(blobId, part.file)
        file = { ...stored, blobId, mimeType: part.mimetype, fileName: (part.filename ?? '').slice(0, 300) }
        if (part.file.truncated) throw overLimit(limitBytes)
      }
    }
  } catch (error) {
    if (file) await blobs.remove(file.blobId)
    throw (error as { code?: string }).code === 'FST_REQ_FILE_TOO_LARGE' ? overLimit(limitBytes) : error
  }
  return { fields, file }
}

function readFields(fields: Record<string, unknown>, file: ReceivedFile) {
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))
  const parsed = z.safeParse(NewDictation, {
    dictationId: newId(),
    ...given,
    mimeType: file.mimeType,
    fileName: file.fileName,
    sizeBytes: file.sizeBytes,
  })
  if (!parsed.success) throw invalidFrom(parsed.error)
  return parsed.data
}

function unlessSubmitted(error: unknown) {
  if (!(error instanceof Refusal) || error.spec !== dictationRefusals.submitted) throw error
}

/** Begins, stores (as one chunk) and submits a dictation in one call (wire.md, Dictation intake). Repeated: the same job. */
export async function uploadDictation(parts: UploadParts, actor: Actor, request: FastifyRequest, limitBytes: number) {
  // Refuse before receiving it if the declared length is too large.
  if (Number(request.headers['content-length'] ?? 0) > limitBytes + 1_048_576) throw overLimit(limitBytes)
  const { fields, file } = await receive(request, parts, limitBytes)
  refuseUnless(file, dictationRefusals.fileMissing)
  const chunk = { take: 0, number: 0, sha256: file.sha256, sizeBytes: file.sizeBytes, blobId: file.blobId }
  // Delete the bytes after a refusal, until a row may refer to them.
  let isKept = false
  let mayBeKept = false
  try {
    refuseUnless(file.sizeBytes > 0, dictationRefusals.empty)
    const details = readFields(fields, file)
    const { dictationId, patientId, facilityId } = details
    await parts.doors.inClinic(actor, async (work) => {
      const known = await findDictation(work, dictationId)
      if (known && known.authorId !== actor.userId) throw notFound()
      // Another call may have submitted the same dictation by now. Then answer its job.
      if (!known?.submittedAt) await beginDictation(work, details, limitBytes).catch(unlessSubmitted)
      let stored = await findChunk(work, dictationId, 0, 0)
      if (!stored && !(await findDictation(work, dictationId))?.submittedAt) {
        mayBeKept = await insertChunk(work, dictationId, chunk)
        stored = await findChunk(work, dictationId, 0, 0)
      }
      refuseUnless(stored?.sha256 === file.sha256, dictationRefusals.otherBytes, { chunk: 0 })
    })
    isKept = mayBeKept
    return await submitDictation(parts, actor, dictationId, {
      patientId,
      facilityId,
      takes: [{ take: 0, chunks: 1 }],
    })
  } catch (error) {
    // After other errors the commit may have succeeded, so keep the bytes.
    if (!(error instanceof Refusal)) isKept ||= mayBeKept
    throw error
  } finally {
    if (!isKept) await parts.blobs.remove(file.blobId)
  }
}
