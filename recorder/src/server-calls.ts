import { call, rawCall } from '@dictara/browser/call'
import type { Intake, Submitted } from '@dictara/browser/intake'
import type { Failure } from '@dictara/browser/upload-verdict'
import { dictationCalls } from '@dictara/contract/dictations'
import { facilityCalls } from '@dictara/contract/facilities'
import { identityCalls } from '@dictara/contract/identity'
import { patientCalls } from '@dictara/contract/patients'
import { templateCalls } from '@dictara/contract/templates'

/** The recorder shows failures in their place: nothing is left to a shared handler. */
const quiet = (signal?: AbortSignal) => ({ handler: false, ...(signal && { signal }) }) as const

/** Enabled facilities that this person may dictate for. */
export async function listFacilities(signal: AbortSignal) {
  const { result } = await call(facilityCalls.listUserFacilities, {}, quiet(signal))
  return result.filter(({ disabled }) => !disabled)
}

export async function searchPatients(facilityId: string, searchValue: string, signal: AbortSignal) {
  return (await call(patientCalls.searchPatients, { query: { facilityId, searchValue } }, quiet(signal))).result
}

/** Templates that a dictation may use. */
export async function listTemplates(signal: AbortSignal) {
  return (await call(templateCalls.listTemplates, { query: { type: 'active', size: 100 } }, quiet(signal))).result
}

export async function listWorkTypes(facilityId: string, signal: AbortSignal) {
  if (!facilityId) return { workTypes: [], workType: null }
  const { result } = await call(facilityCalls.listWorkTypes, { params: { facilityId } }, quiet(signal))
  return result[0] ?? { workTypes: [], workType: null }
}

export async function fetchDraftKey(): Promise<string> {
  return (await call(identityCalls.draftKey, {}, quiet())).result[0]!
}

/** A one-time key for the way back to the web application. */
export async function fetchEncryptedKey(): Promise<string> {
  return (await call(identityCalls.encryptedKey, {}, quiet())).result[0]!
}

export async function listOpenDictations() {
  return (await call(dictationCalls.listDictations, { query: { open: true } }, quiet())).result
}

const find = async (dictationId: string, signal?: AbortSignal) =>
  (await call(dictationCalls.getDictation, { params: { dictationId } }, quiet(signal))).result[0]

/** The job of a dictation; nothing when it has none yet. */
export async function findSubmitted(dictationId: string, signal?: AbortSignal): Promise<Submitted | undefined> {
  const found = await find(dictationId, signal)
  return found?.jobId && found.jobNumber ? { jobId: found.jobId, jobNumber: found.jobNumber } : undefined
}

/** Discards a dictation on the server; one that is not known, or a job by now, is nothing to discard any more. */
export async function dropDictation(dictationId: string): Promise<void> {
  await call(dictationCalls.deleteDictation, { params: { dictationId } }, quiet()).catch((error: Failure) => {
    if (error.status !== 404 && error.code !== 'already-submitted') throw error
  })
}

/** Makes the job of what has arrived from another computer. */
export async function submitArrived(
  dictationId: string,
  takes: { take: number; chunks: number }[],
): Promise<Submitted> {
  const { result } = await call(dictationCalls.submitDictation, { params: { dictationId }, body: { takes } }, quiet())
  return result[0]!
}

/** The intake of dictations over HTTP (api.md, Dictation intake). `checkUser` throws when another person is signed in by now. */
export function serverIntake(checkUser: () => void): Intake {
  return {
    async begin(body, signal) {
      checkUser()
      return (await call(dictationCalls.beginDictation, { body }, quiet(signal))).result[0]!
    },
    async storeChunk({ bytes, sha256, ...params }, signal) {
      checkUser()
      await rawCall(dictationCalls.storeChunk, { params }, bytes, {
        ...quiet(signal),
        headers: { 'x-chunk-sha256': sha256 },
      })
    },
    async submit(dictationId, body, signal) {
      checkUser()
      const { result } = await call(dictationCalls.submitDictation, { params: { dictationId }, body }, quiet(signal))
      return result[0]!
    },
    async findSubmitted(dictationId, signal) {
      checkUser()
      const job = await findSubmitted(dictationId, signal)
      if (!job) throw new Error('The dictation has no job.')
      return job
    },
  }
}
