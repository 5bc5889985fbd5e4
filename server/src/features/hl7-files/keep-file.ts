import type { Hl7FileType } from '@dictara/contract/hl7-files'
import type { Blobs } from '../../gateways/blobs/index.ts'
import type { Work } from '../../platform/database/index.ts'
import { newId } from '../../platform/ids.ts'
import { insertFiles } from './hl7-files.store.ts'

export interface KeptHl7File {
  facilityId: string
  /** Ends in `.hl7`. */
  fileName: string
  fileType: Hl7FileType
  bytes: Uint8Array
}

/** The largest file, in bytes, that is kept in its row. An export holds the rows of all its files in memory. */
const mostInRow = 8_192

async function* wholeOf(bytes: Uint8Array) {
  yield bytes
}

/** Stores the bytes of a file that the product wrote. @returns what its row says of them */
export async function storeFile(blobs: Pick<Blobs, 'put'>, bytes: Uint8Array) {
  const sizeBytes = bytes.length
  if (sizeBytes <= mostInRow) return { sizeBytes, content: bytes, blobId: null }
  const blobId = newId()
  await blobs.put(blobId, wholeOf(bytes))
  return { sizeBytes, content: null, blobId }
}

/**
 * Adds a file that the product wrote, such as a finished note (Q150), to the list of its type; Dictara stands as who uploaded it. If
 * the transaction fails, a blob of it is swept away with other orphans.
 * @returns the id of the file
 */
export async function keepHl7File(work: Work, blobs: Blobs, { bytes, ...file }: KeptHl7File): Promise<string> {
  const id = newId()
  const stored = await storeFile(blobs, bytes)
  await insertFiles({ ...work, actor: null }, [{ ...file, ...stored, id, importId: null, state: 'DONE' }])
  return id
}
