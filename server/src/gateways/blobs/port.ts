/** A stored file has changed: bytes of it are different or missing. */
export class DamagedBlob extends Error {
  constructor(id: string) {
    super(`the stored file ${id} is damaged`)
  }
}

export interface StoredBlob {
  sizeBytes: number
  /** Of the unencrypted bytes, hex. */
  sha256: string
}

/** The storage of audio: encrypted, each file with its own key (controls.md S59). */
export interface Blobs {
  /**
   * Stores a stream durably; after it resolves, the bytes survive a crash. A failed stream leaves nothing.
   * @throws what the stream throws, StorageAway, and Error with code ENOSPC on a full disk.
   */
  put(id: string, bytes: AsyncIterable<Uint8Array>): Promise<StoredBlob>
  /**
   * The decrypted bytes from `start` to `end`, both included; without a range, the whole file.
   * @throws StorageAway, and DamagedBlob if it has changed; if its end is missing, before the first byte.
   */
  read(id: string, range?: { start: number; end: number }): AsyncIterable<Buffer>
  remove(id: string): Promise<void>
  /** The ids of all blobs last written before a moment, one by one as the folder is read. */
  listBefore(moment: Date): AsyncIterable<string>
  /** Removes it unless it was written since; @returns whether it was removed. */
  removeBefore(id: string, moment: Date): Promise<boolean>
  /** The mark stored beside the blobs for all of them; null if there is none yet. */
  readMark(): Promise<string | null>
  writeMark(text: string): Promise<void>
  /** Removes the remains of killed writes, unless something was added to them since a moment; @returns how many. */
  removeUnfinished(moment: Date): Promise<number>
}
