import { createHash } from 'node:crypto'
import { dictationCalls as calls } from '@dictara/contract/dictations'
import { expect } from 'vitest'
import { newId } from '../platform/ids.ts'
import type { TestClinic } from './clinic.fixtures.ts'
import type { TestClient } from './test-client.ts'
import type { TestServer } from './test-server.ts'

export const hashOf = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex')

export interface Dictating {
  server: TestServer
  clinic: TestClinic
  doctor: TestClient
}

/** A dictation whose takes are stored, one chunk each, but not submitted. */
export async function storedDictation(
  { clinic, doctor }: Dictating,
  takes: readonly Buffer[],
  more: object = {},
): Promise<string> {
  const { facilityId, patientId } = clinic
  const body = { dictationId: newId(), facilityId, patientId, mimeType: 'audio/webm', ...more }
  await doctor.call(calls.beginDictation, { body })
  for (const [take, bytes] of takes.entries())
    await doctor.raw(`/api/clinic/dictation/${body.dictationId}/take/${take}/chunk/0`, {
      method: 'PUT',
      headers: { 'x-chunk-sha256': hashOf(bytes), 'content-type': 'application/octet-stream' },
      body: new Uint8Array(bytes),
    })
  return body.dictationId
}

/** The answer to Submit for a dictation whose takes are stored. */
export function submitStored(
  { doctor }: Pick<Dictating, 'doctor'>,
  dictationId: string,
  takes: readonly Buffer[],
  more: object = {},
) {
  const named = takes.map((bytes, take) => ({ take, chunks: 1, sha256: hashOf(hashOf(bytes)) }))
  return doctor.call(calls.submitDictation, { params: { dictationId }, body: { takes: named, ...more } })
}

/** Stores and submits these takes, and returns the answer. */
export const submitted = async (at: Dictating, takes: readonly Buffer[], more: object = {}) =>
  submitStored(at, await storedDictation(at, takes), takes, more)

/** Stores and submits these takes, and returns the job. */
export async function dictated(at: Dictating, takes: readonly Buffer[], more: object = {}): Promise<string> {
  const answer = await submitted(at, takes, more)
  expect(answer).toMatchObject({ status: 200 })
  return answer.result[0]!.jobId
}

export interface SettledJob {
  status: string
  reason_for_failing: string | null
  notices: string[]
  audio_ms: string
}

/** The interval between polls; a shorter one would cost as much CPU as some conversions. */
const pollOptions = { timeout: 150_000, interval: 250 }

/** Waits until the conversion of a job has succeeded or failed. */
export async function settledJob({ server }: Dictating, jobId: string): Promise<SettledJob> {
  const read = async () => (await server.owner.query('select * from jobs where id = $1', [jobId])).rows[0] as SettledJob
  await expect.poll(async () => (await read()).status, pollOptions).not.toMatch(/RECEIVED|CONVERTING/)
  return read()
}

/** The listening copy of a job, once it exists. */
export async function listeningCopy({ server }: Dictating, jobId: string) {
  const read = async () =>
    (await server.owner.query('select duration_ms, is_part from listening_copies where job_id = $1', [jobId]))
      .rows[0] as { duration_ms: number; is_part: boolean } | undefined
  await expect.poll(read, pollOptions).toBeDefined()
  return (await read())!
}
