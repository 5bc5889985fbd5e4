import type { OpenRecording } from '@dictara/browser/open-recording'
import type { Recordings } from '@dictara/browser/recordings'

/** The sound of a take so far: what is stored, and what could not be stored yet and is still in memory. */
export async function soundOf(recordings: Recordings, { current, read }: OpenRecording, take: number): Promise<Blob> {
  const known = current.takes.find((one) => one.take === take)
  const sound = (await recordings.readTake(current.recordingId, take)).map(({ bytes }) => bytes)
  for (let number = sound.length; number < (known?.chunks ?? 0); number += 1) {
    const piece = await read({ take, number }).catch(() => undefined)
    if (piece) sound.push(piece.bytes)
  }
  return new Blob(sound, { type: known?.mimeType ?? '' })
}
