import type { Envelope } from '@dictara/contract'
import { dictationCalls as calls } from '@dictara/contract/dictations'
import { jobCalls } from '@dictara/contract/jobs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { memoryServer } from '../../../../recorder/src/testing/model/memory-server.ts'
import { randomOf } from '../../../../recorder/src/testing/model/virtual-time.ts'
import { arrivedTakes } from '../../../../recorder/src/unsent/unsent.ts'
import { newId } from '../../platform/ids.ts'
import { aClinic, aPatient, signedIn, type TestClinic } from '../../testing/clinic.fixtures.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { hash, takeHash } from './dictations.fixtures.ts'

let server: TestServer
let clinic: TestClinic
let doctor: TestClient
let patients: string[]

beforeAll(async () => {
  server = await startTestServer({})
  clinic = await aClinic(server)
  doctor = await signedIn(server, clinic.clinicId, { facilityIds: [clinic.facilityId] })
  patients = [clinic.patientId, await aPatient(server, clinic.clinicId, clinic.facilityId)]
})
afterAll(() => server.close())

type Model = ReturnType<typeof memoryServer>
type Answer = { code: string; status: number } | { result: unknown }
interface Asked {
  name: string
  real: () => Promise<{ status: number; code?: string | undefined; result?: readonly unknown[] }>
  model: () => unknown
}

/** A chunk of one second. The first chunk of a take starts with a wav head of unlimited length. */
function aSecond(take: number, number: number, other: number): Buffer {
  const bytes = Buffer.alloc(8_000, 128 + take * 16 + number * 2 + other)
  if (number > 0) return bytes
  const head = Buffer.from(
    'RIFF\0\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\0\0\0\0\0\0\0\0\x01\0\x08\0data\0\0\0\0',
    'latin1',
  )
  for (const place of [4, 40]) head.writeUInt32LE(0x7f_ff_ff_00, place)
  for (const place of [24, 28]) head.writeUInt32LE(8_000, place)
  return Buffer.concat([head, bytes])
}

/** Expands ranges to the numbers in them, since the split into ranges does not matter. */
const numbersOf = (received: [number, number][]) =>
  received.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, index) => from + index))

/** The parts of an answer that the recorder uses. */
function used(result: unknown): unknown {
  if (Array.isArray(result)) return result.map(used)
  if (typeof result !== 'object' || result === null) return result ?? null
  const ignored = [
    'jobId',
    'jobNumber',
    'patientName',
    'createdDate',
    'submitted',
    'chunkBytes',
    'limitBytes',
    'dictationId',
  ]
  return Object.fromEntries(
    Object.entries(result)
      .filter(([name]) => !ignored.includes(name))
      .map(([name, value]) => [name, name === 'received' ? numbersOf(value) : used(value)]),
  )
}

const answerOf = ({ status, code, result }: Awaited<ReturnType<Asked['real']>>): Answer =>
  status < 300 ? { result: used(result) } : { status, code: code ?? '' }
const answerOfModel = async (ask: () => unknown): Promise<Answer> =>
  Promise.resolve()
    .then(ask)
    .then(
      (result) => ({ result: used(result) }),
      ({ status, code }: { status: number; code: string }) => {
        if (!status) throw new Error('The model fell over.')
        return { status, code }
      },
    )

/** A random sequence of calls, determined by the seed: some sensible, some not. */
function callsOf(seed: number, model: Model) {
  const random = randomOf(seed)
  const below = (most: number) => Math.floor(random() * most)
  const pick = <T>(some: readonly T[]): T => some[below(some.length)]!
  const ids = [newId(), newId()]
  const cut = () => ({ take: below(2), startMs: below(8) === 0 ? 1_000 : 0, endMs: pick([1_000, 2_000, 86_400_000]) })
  const cuts = () => pick([null, null, null, null, null, [cut()], [cut()], [cut(), cut()], []])
  const jobOf = (dictationId: string) => doctor.call(calls.getDictation, { params: { dictationId } })

  function begin(): Asked {
    const body = {
      dictationId: pick(ids),
      facilityId: clinic.facilityId,
      patientId: pick(patients),
      mimeType: 'audio/wav',
      version: below(4),
      cuts: cuts(),
      computer: 'this one',
    }
    return { name: 'begin', real: () => doctor.call(calls.beginDictation, { body }), model: () => [model.begin(body)] }
  }
  function chunk(): Asked {
    const [dictationId, take] = [pick(ids), below(2)]
    const stored = [...(model.dictations.get(dictationId)?.chunks.keys() ?? [])].filter((name) =>
      name.startsWith(`${take}/`),
    )
    const number = random() < 0.8 ? stored.length : below(3)
    const bytes = aSecond(take, number, random() < 0.05 ? 1 : 0)
    return {
      name: `chunk ${take}/${number}`,
      async real() {
        const headers = {
          'x-chunk-sha256': hash(bytes),
          'x-chunk-ms': '1000',
          'content-type': 'application/octet-stream',
        }
        const path = `/api/clinic/dictation/${dictationId}/take/${take}/chunk/${number}`
        const answer = await doctor.raw(path, { method: 'PUT', headers, body: new Uint8Array(bytes) })
        const { code } = (await answer.json()) as Envelope<never> & { code?: string }
        return { status: answer.status, code, result: [] }
      },
      model() {
        model.storeChunk({
          dictationId,
          take,
          number,
          bytes: new Uint8Array(bytes),
          durationMs: 1_000,
          sha256: hash(bytes),
        })
        return []
      },
    }
  }
  /** The takes to submit: usually those that arrived, sometimes with one missing, added or changed. */
  function takesFor(dictationId: string) {
    const open = model.listOpen().find((one) => one.dictationId === dictationId)
    const known = model.dictations.get(dictationId)?.chunks
    const takes = arrivedTakes(open ?? { takes: [] }).map(({ take, chunks }) => {
      const parts = Array.from({ length: chunks }, (_, number) => known!.get(`${take}/${number}`)!.bytes)
      const sha256 = takeHash(parts.map((bytes) => Buffer.from(bytes)))
      return { take, chunks, ...(random() < 0.5 && { sha256: random() < 0.9 ? sha256 : hash('other') }) }
    })
    const dice = random()
    if (dice < 0.08) return [...takes, { take: 5, chunks: below(2) }]
    if (dice < 0.18 && takes.length > 1) return takes.slice(1)
    if (dice < 0.22 && takes[0]) return [...takes, takes[0]]
    if (dice < 0.3 && takes[0])
      return takes.map((one) => ({ take: one.take, chunks: one.chunks + 1, missing: pick([[], [one.chunks]]) }))
    return takes.length > 0 ? takes : [{ take: 0, chunks: below(2) }]
  }
  function submit(): Asked {
    const dictationId = pick(ids)
    const body = {
      takes: takesFor(dictationId),
      ...(random() < 0.5 && { patientId: pick(patients), facilityId: clinic.facilityId }),
      ...(random() < 0.3 && { cuts: cuts() }),
    }
    return {
      name: `submit ${JSON.stringify(body)}`,
      real: () => doctor.call(calls.submitDictation, { params: { dictationId }, body }),
      model: async () => [await model.submit(dictationId, body)],
    }
  }
  function find(): Asked {
    const dictationId = pick(ids)
    return {
      name: 'find',
      async real() {
        const answer = await jobOf(dictationId)
        return answer.status === 404 ? { status: 200, result: [null] } : { ...answer, result: [answer.result[0]!.job] }
      },
      model: () => [model.findJob(dictationId)],
    }
  }
  function list(): Asked {
    const byId = <T extends { dictationId: string }>(some: readonly T[]) =>
      some
        .filter(({ dictationId }) => ids.includes(dictationId))
        .sort((a, b) => ids.indexOf(a.dictationId) - ids.indexOf(b.dictationId))
    return {
      name: 'list',
      async real() {
        const answer = await doctor.call(calls.listDictations, { query: { open: true, size: 100 } })
        return { ...answer, result: byId(answer.result) }
      },
      model: () => byId(model.listOpen()),
    }
  }
  function drop(): Asked {
    const dictationId = pick(ids)
    return {
      name: 'drop',
      async real() {
        const answer = await doctor.call(calls.deleteDictation, { params: { dictationId } })
        if (answer.code === 'already-submitted')
          return { status: 200, result: [(await jobOf(dictationId)).result[0]!.job] }
        return { status: answer.status === 404 ? 200 : answer.status, result: [null] }
      },
      model: () => [model.drop(dictationId)],
    }
  }
  function changePatient(): Asked {
    const [dictationId, patientId] = [pick(ids), pick(patients)]
    return {
      name: 'change patient',
      async real() {
        const job = (await jobOf(dictationId)).result?.[0]?.job
        if (!job) return { status: 200, result: [] }
        const params = { id: job.jobId }
        const { status } = await doctor.call(jobCalls.changePatient, { params, query: {}, body: { patientId } })
        return { status, result: [] }
      },
      model() {
        const job = model.findJob(dictationId)
        if (job) model.changePatient(job.jobId, patientId)
        return []
      },
    }
  }
  const kinds = [
    begin,
    begin,
    chunk,
    chunk,
    chunk,
    chunk,
    chunk,
    chunk,
    submit,
    submit,
    find,
    list,
    drop,
    changePatient,
  ]
  return () => (model.dictations.size < ids.length && random() < 0.5 ? begin : pick(kinds))()
}

test('the in-memory server that the recorder’s history tests use answers like the real one', async () => {
  const differences: object[] = []
  const answered = new Map<string, number>()
  for (let seed = 1; seed <= 8; seed += 1) {
    const model = memoryServer()
    const next = callsOf(seed, model)
    for (let step = 0; step < 50; step += 1) {
      const { name, real, model: ask } = next()
      const [ours, theirs] = [answerOf(await real()), await answerOfModel(ask)]
      const kind = 'code' in ours ? ours.code : `${name.split(' ')[0]}: done`
      answered.set(kind, (answered.get(kind) ?? 0) + 1)
      if (JSON.stringify(sorted(ours)) !== JSON.stringify(sorted(theirs)))
        differences.push({ seed, step, name, ours, theirs })
    }
  }
  expect(differences).toEqual([])
  const kinds = ['submit: done', 'drop: done', 'already-submitted', 'missing-chunk', 'other-patient', 'other-bytes']
  expect([...answered.keys()]).toEqual(expect.arrayContaining(kinds))
})

const sorted = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(sorted)
    : typeof value === 'object' && value !== null
      ? Object.fromEntries(
          Object.entries(value)
            .sort(([a], [b]) => a.localeCompare(b))
            .map(([name, one]) => [name, sorted(one)]),
        )
      : value
