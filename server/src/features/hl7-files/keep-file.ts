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

/** As one chunk. */
export async function* wholeOf(bytes: Uint8Array) {
  yield bytes
}

/**
 * Adds a file that the product wrote, such as a finished note (Q150), to the list of its type; Dictara stands as who uploaded it. If
 * the transaction fails, the bytes are swept away with other orphans.
 * @returns the id of the file
 */
export async function keepHl7File(work: Work, blobs: Blobs, { bytes, ...file }: KeptHl7File): Promise<string> {
  const [id, blobId] = [newId(), newId()]
  const { sizeBytes } = await blobs.put(blobId, wholeOf(bytes))
  await insertFiles({ ...work, actor: null }, [{ ...file, id, blobId, sizeBytes, importId: null, state: 'DONE' }])
  return id
}
