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

/** How old somebody is on a day: whole years, of who is not two yet months; null when the day is not known or before the birth. */
export function ageOn(birthDate: string, day: string | null): string | null {
  if (!day || day < birthDate) return null
  const [bornYear, bornMonth, bornDay] = partsOf(birthDate)
  const [year, month, dayOfMonth] = partsOf(day)
  const months = (year - bornYear) * 12 + month - bornMonth - (dayOfMonth < bornDay ? 1 : 0)
  if (months >= 24) return String(Math.floor(months / 12))
  return months === 1 ? '1 month' : `${months} months`
}

/** What the fields of dynamic phrases stand for in the note of a job; null: unknown, and a blank (Q075). No job: nothing is known. */
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
