/** SHA-256 in hex, as used in the header `x-chunk-sha256`. */
export async function sha256Hex(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The hash of a take: the hash of its chunks' hex hashes in order, joined without a separator (wire.md, Dictation intake). */
export function takeHash(chunkHashes: readonly string[]): Promise<string> {
  return sha256Hex(new TextEncoder().encode(chunkHashes.join('')))
}
