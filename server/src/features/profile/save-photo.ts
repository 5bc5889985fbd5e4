import { Readable } from 'node:stream'
import { photoMostBytes } from '@dictara/contract/fields'
import { profileRefusals } from '@dictara/contract/profile'
import type { FastifyRequest } from 'fastify'
import type { Blobs } from '../../gateways/blobs/index.ts'
import { isPngOrJpeg, shrinkPhoto } from '../../gateways/pictures/index.ts'
import type { Actor } from '../../platform/actor.ts'
import type { ClinicWork, Doors } from '../../platform/database/index.ts'
import { newId } from '../../platform/ids.ts'
import { Refusal, refuseUnless } from '../../platform/refusal.ts'
import { createTurns } from '../../platform/turns.ts'
import { lockOwnPhoto, updateOwnPhoto } from '../people/index.ts'

declare module '../../platform/database/work.ts' {
  interface AuditEvents {
    'photo.changed': null
    'photo.removed': null
  }
}

/** Each takes a core for a second. */
const inTurn = createTurns(1, { waiting: 20, refusal: profileRefusals.photosBusy })
/** Whose picture is being read, or waits for it: one a person, so that nobody keeps the others waiting. */
const reading = new Set<string>()

async function shrinkInTurn(userId: string, bytes: Buffer, workFolder: string) {
  refuseUnless(!reading.has(userId), profileRefusals.photoOnItsWay)
  reading.add(userId)
  try {
    return await inTurn(() => shrinkPhoto(bytes, workFolder))
  } finally {
    reading.delete(userId)
  }
}

/** What a form has around its file. */
const frameBytes = 65_536

/** The file of the form, in memory: it is small, or refused. */
async function receive(request: FastifyRequest): Promise<Buffer> {
  refuseUnless(request.isMultipart?.(), profileRefusals.photoMissing)
  // What says of itself that it is too large is refused before it is sent.
  const said = Number(request.headers['content-length'] ?? 0)
  refuseUnless(said <= photoMostBytes + frameBytes, profileRefusals.photoTooLarge)
  try {
    for await (const part of request.parts({ limits: { fileSize: photoMostBytes } })) {
      if (part.type === 'field') continue
      if (part.fieldname === 'multipartFile') return await part.toBuffer()
      part.file.resume()
    }
  } catch (error) {
    const isTooLarge = (error as { code?: string }).code === 'FST_REQ_FILE_TOO_LARGE'
    throw isTooLarge ? new Refusal(profileRefusals.photoTooLarge) : error
  }
  throw new Refusal(profileRefusals.photoMissing)
}

const refusalOf = {
  'too-small': profileRefusals.photoTooSmall,
  unreadable: profileRefusals.photoUnreadable,
}

/** The one that is there now takes the place of the one before, whose bytes go once that is committed. */
async function replace(work: ClinicWork, blobs: Blobs, photo: string | null) {
  const before = await lockOwnPhoto(work)
  const address = await updateOwnPhoto(work, photo)
  if (before) work.afterCommit(() => blobs.remove(before))
  return { before, address }
}

/** Sets the actor's photo to the picture of a form (Q061). @returns its address */
export async function savePhoto(
  { doors, blobs, workFolder }: { doors: Doors; blobs: Blobs; workFolder: string },
  actor: Actor,
  request: FastifyRequest,
): Promise<string> {
  const bytes = await receive(request)
  refuseUnless(isPngOrJpeg(bytes), profileRefusals.photoType)
  const made = await shrinkInTurn(actor.userId, bytes, workFolder)
  if (made.outcome !== 'made') throw new Refusal(refusalOf[made.outcome])
  const photo = newId()
  await blobs.put(photo, Readable.from([made.photo]))
  try {
    return await doors.inClinic(actor, async (work) => {
      const { address } = await replace(work, blobs, photo)
      await work.audit({ event: 'photo.changed' })
      return address!
    })
  } catch (error) {
    // Of a commit whose answer was lost nobody knows: then the bytes stay, and the sweep finds them if no row does.
    if (error instanceof Refusal) await blobs.remove(photo)
    throw error
  }
}

/** Takes the actor's photo away. */
export async function removePhoto(work: ClinicWork, blobs: Blobs): Promise<void> {
  const { before } = await replace(work, blobs, null)
  if (before) await work.audit({ event: 'photo.removed' })
}
