import { sha256Hex, takeHash } from './chunk-hash.ts'
import type { HashedChunk, SubmittedTakes } from './intake.ts'
import { type ChunkPlace, missingChunks, type StoredChunks } from './stored-chunks.ts'
import type { UploadSource } from './upload-source.ts'
import { ChunkLost } from './upload-verdict.ts'

type Takes = ReturnType<UploadSource['takes']>
type Chunk = Omit<HashedChunk, 'dictationId'>

interface Sending {
  /** Chunks on their way at once, so that some are hashed and sent while others reach the disk. */
  inFlight: number
  goesOn(): boolean
  store(chunk: Chunk): Promise<void>
}

const nameOf = ({ take, number }: ChunkPlace) => `${take}/${number}`

/** Nothing for a chunk that is nowhere any more; every other failure goes on. */
function unlessLost(error: unknown): undefined {
  if (!(error instanceof ChunkLost)) throw error
}

/** The chunks of a recording as they go out: in order, each hashed once, without those that are nowhere any more. */
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

  /** One after the other, so that chunks leave in the order in which they were recorded. */
  function prepare(place: ChunkPlace) {
    const prepared = preparing.then(async () => {
      const { bytes, durationMs } = await source.read(place)
      return { ...place, bytes, durationMs, sha256: await hashOf(place, bytes) }
    })
    preparing = prepared.catch(() => undefined)
    return prepared
  }

  /** The hash of a take is told when this browser has all of its bytes; otherwise what has arrived is taken as it is. */
  async function takeToSubmit(take: number, chunks: number, stored: StoredChunks) {
    const ordered: string[] = []
    const missing: number[] = []
    let isKnown = true
    for (let number = 0; number < chunks; number += 1) {
      const place = { take, number }
      // what was hashed once and is gone by now is missing all the same
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
     * Several senders take from one list; the first failure ends them all, after their chunk on its way. A chunk that is
     * nowhere any more holds up no other: what there is goes first.
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
    /** What a submit says of the takes. */
    async submitted(takes: Takes, stored: StoredChunks): Promise<SubmittedTakes['takes']> {
      const told = []
      for (const { take, chunks } of takes) told.push(await takeToSubmit(take, chunks, stored))
      return told
    },
  }
}
