import { call } from '@dictara/browser/call'
import type { Job } from '@dictara/contract/jobs'
import { patientRecordCalls } from '@dictara/contract/patient-record'
import { useQuery } from '@tanstack/react-query'

/** The patient whose record is shown, and through whom. */
export interface PatientRef {
  facilityId: string
  patientId: string
  /** An author of the clinic, e.g. of the job that leads here. */
  authorId: string
}

/** The patient of a job. */
export const recordOf = ({ facility: { facilityId }, patientId, authorId }: Job): PatientRef => ({
  facilityId,
  patientId,
  authorId,
})

const calls = patientRecordCalls

/** The query key of all data of a patient. */
export const recordQueries = ({ patientId }: PatientRef) => ['patient-record', patientId]
const keyOf = (patient: PatientRef, part: string) => [...recordQueries(patient), part]
const inPlace = (signal: AbortSignal) => ({ signal, handler: 'page' }) as const

/** The details of a patient: the first tab, and the header of the face sheet. */
export const useDetails = (patient: PatientRef) =>
  useQuery({
    queryKey: keyOf(patient, 'details'),
    queryFn: async ({ signal }) => {
      const { facilityId, patientId } = patient
      return (await call(calls.getPatientDetails, { query: { facilityId, patientId } }, inPlace(signal))).result[0]!
    },
  })

type Query = Pick<PatientRef, 'facilityId' | 'patientId'>

/** Makes a hook for one part of a record, which is fetched when it is first shown. */
const partHook =
  <Row>(part: string, fetch: (query: Query, options: ReturnType<typeof inPlace>) => Promise<{ result: Row[] }>) =>
  (patient: PatientRef) =>
    useQuery({
      queryKey: keyOf(patient, part),
      queryFn: async ({ signal }) => {
        const { facilityId, patientId } = patient
        return (await fetch({ facilityId, patientId }, inPlace(signal))).result
      },
    })

export const useCoverages = partHook('coverages', (query, options) => call(calls.listCoverages, { query }, options))
export const useDiagnoses = partHook('diagnoses', (query, options) => call(calls.listDiagnoses, { query }, options))
export const useContacts = partHook('contacts', (query, options) => call(calls.listContacts, { query }, options))
export const useAllergies = partHook('allergies', (query, options) => call(calls.listAllergies, { query }, options))
export const usePractitioners = partHook('practitioners', (query, options) =>
  call(calls.listPractitioners, { query }, options),
)
export const useConsents = partHook('consents', (query, options) => call(calls.listConsents, { query }, options))
export const useAdvanceConsents = partHook('advance-consents', (query, options) =>
  call(calls.listAdvanceConsents, { query }, options),
)
export const useAdtRecords = partHook('adt-records', (query, options) => call(calls.listAdtRecords, { query }, options))
export const useAppointments = partHook('appointments', (query, options) =>
  call(calls.listAppointments, { query }, options),
)

/** The further facts about the person on the face sheet, with labels (PAT-13). */
export const useMoreDetails = (patient: PatientRef) =>
  useQuery({
    queryKey: keyOf(patient, 'more'),
    queryFn: async ({ signal }) => {
      const { authorId, patientId } = patient
      const input = { params: { id: authorId }, query: { patientId } }
      return (await call(calls.getMoreDetails, input, inPlace(signal))).result[0]!.details
    },
  })
