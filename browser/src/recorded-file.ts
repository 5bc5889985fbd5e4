import { audioExtensions, chunkBytes } from '@dictara/contract/dictations'
import type { RecordedTake, Recording, Recordings } from './recordings.ts'
import type { ChunkPlace } from './stored-chunks.ts'
import { ChunkLost } from './upload-verdict.ts'

const mimeTypes: Record<(typeof audioExtensions)[number], string> = {
  wav: 'audio/wav',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  webm: 'audio/webm',
  ogg: 'audio/ogg',
  flac: 'audio/flac',
  wma: 'audio/x-ms-wma',
  dss: 'audio/x-dss',
}

const extensionOf = (name: string) => name.toLowerCase().match(/\.([a-z0-9]+)$/)?.[1] ?? ''
const knownExtension = (name: string) => audioExtensions.find((extension) => extension === extensionOf(name))
const list = new Intl.ListFormat('en', { type: 'disjunction' })

/** Why a file cannot be sent, in words; undefined if it can. The server checks the content. */
export function refuseFile(file: { name: string; size: number }, limitBytes: number): string | undefined {
  if (extensionOf(file.name) === 'ds2')
    return 'DS2 recordings need a converter. Please export the recording as DSS or wav and try again.'
  if (!knownExtension(file.name))
    return `This is not a recording. Please choose a file of type ${list.format(audioExtensions)}.`
  if (file.size === 0) return 'This file is empty. Please choose another one.'
  const limitMb = Math.floor(limitBytes / 1_048_576)
  if (file.size > limitBytes) return `This recording is too large (limit ${limitMb} MB). Split it.`
  return undefined
}

/** A file as the only take of its recording; its length is unknown until it is decoded. */
export function takeOfFile(file: { name: string; size: number }): RecordedTake {
  return {
    take: 0,
    mimeType: mimeTypes[knownExtension(file.name) ?? 'wav'],
    chunks: Math.ceil(file.size / chunkBytes),
    sizeBytes: file.size,
    durationMs: 0,
  }
}

/** @throws ChunkLost if the file was moved, changed or deleted */
export async function readFileChunk(file: Blob, number: number): Promise<Uint8Array<ArrayBuffer>> {
  const slice = file.slice(number * chunkBytes, (number + 1) * chunkBytes)
  const buffer = await slice.arrayBuffer().catch((cause: unknown) => {
    throw new ChunkLost({ cause })
  })
  return new Uint8Array(buffer)
}

/**
 * Stores an encrypted copy of a chosen file in this browser, so that it can be sent after a crash. False if there is no room: then only the
 * file itself is left, and the page must stay open.
 */
export async function copyFile(
  recordings: Recordings,
  { recordingId }: Recording,
  file: File,
  isOver: () => boolean,
): Promise<boolean> {
  const chunks = Math.ceil(file.size / chunkBytes)
  for (let number = await recordings.countPieces(recordingId); number < chunks; number += 1) {
    if (isOver()) return false
    const place: ChunkPlace = { take: 0, number }
    try {
      const bytes = await readFileChunk(file, number)
      await recordings.savePiece(recordingId, { ...place, bytes, durationMs: 0, peaks: [] })
    } catch {
      return false
    }
  }
  return true
}
