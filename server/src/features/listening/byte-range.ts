/** Bytes of a file, both ends included. */
export interface ByteRange {
  start: number
  end: number
}

/**
 * Reads a `Range` header (RFC 9110 section 14.1.2). One range is served; what asks for several gets the whole.
 * @returns `whole` without a usable header, `unsatisfiable` for a range that lies outside.
 */
export function readRange(header: string | undefined, sizeBytes: number): ByteRange | 'whole' | 'unsatisfiable' {
  const [, from, to] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? []
  if (from === undefined || to === undefined || (from === '' && to === '')) return 'whole'
  if (from === '') {
    const last = Math.min(Number(to), sizeBytes)
    return last > 0 ? { start: sizeBytes - last, end: sizeBytes - 1 } : 'unsatisfiable'
  }
  const start = Number(from)
  const end = to === '' ? sizeBytes - 1 : Math.min(Number(to), sizeBytes - 1)
  if (to !== '' && Number(to) < start) return 'whole'
  return start < sizeBytes ? { start, end } : 'unsatisfiable'
}
