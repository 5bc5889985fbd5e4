import { together, type Work } from '../../platform/database/index.ts'
import type { FilledField } from '../conversion/index.ts'
import { findJob } from '../jobs/index.ts'
import { fieldValuesOf } from '../patients/index.ts'
import { dynamicCategories } from '../phrases/index.ts'
import { forgetPresentValues, keepFormerValues, listFormerValues } from './former-values.store.ts'
import { findNamings, type FormerValue } from './named-patients.ts'
import {
  insertVersion,
  listLatestVersions,
  listSections,
  placeSection,
  type SectionText,
  touchNote,
} from './notes.store.ts'
import { lettersOfSection, type Refilling, refillSection, valueOf } from './refill-section.ts'

declare module '../../platform/database/work.ts' {
  interface AuditEvents {
    /** Fields of a note were filled in again after its job changed. `asked`: how many became blanks instead. */
    'note.filledAnew': { filled: number; asked: number }
  }
}

const ofPatient = dynamicCategories.find(({ fieldUiValue }) => fieldUiValue === 'PATIENT')!.avilableFields

/** The fields that identify a patient. */
const identifying = ['Patient Name', 'First Name', 'Last Name', 'Date of Birth', 'MRN']

/** The present and former values of the fields of a job's note. */
async function readRefilling(work: Work, jobId: string): Promise<Refilling & { former: readonly FormerValue[] }> {
  const [job, values, former] = await together([
    findJob(work, jobId),
    fieldValuesOf(work, jobId),
    listFormerValues(work, jobId),
  ])
  return {
    values,
    former,
    patientId: job!.patientId,
    isOfPatient: (name) => ofPatient.includes(name),
    isFormer: (text) => findNamings(text, former, values).length > 0,
  }
}

/** Saves the values of a job's fields before the job is corrected. */
export const rememberValues = async (work: Work, jobId: string): Promise<void> =>
  keepFormerValues(work, jobId, await fieldValuesOf(work, jobId))

/** Forgets the saved values that the correction left unchanged, so that only changed values remain as former ones. */
const forgetUnchanged = async (work: Work, jobId: string): Promise<void> =>
  forgetPresentValues(work, jobId, await fieldValuesOf(work, jobId))

/**
 * Follows a correction of a job. A note that was sent to the EHR has a new version even if its text stays: the EHR takes each version
 * once, and may have this one as another patient's.
 */
export async function followCorrection(work: Work, jobId: string): Promise<void> {
  await forgetUnchanged(work, jobId)
  if ((await findJob(work, jobId))!.status === 'INCOMPLETE') await touchNote(work, jobId)
  await fillAnew(work, jobId)
}

/** Fills in the fields of a job's note again, as new versions of its sections. */
export async function fillAnew(work: Work, jobId: string): Promise<void> {
  const sections = await listSections(work, jobId)
  if (!sections.some(({ filled = [] }) => filled.some(({ place }) => place))) return
  const refilling = await readRefilling(work, jobId)
  const latest = await listLatestVersions(work, jobId)
  const all = { filled: 0, asked: 0 }
  for (const [position, section] of sections.entries()) {
    const { content, fields, filled, asked } = refillSection(section.content, section.filled ?? [], refilling)
    if (filled + asked === 0) continue
    const version = (latest.get(section.id) ?? 0) + 1
    await insertVersion(work, jobId, section.id, version, { ...section, content, filled: fields })
    await placeSection(work, jobId, { id: section.id, version, position })
    all.filled += filled
    all.asked += asked
  }
  if (all.filled + all.asked === 0) return
  await touchNote(work, jobId)
  await work.audit({ event: 'note.filledAnew', jobId, patientId: refilling.patientId, detail: all })
}

/**
 * Replaces former field values in a text that is about to be stored. An editor that was open during a correction, or undo, sends
 * them again. Text that people wrote themselves stays.
 */
export async function withoutFormer(work: Work, jobId: string, texts: readonly SectionText[]): Promise<SectionText[]> {
  if (!texts.some(({ filled = [] }) => filled.length > 0)) return [...texts]
  const { former, ...refilling } = await readRefilling(work, jobId)
  if (former.length === 0) return [...texts]
  const isFormer = ({ name, value }: FilledField, text: string) =>
    former.some((one) => one.field === name && one.value === text) &&
    text !== valueOf(refilling.values, name) &&
    // The answer to a blank for an age or a room may equal the former value; the answer to one that identifies the patient may not.
    (value !== null || identifying.includes(name))
  return texts.map((section) => {
    const letters = lettersOfSection(section.content)
    const asBefore = (section.filled ?? []).map((field) => {
      const text = field.place ? letters.slice(...field.place) : undefined
      // Treat the former value as the filled-in one, so that it is filled in again.
      return text !== undefined && isFormer(field, text) ? { ...field, value: text } : field
    })
    const { content, fields } = refillSection(section.content, asBefore, refilling, isFormer)
    return { ...section, content, filled: fields }
  })
}
