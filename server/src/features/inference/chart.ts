import type { Chart } from '@dictara/dictation/inference'
import { createHash } from 'node:crypto'
import type { Work } from '../../platform/database/index.ts'
import { listRecords } from '../patient-record/index.ts'
import { findPatientFacts } from './inference.store.ts'

/** The chart of a job's patient. */
export interface ReadChart {
  chart: Chart
  /** Changes with the patient, the date of encounter, and everything in the chart. */
  fingerprint: string
}

export async function readChart(
  work: Work,
  job: { id: string; patientId: string; dateOfEncounter: string | null },
): Promise<ReadChart> {
  const records = await listRecords(work, job.patientId, 'ALLERGY')
  const allergies = records.flatMap(({ allergen, type }) => (allergen ? [{ allergen, type: type ?? undefined }] : []))
  const facts = await findPatientFacts(work, job.id)
  // `facts.on` is left out: without a date of encounter it is today, and a new day alone does not change the chart.
  const told = [job.patientId, job.dateOfEncounter, facts.sex, facts.birthDate, allergies]
  return {
    chart: { ...facts, allergies },
    fingerprint: createHash('sha256').update(JSON.stringify(told)).digest('hex'),
  }
}
