import {
  identifierReaders,
  isMaskedIdentifier,
  type MoreDetail,
  moreDetails,
  patientRecordCalls,
  payerRanks,
  type RecordKind,
  type RecordKinds,
} from '@dictara/contract/patient-record'
import type { ClinicWork } from '../../platform/database/index.ts'
import type { Feature } from '../../platform/feature.ts'
import { serve } from '../../platform/http/serve.ts'
import { notFound } from '../../platform/refusal.ts'
import { giveAppointments, listNextAppointments } from './appointments.store.ts'
import { giveRecord, keepSaid } from './brought-record.ts'
import { findPatientDetails, isAuthorOfClinic, isSeenPatient, listRecords } from './patient-record.store.ts'

export { type BroughtAppointment, keepAppointment } from './appointments.store.ts'
export { listRecords } from './patient-record.store.ts'

interface OfPatient {
  work: ClinicWork
  query: { facilityId: string; patientId: string }
}

async function getDetails({ work, query }: OfPatient) {
  const details = await findPatientDetails(work, query.facilityId, query.patientId)
  if (!details) throw notFound()
  return details
}

/** The entries of one kind of a patient of the facility. */
async function readRecords<K extends RecordKind>(of: OfPatient, kind: K): Promise<RecordKinds[K][]> {
  await getDetails(of)
  return listRecords(of.work, of.query.patientId, kind)
}

const shownCharacters = 4
/** An identifier of which only the last four letters and digits can be read; one of four or fewer is masked whole. */
export function masked(value: string): string {
  const count = value.replaceAll(/[^\p{L}\p{N}]/gu, '').length
  let hidden = count > shownCharacters ? count - shownCharacters : count
  return value.replaceAll(/[\p{L}\p{N}]/gu, (one) => (hidden-- > 0 ? '•' : one))
}

/** The labelled lookup of the face sheet. Who may not read identifiers does not receive them at all (Q133). */
async function readMoreDetails(work: ClinicWork, patientId: string) {
  const [known = {}] = await listRecords(work, patientId, 'MORE_DETAILS')
  const readsIdentifiers = identifierReaders.some((one) => one === work.actor.userType)
  const keys = Object.keys(moreDetails) as MoreDetail[]
  return keys
    .filter((key) => readsIdentifiers || !isMaskedIdentifier(key))
    .map((key) => {
      const value = known[key] ?? null
      return { key, label: moreDetails[key], value: value !== null && isMaskedIdentifier(key) ? masked(value) : value }
    })
}

/** What the EHR knows of a patient, read only: Patient Details and the face sheet. */
export const patientRecordFeature = (): Feature => ({
  name: 'patient-record',
  scopes: { 'seen-patient': isSeenPatient },
  subscribers: { 'patient.brought': [keepSaid], 'patient.merged': [giveRecord, giveAppointments] },
  calls: serve(patientRecordCalls, {
    getPatientDetails: async (of) => ({ result: [await getDetails(of)] }),
    async listAdtRecords(of) {
      const records = await readRecords(of, 'ADT')
      return { result: records.toSorted((a, b) => Date.parse(b.effectiveDateTime) - Date.parse(a.effectiveDateTime)) }
    },
    listContacts: async (of) => ({ result: await readRecords(of, 'CONTACT') }),
    async listCoverages(of) {
      const rankOf = ({ payerRank }: { payerRank: (typeof payerRanks)[number] }) => payerRanks.indexOf(payerRank)
      const coverages = await readRecords(of, 'COVERAGE')
      return { result: coverages.map(({ payers }) => ({ payers: payers.toSorted((a, b) => rankOf(a) - rankOf(b)) })) }
    },
    listAllergies: async (of) => ({ result: await readRecords(of, 'ALLERGY') }),
    listConsents: async (of) => ({ result: await readRecords(of, 'CONSENT') }),
    listAdvanceConsents: async (of) => ({ result: await readRecords(of, 'ADVANCE_CONSENT') }),
    listPractitioners: async (of) => ({ result: await readRecords(of, 'PRACTITIONER') }),
    async listDiagnoses(of) {
      const diagnoses = await readRecords(of, 'DIAGNOSIS')
      return { result: diagnoses.toSorted((a, b) => (b.onsetDate ?? '').localeCompare(a.onsetDate ?? '')) }
    },
    async listAppointments(of) {
      await getDetails(of)
      return { result: await listNextAppointments(of.work, of.query.patientId) }
    },
    async getMoreDetails({ work, params, query }) {
      if (!(await isAuthorOfClinic(work, params.id))) throw notFound()
      return { result: [{ details: await readMoreDetails(work, query.patientId) }] }
    },
    async getIdentifier({ work, query }) {
      await getDetails({ work, query })
      const [known = {}] = await listRecords(work, query.patientId, 'MORE_DETAILS')
      return { result: [{ key: query.key, value: known[query.key] ?? null }] }
    },
    async tellPrinted(of) {
      await getDetails(of)
      return {}
    },
  }),
})
