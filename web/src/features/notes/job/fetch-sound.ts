/** Longer recordings are played as they arrive. */
const mostBytes = 8_000_000

/** The whole of a recording in the memory of this page, where it is not too much; the browser itself keeps nothing of patients. */
export async function fetchSound(url: string, signal: AbortSignal): Promise<Blob | null> {
  const answer = await fetch(url, { signal, priority: 'low' })
  const isKept = answer.ok && Number(answer.headers.get('content-length') ?? mostBytes) < mostBytes
  if (isKept) return answer.blob()
  await answer.body?.cancel()
  return null
}
