import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chunkBytesMost, dictationCalls as calls } from '@dictara/contract/dictations'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { diskBlobs } from '../../gateways/blobs/index.ts'
import { newId } from '../../platform/ids.ts'
import { aClinic, signedIn, type TestClinic } from '../../testing/clinic.fixtures.ts'
import { tone } from '../../testing/sounds.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { testSecrets } from '../../testing/test-secrets.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { a, b, hash, takeHash, wav } from './dictations.fixtures.ts'
import { openRecording } from './index.ts'

/** Chunks and submits that arrive in any order, twice, at the same time, damaged, too late, or from somebody else. */
let server: TestServer
let clinic: TestClinic
let doctor: TestClient
let colleague: TestClient

beforeAll(async () => {
  server = await startTestServer()
  clinic = await aClinic(server)
  doctor = await signedIn(server, clinic.clinicId, { facilityIds: [clinic.facilityId] })
  colleague = await signedIn(server, clinic.clinicId, { facilityIds: [clinic.facilityId] })
})
afterAll(() => server.close())

const begin = (more: object = {}, who = doctor) => {
  const { facilityId, patientId } = clinic
  return who.call(calls.beginDictation, {
    body: { dictationId: newId(), facilityId, patientId, mimeType: 'audio/wav', ...more },
  })
}
const begun = async () => (await begin()).result[0]!.dictationId
async function send(dictationId: string, take: number, number: number, bytes: Buffer, more: object = {}, who = doctor) {
  const answer = await who.raw(`/api/clinic/dictation/${dictationId}/take/${take}/chunk/${number}`, {
    method: 'PUT',
    headers: { 'x-chunk-sha256': hash(bytes), 'content-type': 'application/octet-stream', ...more },
    body: new Uint8Array(bytes),
  })
  return { status: answer.status, ...((await answer.json()) as { code?: string; message: string }) }
}
const submit = (dictationId: string, takes: object[], more: object = {}, who = doctor) =>
  who.call(calls.submitDictation, { params: { dictationId }, body: { takes, ...more } as never })
const discard = (dictationId: string, who = doctor) => who.call(calls.deleteDictation, { params: { dictationId } })
const get = (dictationId: string, who = doctor) => who.call(calls.getDictation, { params: { dictationId } })
const jobsOf = async (dictationId: string) =>
  (await server.owner.query('select 1 from jobs where dictation_id = $1', [dictationId])).rows.length
const blobs = async () =>
  (await readdir(join(server.config.dataFolder, 'audio'), { recursive: true, withFileTypes: true })).filter((entry) =>
    entry.isFile(),
  ).length

/** The bytes of each take, as the conversion reads them. */
async function storedBytes(dictationId: string): Promise<Buffer[]> {
  const folder = await mkdtemp(join(tmpdir(), 'dictara-opened-'))
  try {
    const stored = diskBlobs(join(server.config.dataFolder, 'audio'), testSecrets)
    const { takes } = await openRecording(server.doors, stored)(clinic.clinicId, dictationId, folder)
    return await Promise.all(takes.map(({ path }) => readFile(path)))
  } finally {
    await rm(folder, { recursive: true })
  }
}

test('chunks sent in any order and twice at the same time make up the recording exactly once [QA-54]', async () => {
  const recording = await tone(4, 'x.wav')
  const size = 4_000
  const parts = Array.from({ length: Math.ceil(recording.length / size) }, (_, number) => ({
    number,
    bytes: recording.subarray(number * size, (number + 1) * size),
  }))
  // Neither the original nor the reversed order. Every chunk is used, because 7 has no common divisor with their
  // number.
  const shuffled = parts.map((_, place) => parts[(place * 7 + 3) % parts.length]!)
  expect(new Set(shuffled).size).toBe(parts.length)
  const id = await begun()
  const answers = await Promise.all(
    shuffled.flatMap(({ number, bytes }) => [send(id, 0, number, bytes), send(id, 0, number, bytes)]),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  const sha256 = takeHash(parts.map(({ bytes }) => bytes))
  expect((await submit(id, [{ take: 0, chunks: parts.length, sha256 }])).status).toBe(200)
  const [stored] = await storedBytes(id)
  expect(stored!.equals(recording)).toBe(true)
})

test('an invalid chunk or submit is refused with its own code and changes nothing [QA-55]', async () => {
  const id = await begun()
  for (const [number, bytes] of [a, b].entries()) await send(id, 0, number, bytes)
  await send(id, 1, 0, wav)
  const [before, onDisk] = [(await get(id)).result, await blobs()]

  expect(await send(id, 0, 2, a, { 'x-chunk-sha256': hash(b) })).toMatchObject({ status: 422, code: 'wrong-hash' })
  expect(await send(id, 0, 1, a)).toMatchObject({ status: 409, code: 'other-bytes' })
  const tooLarge = await send(id, 0, 2, Buffer.alloc(chunkBytesMost + 1))
  expect(tooLarge).toMatchObject({ status: 413, code: 'chunk-too-large' })

  const [first, second] = [
    { take: 0, chunks: 2, sha256: takeHash([a, b]) },
    { take: 1, chunks: 1, sha256: takeHash([wav]) },
  ]
  const wrong: [takes: object[], code: string, more?: object][] = [
    [[{ ...first, chunks: 3 }, second], 'missing-chunk'],
    [[{ take: 0, chunks: 1, sha256: takeHash([a]) }, second], 'chunk-forgotten'],
    [[first], 'take-forgotten'],
    [[{ ...first, sha256: takeHash([b, a]) }, second], 'take-hash'],
    [[first, second, second], 'take-twice'],
    [[first, second], 'bad-cut', { cuts: [{ take: 2, startMs: 0, endMs: 50 }] }],
    [[first, second], 'bad-cut', { cuts: [{ take: 0, startMs: 50, endMs: 20 }] }],
  ]
  for (const [takes, code, more] of wrong) {
    const answer = await submit(id, takes, more)
    expect(answer).toMatchObject({ code, message: expect.stringMatching(/^[A-Z].+\.$/) })
    expect([409, 422]).toContain(answer.status)
  }
  expect((await get(id)).result).toEqual(before)
  expect([await blobs(), await jobsOf(id)]).toEqual([onDisk, 0])

  expect((await submit(id, [first, second])).status).toBe(200)
  expect(await storedBytes(id)).toEqual([wav, wav])
})

test('ten simultaneous submits make one job [QA-56]', async () => {
  const id = await begun()
  await send(id, 0, 0, wav)
  const answers = await Promise.all(Array.from({ length: 10 }, () => submit(id, [{ take: 0, chunks: 1 }])))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(new Set(answers.map(({ result }) => result[0]!.jobId)).size).toBe(1)
  expect(await jobsOf(id)).toBe(1)
})

test('of a simultaneous submit and discard exactly one succeeds, completely [QA-57]', async () => {
  for (let round = 0; round < 8; round += 1) {
    const id = await begun()
    await send(id, 0, 0, wav)
    const kept = await blobs()
    const both = [() => submit(id, [{ take: 0, chunks: 1 }]), () => discard(id)]
    // The request that is sent first is more likely to win, so both come first in turn.
    const answers = await Promise.all((round % 2 ? both.toReversed() : both).map((ask) => ask()))
    const [submitted, discarded] = round % 2 ? answers.toReversed() : answers
    expect([submitted!.status, discarded!.status].filter((status) => status === 200)).toHaveLength(1)
    if (submitted!.status === 200) {
      expect(discarded).toMatchObject({ status: 409, code: 'already-submitted' })
      expect(await jobsOf(id)).toBe(1)
      expect(await storedBytes(id)).toEqual([wav])
    } else {
      expect(submitted!.status).toBe(404)
      expect([(await get(id)).status, await jobsOf(id), await blobs()]).toEqual([404, 0, kept - 1])
    }
  }
})

test('after the submit no chunk and no discard changes the dictation [QA-58]', async () => {
  const id = await begun()
  await send(id, 0, 0, wav)
  await submit(id, [{ take: 0, chunks: 1 }])
  const [before, onDisk] = [(await get(id)).result, await blobs()]
  for (const [take, number] of [
    [0, 1],
    [1, 0],
  ] as const)
    expect(await send(id, take, number, wav)).toMatchObject({ status: 409, code: 'already-submitted' })
  expect(await discard(id)).toMatchObject({ status: 409, code: 'already-submitted' })
  expect((await get(id)).result).toEqual(before)
  expect(await blobs()).toBe(onDisk)
  expect(await storedBytes(id)).toEqual([wav])
})

test('a dictation does not exist for another doctor, and impossible or future dates are refused [QA-60]', async () => {
  const id = await begun()
  await send(id, 0, 0, wav)
  const answers = [
    await begin({ dictationId: id }, colleague),
    await get(id, colleague),
    await send(id, 0, 1, wav, {}, colleague),
    await submit(id, [{ take: 0, chunks: 1 }], {}, colleague),
    await discard(id, colleague),
  ]
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
  expect((await get(id)).result[0]).toMatchObject({ submitted: false, takes: [{ received: [[0, 0]] }] })

  const inTwoDays = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)
  for (const dateOfEncounter of [inTwoDays, '2999-01-01'])
    expect(await begin({ dateOfEncounter })).toMatchObject({ status: 422, code: 'encounter-date-in-future' })
  for (const dateOfEncounter of ['2026-02-30', '2026-13-01', '01.02.2026'])
    expect((await begin({ dateOfEncounter })).status).toBe(400)
})
