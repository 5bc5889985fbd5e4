import { earliestBirth, patientRefusals } from '@dictara/contract/patients'
import { type Work, waitForTurn } from '../../platform/database/index.ts'
import { takePatientNumbers } from '../facilities/index.ts'
import { type Known, listRecordsAmong } from './alike.store.ts'

const shownDays = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

/** What a refusal says about a patient. The birth date is as on screens: Jan 5, 2026. */
export const tell = ({ firstName, lastName, birthDate, medicalRecordNumber }: Known) => ({
  name: `${firstName} ${lastName}`,
  birthDate: birthDate === null ? 'on an unknown date' : shownDays.format(new Date(birthDate)),
  record: medicalRecordNumber,
})

/** The refusal of a birth date in the future at the facility or before 1900; null for others. */
export function birthRefusal(birthDate: string, today: string) {
  if (birthDate > today) return patientRefusals.bornInFuture
  return birthDate < earliestBirth ? patientRefusals.bornTooEarly : null
}

/** What whoever adds patients to a facility waits for. */
export const addingTo = (facilityId: string) => `patients of ${facilityId}`

/** Makes concurrent additions to a facility wait for each other, so that each sees the patients added before. */
export const waitForAdding = (work: Work, facilityId: string) => waitForTurn(work, addingTo(facilityId))

/** Generates MRNs, e.g. `D000001`, that no patient of the facility has. */
export async function makeRecordNumbers(work: Work, facilityId: string, count: number): Promise<string[]> {
  const made: string[] = []
  while (made.length < count) {
    const missing = count - made.length
    const last = await takePatientNumbers(work, facilityId, missing)
    const tried = Array.from({ length: missing }, (_, at) => `D${String(last - missing + 1 + at).padStart(6, '0')}`)
    const taken = await listRecordsAmong(
      work,
      facilityId,
      tried.map((one) => one.toLowerCase()),
    )
    made.push(...tried.filter((one) => !taken.some(({ recordKey }) => recordKey === one.toLowerCase())))
  }
  return made
}
