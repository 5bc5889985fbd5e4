/**
 * A UUIDv7: ids sort by the time of their creation; the client's ids are idempotency keys (wire.md, Dictation intake).
 */
export function newId(now = Date.now()): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const view = new DataView(bytes.buffer)
  view.setUint16(0, Math.floor(now / 2 ** 32))
  view.setUint32(2, now % 2 ** 32)
  bytes[6] = 0x70 | (bytes[6]! & 0x0f)
  bytes[8] = 0x80 | (bytes[8]! & 0x3f)
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** The id derived from another one, the same on every page, so that the result of one thing has one name. */
export function idAfter(id: string): string {
  const last = (BigInt(`0x${id.slice(-12)}`) + 1n) % 2n ** 48n
  return id.slice(0, -12) + last.toString(16).padStart(12, '0')
}

/** The form of an id: a UUID in either case. */
export const idForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
