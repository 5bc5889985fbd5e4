import { call, rawCall } from '@dictara/browser/call'
import type { SubmittedTakes } from '@dictara/browser/intake'
import type { RecordingDetails } from '@dictara/browser/recordings'
import type { Failure } from '@dictara/browser/upload-verdict'
import { dictationCalls } from '@dictara/contract/dictations'
import { facilityCalls } from '@dictara/contract/facilities'
import { identityCalls } from '@dictara/contract/identity'
import { jobListCalls } from '@dictara/contract/job-lists'
import { jobCalls } from '@dictara/contract/jobs'
import { patientCalls } from '@dictara/contract/patients'
import type { ClientInput } from '@dictara/contract'
import { phraseCalls } from '@dictara/contract/phrases'
import { rosterCalls } from '@dictara/contract/roster'
import { templateCalls } from '@dictara/contract/templates'
import type { OpenDictation, RecorderServer } from './sending/shelf.ts'
import { arrivedTakes } from './unsent/unsent.ts'

/** The recorder shows failures where they occur: nothing is left to a shared handler. */
const quiet = (signal?: AbortSignal) => ({ handler: false, ...(signal && { signal }) }) as const

/** Enabled facilities that this person may dictate for. */
export async function listFacilities(signal: AbortSignal) {
  const { result } = await call(facilityCalls.listUserFacilities, {}, quiet(signal))
  return result.filter(({ disabled }) => !disabled)
}

export async function searchPatients(facilityId: string, searchValue: string, signal: AbortSignal) {
  return (await call(patientCalls.searchPatients, { query: { facilityId, searchValue } }, quiet(signal))).result
}

/** Adds a patient whom no EHR has provided. */
export async function addPatient(body: ClientInput<typeof patientCalls.addPatient>['body']) {
  const { id, ...patient } = (await call(patientCalls.addPatient, { body }, quiet())).result[0]!
  return { ...patient, pid: id }
}

/** The patients this person dictated for last at a facility, latest first. */
export async function listRecentPatients(facilityId: string, signal: AbortSignal) {
  if (!facilityId) return []
  return (await call(patientCalls.listRecentPatients, { query: { facilityId } }, quiet(signal))).result
}

/** The initial details of a dictation for a roster visit. */
export type Visit = Pick<RecordingDetails, 'facility' | 'patient' | 'dateOfEncounter'>

export async function readVisit(rosterId: string, signal: AbortSignal): Promise<Visit> {
  const { result } = await call(rosterCalls.getVisit, { query: { rosterId } }, quiet(signal))
  const { dateOfEncounter, ...visit } = result[0]!
  return dateOfEncounter ? { ...visit, dateOfEncounter } : visit
}

/** This person's unfinished and failed jobs, newest first. */
export async function listRecentJobs() {
  const newest = { size: 5, sortKey: 'submissionTime', sortOrder: 'descend' } as const
  const listed = await Promise.all(
    (['INPROGRESS', 'INREVIEW', 'INCOMPLETE'] as const).map((status) =>
      call(jobListCalls.listMyJobs, { query: { status, ...newest } }, quiet()),
    ),
  )
  return listed.flatMap(({ result }) => result)
}

const pageSize = 100

/** All pages of a list, up to the first one that is not full. */
async function allOf<T>(pageOf: (place: { page: number; size: number }) => Promise<{ result: T[] }>): Promise<T[]> {
  const found: T[] = []
  for (let page = 0; ; page += 1) {
    const { result } = await pageOf({ page, size: pageSize })
    found.push(...result)
    if (result.length < pageSize) return found
  }
}

/** Templates for a dictation. */
export const listTemplates = (signal: AbortSignal) =>
  allOf((place) => call(templateCalls.listTemplates, { query: { type: 'active', ...place } }, quiet(signal)))

/** The phrases in this person's Active list, own and received ones. */
export const listPhrases = (signal: AbortSignal) =>
  allOf((place) => call(phraseCalls.listPhrases, { query: { type: 'active', ...place } }, quiet(signal)))

/** The headings that were spoken in the arrived sound of a take, from a chunk on. */
export async function listHeadingsHeard(
  { dictationId, ...query }: { dictationId: string; take: number; from: number },
  signal: AbortSignal,
) {
  const { result } = await call(dictationCalls.listHeadingsHeard, { params: { dictationId }, query }, quiet(signal))
  return result[0]!
}

export async function listWorkTypes(facilityId: string, signal: AbortSignal) {
  if (!facilityId) return { workTypes: [], workType: null }
  const { result } = await call(facilityCalls.listWorkTypes, { params: { facilityId } }, quiet(signal))
  return result[0] ?? { workTypes: [], workType: null }
}

export async function fetchDraftKey(): Promise<string> {
  return (await call(identityCalls.draftKey, {}, quiet())).result[0]!
}

/** A one-time key for returning to the web application. */
export async function fetchEncryptedKey(): Promise<string> {
  return (await call(identityCalls.encryptedKey, {}, quiet())).result[0]!
}

/** The server's calls for the recorder. */
export function recorderServer(): RecorderServer {
  const findJob = async (dictationId: string, signal?: AbortSignal) => {
    const { result } = await call(dictationCalls.getDictation, { params: { dictationId } }, quiet(signal)).catch(
      ifKnown,
    )
    return result[0]?.job ?? undefined
  }
  const submit = async (dictationId: string, body: SubmittedTakes, signal?: AbortSignal) => {
    const input = { params: { dictationId }, body }
    return (await call(dictationCalls.submitDictation, input, quiet(signal))).result[0]!
  }

  return {
    findJob,
    submit,
    async begin(body, signal) {
      return (await call(dictationCalls.beginDictation, { body }, quiet(signal))).result[0]!
    },
    async storeChunk({ bytes, sha256, durationMs, ...params }, signal) {
      await rawCall(dictationCalls.storeChunk, { params }, bytes, {
        ...quiet(signal),
        headers: { 'x-chunk-sha256': sha256, ...(durationMs > 0 && { 'x-chunk-ms': String(Math.round(durationMs)) }) },
      })
    },
    listOpen: () =>
      allOf<OpenDictation>((place) =>
        call(dictationCalls.listDictations, { query: { open: true, ...place } }, quiet()),
      ),
    async drop(dictationId) {
      const gone = call(dictationCalls.deleteDictation, { params: { dictationId } }, { ...quiet(), keepalive: true })
      return gone.then(
        () => undefined,
        (error: Failure) => {
          if (error.status === 404) return undefined
          if (error.code === 'already-submitted') return findJob(dictationId)
          throw error
        },
      )
    },
    submitArrived: (dictation) =>
      submit(dictation.dictationId, {
        patientId: dictation.patientId,
        facilityId: dictation.facilityId,
        takes: arrivedTakes(dictation),
      }),
    async changePatient(jobId, patientId) {
      await call(jobCalls.changePatient, { params: { id: jobId }, query: {}, body: { patientId } }, quiet())
    },
  }
}

/** A dictation unknown to the server has no job. */
function ifKnown(error: Failure): { result: [] } {
  if (error.status === 404) return { result: [] }
  throw error
}
