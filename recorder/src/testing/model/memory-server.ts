import { takeHash } from '@dictara/browser/chunk-hash'
import type { HashedChunk, JobOfDictation, NewDictation, SubmittedTakes } from '@dictara/browser/intake'
import type { StoredTake } from '@dictara/browser/stored-chunks'
import type { OpenDictation } from '../../sending/shelf.ts'

interface Kept {
  body: NewDictation
  chunks: Map<string, { sha256: string; durationMs: number; bytes: Uint8Array<ArrayBuffer> }>
  job?: JobOfDictation
}

const refusal = (status: number, code: string) => Object.assign(new Error(code), { status, code })
const refuseUnless = (condition: unknown, status: number, code: string) => {
  if (!condition) throw refusal(status, code)
}

export type MemoryServer = ReturnType<typeof memoryServer>

/** The intake of one author in memory, with the rules of wire.md for begin, chunk, submit and discard. */
export function memoryServer(nameOf = (patientId: string) => patientId) {
  const dictations = new Map<string, Kept>()
  let jobs = 0

  const get = (dictationId: string): Kept => {
    const known = dictations.get(dictationId)
    refuseUnless(known, 404, 'not-found')
    return known!
  }
  const numbersOf = ({ chunks }: Kept, take: number) =>
    [...chunks.keys()]
      .filter((name) => name.startsWith(`${take}/`))
      .map((name) => Number(name.split('/')[1]))
      .sort((a, b) => a - b)
  const takesOf = (kept: Kept): StoredTake[] =>
    [...new Set([...kept.chunks.keys()].map((name) => Number(name.split('/')[0])))]
      .sort((a, b) => a - b)
      .map((take) => {
        const numbers = numbersOf(kept, take)
        return {
          take,
          received: numbers.map((number) => [number, number] as const),
          durationMs: numbers.reduce((sum, number) => sum + kept.chunks.get(`${take}/${number}`)!.durationMs, 0),
        }
      })

  function checkTakes(kept: Kept, { takes }: SubmittedTakes, hashes: ReadonlyMap<number, string>) {
    refuseUnless(new Set(takes.map(({ take }) => take)).size === takes.length, 422, 'take-twice')
    const named = takesOf(kept).every(({ take }) => takes.some((one) => one.take === take))
    refuseUnless(named, 409, 'take-forgotten')
    for (const { take, chunks, sha256, missing = [] } of takes) {
      for (let number = 0; number < chunks; number += 1)
        refuseUnless(kept.chunks.has(`${take}/${number}`) || missing.includes(number), 409, 'missing-chunk')
      refuseUnless(!kept.chunks.has(`${take}/${chunks}`), 409, 'chunk-forgotten')
      refuseUnless(sha256 === undefined || sha256 === hashes.get(take), 422, 'take-hash')
    }
  }

  const hashOf = (kept: Kept, take: number, chunks: number) =>
    takeHash(
      numbersOf(kept, take)
        .filter((number) => number < chunks)
        .map((number) => kept.chunks.get(`${take}/${number}`)!.sha256),
    )

  return {
    dictations,

    begin(body: NewDictation) {
      const known = dictations.get(body.dictationId)
      refuseUnless(!known?.job, 409, 'already-submitted')
      const kept = known ?? { body: structuredClone(body), chunks: new Map() }
      if ((body.version ?? 0) >= (kept.body.version ?? 0)) kept.body = structuredClone(body)
      dictations.set(body.dictationId, kept)
      return { version: kept.body.version ?? 0, cuts: kept.body.cuts ?? null, takes: takesOf(kept) }
    },

    storeChunk({ dictationId, take, number, bytes, durationMs, sha256 }: HashedChunk) {
      const kept = get(dictationId)
      const name = `${take}/${number}`
      const known = kept.chunks.get(name)
      refuseUnless(known || !kept.job, 409, 'already-submitted')
      refuseUnless(!known || known.sha256 === sha256, 409, 'other-bytes')
      if (!known) kept.chunks.set(name, { sha256, durationMs, bytes: bytes.slice() })
    },

    async submit(dictationId: string, body: SubmittedTakes): Promise<JobOfDictation> {
      const kept = get(dictationId)
      const isShown =
        (body.patientId ?? kept.body.patientId) === kept.body.patientId &&
        (body.facilityId ?? kept.body.facilityId) === kept.body.facilityId
      if (kept.job) {
        refuseUnless(isShown, 409, 'already-submitted')
        return kept.job
      }
      // Compute the hashes first, so that nothing else happens between the checks and the making of the job.
      const hashes = new Map<number, string>()
      for (const { take, chunks } of body.takes) hashes.set(take, await hashOf(kept, take, chunks))
      if (kept.job) return this.submit(dictationId, body)
      get(dictationId)
      refuseUnless(isShown, 409, 'other-patient')
      checkTakes(kept, body, hashes)
      const isHere = ({ take }: { take: number }) => body.takes.some((one) => one.take === take && one.chunks > 0)
      const cuts = (body.cuts === undefined ? kept.body.cuts : body.cuts) ?? null
      refuseUnless(!cuts || (body.cuts ?? cuts.filter(isHere)).length > 0, 422, 'nothing-kept')
      refuseUnless(cuts?.every((cut) => cut.startMs < cut.endMs && (!body.cuts || isHere(cut))) ?? true, 422, 'bad-cut')
      refuseUnless(
        body.takes.some(({ chunks }) => chunks > 0),
        422,
        'empty-audio',
      )
      jobs += 1
      kept.job = {
        jobId: `job-${jobs}`,
        jobNumber: String(10_000 + jobs),
        patientId: kept.body.patientId,
        patientName: nameOf(kept.body.patientId),
        takes: body.takes.map(({ take, chunks }) => ({ take, chunks, sha256: hashes.get(take)! })),
        cuts: cuts && structuredClone(cuts),
        version: kept.body.version ?? 0,
      }
      return kept.job
    },

    findJob: (dictationId: string) => dictations.get(dictationId)?.job,

    drop(dictationId: string) {
      const known = dictations.get(dictationId)
      if (!known?.job) dictations.delete(dictationId)
      return known?.job
    },

    listOpen: (): OpenDictation[] =>
      [...dictations.values()]
        .filter(({ job }) => !job)
        .map((kept) => ({
          dictationId: kept.body.dictationId,
          facilityId: kept.body.facilityId,
          patientId: kept.body.patientId,
          patientName: nameOf(kept.body.patientId),
          createdDate: '2026-11-20T10:00:00Z',
          fileName: kept.body.fileName ?? null,
          sizeBytes: kept.body.sizeBytes ?? null,
          computer: kept.body.computer ?? null,
          takes: takesOf(kept),
          cuts: kept.body.cuts ? structuredClone(kept.body.cuts) : null,
        })),

    changePatient(jobId: string, patientId: string) {
      for (const { job } of dictations.values())
        if (job?.jobId === jobId) Object.assign(job, { patientId, patientName: nameOf(patientId) })
    },
  }
}
