import { Readable } from 'node:stream'
import { type Hl7FileType, hl7Refusals, hl7ZipName } from '@dictara/contract/hl7-files'
import type { FastifyReply } from 'fastify'
import { Zip, ZipDeflate } from 'fflate'
import type { Blobs } from '../../gateways/blobs/index.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Doors } from '../../platform/database/index.ts'
import type { SendFile } from '../../platform/http/serve.ts'
import { newId } from '../../platform/ids.ts'
import { notFound, refuseUnless } from '../../platform/refusal.ts'
import { insertExport, listChosen } from './hl7-files.store.ts'
import { refuseUnlessHl7IsOn } from './is-on.ts'

export interface Chosen {
  fileType: Hl7FileType
  fileNames: readonly string[]
  fileIds?: readonly string[] | undefined
  comment: string
}

/** A name that every file system takes, and that stays within the folder in which the zip is unpacked (control S55). */
export function safeName(name: string): string {
  const plain = name
    .replaceAll(/[\p{Cc}<>:"/\\|?*]/gu, '_')
    .replace(/^[. ]+/, '_')
    .replace(/[. ]+$/, '_')
  const free = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(plain) ? `_${plain}` : plain
  return free.slice(-200) || '_'
}

/** Names for the entries of a zip: safe, and no two the same in any case: `a.hl7`, `a (2).hl7`. */
export function entryNames(names: readonly string[]): string[] {
  const taken = new Set<string>()
  return names.map((name) => {
    const safe = safeName(name)
    const [, stem, ending] = /^(.*?)(\.[^.]*)?$/s.exec(safe) ?? []
    let entry = safe
    for (let number = 2; taken.has(entry.toLowerCase()); number += 1) entry = `${stem ?? ''} (${number})${ending ?? ''}`
    taken.add(entry.toLowerCase())
    return entry
  })
}

interface Entry {
  name: string
  uploadedAt: Date
  /** The bytes of a short file, or the id of the blob that has them. */
  content: Uint8Array | null
  blobId: string | null
}

/** The bytes of a zip, made as they are read: whoever stops reading ends it, and closes the file that is open. */
export async function* zipOf(blobs: Pick<Blobs, 'read'>, entries: readonly Entry[]): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = []
  const zip = new Zip((error, data) => {
    if (error) throw error
    ready.push(data)
  })
  for (const { name, content, blobId, uploadedAt } of entries) {
    const entry = new ZipDeflate(name, { level: 6 })
    entry.mtime = uploadedAt
    zip.add(entry)
    for await (const piece of content ? [content] : blobs.read(blobId!)) {
      entry.push(piece)
      yield* ready.splice(0)
    }
    entry.push(new Uint8Array(0), true)
  }
  zip.end()
  yield* ready
}

/** Exports files as one zip, and counts it (HL7-16, Q149). */
export async function exportFiles(
  { doors, blobs }: { doors: Doors; blobs: Blobs },
  actor: Actor,
  { comment, ...chosen }: Chosen,
  reply: FastifyReply,
): Promise<SendFile> {
  refuseUnless(chosen.fileNames.length > 0, hl7Refusals.noneSelected)
  const files = await doors.inClinic(actor, async (work) => {
    await refuseUnlessHl7IsOn(work)
    const found = await listChosen(work, chosen)
    // A name that is not there, or a file of somebody else, exports nothing at all.
    const names = new Set(found.map(({ fileName }) => fileName))
    const missesId = chosen.fileIds && found.length < new Set(chosen.fileIds).size
    if (missesId || chosen.fileNames.some((name) => !names.has(name))) throw notFound()
    await insertExport(
      work,
      newId(),
      found.map(({ id }) => id),
      comment.trim(),
    )
    return found
  })
  return () => {
    const names = entryNames(files.map(({ fileName }) => fileName))
    const entries = files.map((file, at) => ({ ...file, name: names[at]! }))
    return reply
      .header('content-type', 'application/zip')
      .header('content-disposition', `attachment; filename="${hl7ZipName}"`)
      .header('cache-control', 'private, no-store')
      .send(Readable.from(zipOf(blobs, entries)))
  }
}
