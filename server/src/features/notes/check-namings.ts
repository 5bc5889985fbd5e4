import { noteRefusals, type NamedPlace } from '@dictara/contract/notes'
import type { Work } from '../../platform/database/index.ts'
import { Refusal } from '../../platform/refusal.ts'
import { fieldValuesOf } from '../patients/index.ts'
import { findLastCorrection, listFormerValues } from './former-values.store.ts'
import { findNamings } from './named-patients.ts'
import { listSections } from './notes.store.ts'
import { lettersOfSection } from './refill-section.ts'
import { listStages } from './stages.store.ts'

/** True when a job was corrected after a person last completed or approved its text. */
export async function isCorrectedSince(work: Work, jobId: string): Promise<boolean> {
  const corrected = await findLastCorrection(work, jobId)
  if (!corrected) return false
  const stages = await listStages(work, jobId)
  const handedOn = stages.findLast(({ stage }) => stage === 'TRANSCRIBED' || stage.startsWith('REVIEWED'))
  return !handedOn || corrected > handedOn.at
}

/** The places where a job's note names a patient that the job was moved away from, in text order. */
async function findNamedPlaces(work: Work, jobId: string): Promise<NamedPlace[]> {
  const former = await listFormerValues(work, jobId)
  if (former.length === 0) return []
  const values = await fieldValuesOf(work, jobId)
  return (await listSections(work, jobId)).flatMap(({ id: sectionId, customHeading: heading, content }) => {
    // Places count letters as comments do: the heading is the first line.
    const text = `${heading}\n${lettersOfSection(content)}`
    return findNamings(text, former, values).map(({ field, text: quote, from: start, before, after }) => ({
      field,
      heading,
      place: { sectionId, start, quote, before, after, second: null },
    }))
  })
}

/** Refuses a text that still names a patient the job was moved away from, unless each wording is confirmed. The refusal lists them. */
export async function checkNamings(work: Work, jobId: string, confirmed: readonly string[]): Promise<void> {
  const places = await findNamedPlaces(work, jobId)
  if (places.some(({ place }) => !confirmed.includes(place.quote)))
    throw new Refusal(noteRefusals.formerPatientNamed, {}, places)
}
