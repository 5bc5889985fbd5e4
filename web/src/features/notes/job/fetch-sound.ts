/** Longer recordings are streamed. */
const mostBytes = 8_000_000

/**
 * Fetches a whole recording into the memory of this page, unless it is too long; the browser's cache keeps no patient
 * data.
 */
export async function fetchSound(url: string, signal: AbortSignal): Promise<Blob | null> {
  const answer = await fetch(url, { signal, priority: 'low' })
  const isKept = answer.ok && Number(answer.headers.get('content-length') ?? mostBytes) < mostBytes
  if (isKept) return answer.blob()
  await answer.body?.cancel()
  return null
}
