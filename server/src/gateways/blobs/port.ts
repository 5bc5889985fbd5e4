/** A stored file is not as it was written: bytes of it were changed or are missing. */
export class DamagedBlob extends Error {
  constructor(id: string) {
    super(`the stored file ${id} is damaged`)
  }
}

export interface StoredBlob {
  sizeBytes: number
  /** Of the plain bytes, hex. */
  sha256: string
}

/** Where audio lies: encrypted, each file under a key of its own (controls.md S59). */
export interface Blobs {
  /**
   * Stores a stream durably; when it resolves, the bytes survive a crash. Nothing is left of a stream that fails.
   * @throws what the stream throws, StorageAway, and Error with code ENOSPC on a full disk.
   */
  put(id: string, bytes: AsyncIterable<Uint8Array>): Promise<StoredBlob>
  /**
   * The plain bytes from `start` to `end`, both included; the whole file without them.
   * @throws StorageAway, and DamagedBlob when it is not as it was written; of one that lost its end before the first byte.
   */
  read(id: string, range?: { start: number; end: number }): AsyncIterable<Buffer>
  remove(id: string): Promise<void>
  /** The ids of everything last written before a moment, one after the other as the folder is read. */
  listBefore(moment: Date): AsyncIterable<string>
  /** Removes it unless it was written since; @returns whether it was removed. */
  removeBefore(id: string, moment: Date): Promise<boolean>
  /** What was written beside the blobs about all of them; null before. */
  readMark(): Promise<string | null>
  writeMark(text: string): Promise<void>
  /** Removes what killed writes left, unless something was added since a moment; @returns how many. */
  removeUnfinished(moment: Date): Promise<number>
}
