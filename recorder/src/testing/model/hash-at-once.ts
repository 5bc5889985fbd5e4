import { createHash } from 'node:crypto'

/** Computes hashes synchronously instead of on a thread of the machine, so that a history depends only on its seed. */
export function hashAtOnce(): () => void {
  const { digest } = crypto.subtle
  crypto.subtle.digest = async (_, bytes) => {
    const { buffer, byteOffset, byteLength } = createHash('sha256')
      .update(bytes as Uint8Array)
      .digest()
    return buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer
  }
  return () => void (crypto.subtle.digest = digest)
}
