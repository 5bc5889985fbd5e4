export { diskBlobs } from './disk.ts'

export interface StoredBlob {
  sizeBytes: number
  /** Of the plain bytes, hex. */
  sha256: string
}

/** Where audio lies: encrypted, each file under a key of its own (security.md S59). */
export interface Blobs {
  /**
   * Stores a stream durably; when it resolves, the bytes survive a crash. Nothing is left of a stream that fails.
   * @throws what the stream throws, and Error with code ENOSPC on a full disk.
   */
  put(id: string, bytes: AsyncIterable<Uint8Array>): Promise<StoredBlob>
  /** The plain bytes from `start` to `end`, both included; the whole file without them. */
  read(id: string, range?: { start: number; end: number }): AsyncIterable<Buffer>
  remove(id: string): Promise<void>
}
