import { sha256Hex, takeHash } from './chunk-hash.ts'
import type { HashedChunk, SubmittedTakes } from './intake.ts'
import { type ChunkPlace, missingChunks, type StoredChunks } from './stored-chunks.ts'
import type { UploadSource } from './upload-source.ts'
import { ChunkLost } from './upload-verdict.ts'

type Takes = ReturnType<UploadSource['takes']>
type Chunk = Omit<HashedChunk, 'dictationId'>

interface Sending {
  /** Number of chunks in flight, so that some are hashed and sent while others reach the disk. */
  inFlight: number
  goesOn(): boolean
  store(chunk: Chunk): Promise<void>
}

const nameOf = ({ take, number }: ChunkPlace) => `${take}/${number}`

/** Ignores a chunk that no longer exists; rethrows every other failure. */
function unlessLost(error: unknown): undefined {
  if (!(error instanceof ChunkLost)) throw error
}

/** The chunks of a recording in sending order. Each is hashed once; chunks that no longer exist are skipped. */
export function chunksToSend(source: Pick<UploadSource, 'read'>) {
  const hashes = new Map<string, string>()
  const lost = new Set<string>()
  let preparing: Promise<unknown> = Promise.resolve()

  async function hashOf(place: ChunkPlace, bytes?: Uint8Array<ArrayBuffer>) {
    const name = nameOf(place)
    const hash = hashes.get(name) ?? (await sha256Hex(bytes ?? (await source.read(place)).bytes))
    hashes.set(name, hash)
    return hash
  }

  /** Prepare one chunk after the other, so that they leave in the order in which they were recorded. */
  function prepare(place: ChunkPlace) {
    const prepared = preparing.then(async () => {
      const { bytes, durationMs } = await source.read(place)
      return { ...place, bytes, durationMs, sha256: await hashOf(place, bytes) }
    })
    preparing = prepared.catch(() => undefined)
    return prepared
  }

  /** Sends the hash of a take only if this browser has all of its bytes; otherwise the server accepts what has arrived. */
  async function takeToSubmit(take: number, chunks: number, stored: StoredChunks) {
    const ordered: string[] = []
    const missing: number[] = []
    let isKnown = true
    for (let number = 0; number < chunks; number += 1) {
      const place = { take, number }
      // A chunk that was hashed earlier may be missing by now.
      const isLost = lost.has(nameOf(place)) && !stored.has(place)
      const hash = isLost ? undefined : await hashOf(place).catch(unlessLost)
      if (hash) ordered.push(hash)
      else if (stored.has(place)) isKnown = false
      else missing.push(number)
    }
    const sha256 = isKnown ? { sha256: await takeHash(ordered) } : {}
    return { take, chunks, ...sha256, ...(missing.length > 0 && { missing }) }
  }

  function* missing(takes: Takes, stored: StoredChunks) {
    for (const place of missingChunks(takes, stored)) if (!lost.has(nameOf(place))) yield place
  }

  return {
    hasLost: () => lost.size > 0,
    isMissing: (takes: Takes, stored: StoredChunks) => !missing(takes, stored).next().done,
    /**
     * Several senders take chunks from one list. The first failure stops all of them after their current chunk. A missing chunk blocks no
     * other: the existing ones go first.
     */
    async sendMissing(takes: Takes, stored: StoredChunks, { inFlight, goesOn, store }: Sending) {
      const places = missing(takes, stored)
      const sender = async () => {
        for (const place of places) {
          if (!goesOn()) return
          await prepare(place)
            .then(store)
            .catch((error: unknown) => {
              unlessLost(error)
              lost.add(nameOf(place))
            })
        }
      }
      const results = await Promise.allSettled(Array.from({ length: inFlight }, sender))
      const failed = results.find((result) => result.status === 'rejected')
      if (failed) throw failed.reason
    },
    /** The takes in the body of a submit. */
    async submitted(takes: Takes, stored: StoredChunks): Promise<SubmittedTakes['takes']> {
      const told = []
      for (const { take, chunks } of takes) told.push(await takeToSubmit(take, chunks, stored))
      return told
    },
  }
}
