import type { Chart } from '@dictara/dictation/inference'
import { createHash } from 'node:crypto'
import type { Work } from '../../platform/database/index.ts'
import { listRecords } from '../patient-record/index.ts'
import { findPatientFacts } from './inference.store.ts'

/** What the chart of a job's patient tells. */
export interface ReadChart {
  chart: Chart
  /** Another one when the patient, the date of encounter or anything of the chart is another. */
  fingerprint: string
}

export async function readChart(
  work: Work,
  job: { id: string; patientId: string; dateOfEncounter: string | null },
): Promise<ReadChart> {
  const records = await listRecords(work, job.patientId, 'ALLERGY')
  const allergies = records.flatMap(({ allergen, type }) => (allergen ? [{ allergen, type: type ?? undefined }] : []))
  const facts = await findPatientFacts(work, job.id)
  // Without a date of encounter the chart is of today: a new day alone is no other chart.
  const told = [job.patientId, job.dateOfEncounter, facts.sex, facts.birthDate, allergies]
  return {
    chart: { ...facts, allergies },
    fingerprint: createHash('sha256').update(JSON.stringify(told)).digest('hex'),
  }
}
