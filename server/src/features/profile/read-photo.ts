import { buffer } from 'node:stream/consumers'
import type { FastifyReply } from 'fastify'
import { type Blobs, DamagedBlob } from '../../gateways/blobs/index.ts'
import { photoMimeType } from '../../gateways/pictures/index.ts'
import type { Doors } from '../../platform/database/index.ts'
import { notFound } from '../../platform/refusal.ts'
import { maySeePhoto } from '../identity/index.ts'

/** The bytes of a photo; null where they are no longer there, or not as they were written. */
export async function readPhoto(blobs: Blobs, photo: string): Promise<Buffer | null> {
  try {
    return await buffer(blobs.read(photo))
  } catch (error) {
    if (error instanceof DamagedBlob || (error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/**
 * Sends a photo to a browser in which somebody of its person's clinic works; to anybody else there is none. Another photo has another
 * address, so this one is kept and never asked for again.
 */
export async function servePhoto(
  { doors, blobs }: { doors: Doors; blobs: Blobs },
  { userId, photo }: { userId: string; photo: string },
  cookieSecret: string | null,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const maySee =
    cookieSecret !== null && (await doors.beforeClinic((gate) => maySeePhoto(gate, { userId, photo }, cookieSecret)))
  const bytes = maySee && (await readPhoto(blobs, photo))
  if (!bytes) throw notFound()
  return reply
    .header('cache-control', 'private, max-age=31536000, immutable')
    .header('x-content-type-options', 'nosniff')
    .type(photoMimeType)
    .send(bytes)
}
