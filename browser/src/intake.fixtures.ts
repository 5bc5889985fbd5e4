import { sha256Hex, takeHash } from './chunk-hash.ts'
import type { HashedChunk, Intake, JobOfDictation } from './intake.ts'
import type { StoredTake } from './stored-chunks.ts'

/** The fate of one call. */
export type Fate = 'arrives' | 'request-lost' | 'answer-lost' | 'arrives-twice' | 'busy' | 'damaged' | 'signed-out'

const refusal = (status: number, code: string) => Object.assign(new Error(code), { status, code })

/**
 * Stands in for the server's intake, in memory. Written only from docs/rules/wire.md: chunks never change, ranges are
 * true, and a dictation makes one job.
 */
export function anIntake(nextFate: () => Fate = () => 'arrives') {
  const chunks = new Map<string, { bytes: Uint8Array; sha256: string }>()
  const departures: string[] = []
  const acknowledged = new Set<string>()
  const calls = { begin: 0, chunk: 0, submit: 0 }
  let jobs = 0
  let submitted: JobOfDictation | undefined

  const received = (take: number): [number, number][] =>
    [...chunks.keys()]
      .filter((name) => name.startsWith(`${take}/`))
      .map((name) => Number(name.split('/')[1]))
      .sort((a, b) => a - b)
      .map((number) => [number, number])

  const takes = (): StoredTake[] =>
    [...new Set([...chunks.keys()].map((name) => Number(name.split('/')[0])))].map((take) => ({
      take,
      received: received(take),
      durationMs: 0,
    }))

  async function on<T>(serve: (fate: Fate) => Promise<T>): Promise<T> {
    const fate = nextFate()
    await new Promise((resolve) => setImmediate(resolve))
    if (fate === 'request-lost') throw new TypeError('Failed to fetch')
    if (fate === 'busy') throw refusal(503, 'database-away')
    if (fate === 'signed-out') throw refusal(401, 'signed-out')
    const answer = await serve(fate)
    if (fate === 'arrives-twice') return serve(fate)
    if (fate === 'answer-lost') throw new TypeError('Failed to fetch')
    return answer
  }

  async function store({ take, number, bytes, sha256 }: HashedChunk, fate: Fate) {
    const arrived = fate === 'damaged' ? Uint8Array.of(...bytes, 0) : bytes
    if ((await sha256Hex(arrived)) !== sha256) throw refusal(422, 'wrong-hash')
    const name = `${take}/${number}`
    const known = chunks.get(name)
    if (known && known.sha256 !== sha256) throw refusal(409, 'other-bytes')
    if (submitted && !known) throw refusal(409, 'already-submitted')
    chunks.set(name, { bytes: bytes.slice(), sha256 })
  }

  const intake: Intake = {
    begin: () => {
      calls.begin += 1
      return on(async () => {
        if (submitted) throw refusal(409, 'already-submitted')
        return { version: 0, cuts: null, takes: takes() }
      })
    },
    storeChunk: async (chunk) => {
      calls.chunk += 1
      departures.push(`${chunk.take}/${chunk.number}`)
      await on((fate) => store(chunk, fate))
      acknowledged.add(`${chunk.take}/${chunk.number}`)
    },
    submit: (_id, body) => {
      calls.submit += 1
      return on(async () => {
        if (submitted) return submitted
        for (const { take, chunks: count, sha256 } of body.takes) {
          const hashes = Array.from({ length: count }, (_, number) => chunks.get(`${take}/${number}`)?.sha256)
          if (hashes.includes(undefined)) throw refusal(409, 'missing-chunk')
          if ((await takeHash(hashes as string[])) !== sha256) throw refusal(422, 'take-hash')
        }
        if (submitted) return submitted
        jobs += 1
        submitted = {
          jobId: 'job',
          jobNumber: `1${jobs}`,
          patientId: 'p',
          patientName: 'Ada',
          takes: body.takes.map((one) => ({ ...one, sha256: one.sha256! })),
          cuts: null,
          version: 0,
        }
        return submitted
      })
    },
    findJob: () => on(async () => submitted),
  }

  return {
    intake,
    calls,
    acknowledged,
    departures,
    jobs: () => jobs,
    /** Loses a chunk that was acknowledged, which a real server must never do. */
    lose: (name: string) => chunks.delete(name),
    has: (name: string) => chunks.has(name),
    bytesOf: (take: number) => received(take).map(([number]) => chunks.get(`${take}/${number}`)!.bytes),
  }
}
