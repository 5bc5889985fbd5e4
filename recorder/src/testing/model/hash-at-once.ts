import { createHash } from 'node:crypto'

/** Hashes at once, not when a thread of the machine is done: a history is to follow from its seed alone. */
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
