import type { FieldValues } from '@dictara/contract/note-phrases'
import type { z } from 'zod'
import type { Work } from '../../platform/database/index.ts'

const factsOf = (work: Work, jobId: string) =>
  work.db
    .selectFrom('jobs as j')
    .innerJoin('patients as p', (join) => join.onRef('p.clinicId', '=', 'j.clinicId').onRef('p.id', '=', 'j.patientId'))
    .innerJoin('facilities as f', (join) =>
      join.onRef('f.clinicId', '=', 'j.clinicId').onRef('f.id', '=', 'j.facilityId'),
    )
    .innerJoin('users as a', (join) => join.onRef('a.clinicId', '=', 'j.clinicId').onRef('a.id', '=', 'j.authorId'))
    .select(['p.firstName', 'p.lastName', 'p.birthDate', 'p.gender', 'p.medicalRecordNumber', 'p.bedId'])
    .select(['p.admissionDate', 'j.dateOfEncounter', 'j.workType', 'f.name as facility', 'a.fullName as author'])
    .where(({ and }) => and({ 'j.clinicId': work.clinicId, 'j.id': jobId }))
    .executeTakeFirst()

/** `2026-01-05` as MM/DD/YYYY (EDIT-55). */
const asShown = (day: string | null) => day?.replace(/^(\d{4})-(\d{2})-(\d{2})$/, '$2/$3/$1') ?? null

const partsOf = (day: string) => day.split('-').map(Number) as [number, number, number]

/** The age on a day in whole years, or in months below two years; null if either day is unknown, or it is before the birth. */
export function ageOn(birthDate: string | null, day: string | null): string | null {
  if (!day || !birthDate || day < birthDate) return null
  const [bornYear, bornMonth, bornDay] = partsOf(birthDate)
  const [year, month, dayOfMonth] = partsOf(day)
  const months = (year - bornYear) * 12 + month - bornMonth - (dayOfMonth < bornDay ? 1 : 0)
  if (months >= 24) return String(Math.floor(months / 12))
  return months === 1 ? '1 month' : `${months} months`
}

/** The values of dynamic phrases' fields for a job; null if unknown, which gives a blank (Q075). Empty if there is no such job. */
export async function fieldValuesOf(work: Work, jobId: string): Promise<z.input<typeof FieldValues>> {
  const facts = await factsOf(work, jobId)
  if (!facts) return {}
  const values: z.input<typeof FieldValues> = {
    'Patient Name': `${facts.firstName} ${facts.lastName}`,
    'First Name': facts.firstName,
    'Last Name': facts.lastName,
    Age: ageOn(facts.birthDate, facts.dateOfEncounter),
    Gender: facts.gender,
    'Date of Birth': asShown(facts.birthDate),
    MRN: facts.medicalRecordNumber,
    'Room/Bed': facts.bedId,
    'Date of Admission': asShown(facts.admissionDate),
    'Date of Encounter': asShown(facts.dateOfEncounter),
    Facility: facts.facility,
    'Note Author': facts.author,
    'Work Type': facts.workType,
  }
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value?.trim() || null]))
}
