import { type InferenceItem, inferenceRefusals as refusals, type InferenceValue } from '@dictara/contract/inference'
import type { ClinicWork } from '../../platform/database/index.ts'
import { refuseUnless } from '../../platform/refusal.ts'
import { getWorkableJob } from '../jobs/index.ts'
import { checkPairs, checkValue } from './check-values.ts'
import { deleteEdit, findInference, listEdits, saveAnswer, saveEdit } from './inference.store.ts'
import type { SectionTexts } from './kept-items.ts'
import type { PanelField } from './panel-fields.ts'
import { itemOf, itemsOfSection } from './section-items.ts'
import { checkPlan, type LoadedInference, loadInference, sectionOf, type ShowParts } from './show-inference.ts'

declare module '../../platform/database/work.ts' {
  interface AuditEvents {
    /** `fields`: names of fields, never values. */
    'inference.edited': { fields: string[] }
    /** Also an event of the contract's rows. A change that changes nothing is audited as a read. */
    'inference.viewed': null
    'inference.given-back': { fields: string[] }
    'inference.question-answered': { kind: string; answer: string }
  }
}

/** A section of the note of a job that the actor holds. */
export interface OfSection {
  jobId: string
  sectionId: string
}

interface Entered {
  key: string
  value: InferenceValue
}

interface Held extends LoadedInference {
  section: SectionTexts
}

async function hold(work: ClinicWork, parts: ShowParts, { jobId, sectionId }: OfSection): Promise<Held> {
  // Locked until the commit: two changes at once run one after the other.
  await getWorkableJob(work, jobId)
  const loaded = await loadInference(work, parts, jobId)
  return { ...loaded, section: sectionOf(loaded, sectionId) }
}

function fieldOf({ fields }: Held, key: string): PanelField {
  const field = fields.find((one) => one.key === key)
  refuseUnless(field, refusals.unknownField, { key })
  return field
}

const presentOf = ({ section, itemsIn, editsIn }: Held, field: PanelField) =>
  itemOf(field, section, itemsIn(section), editsIn(section)).value

async function answerSection(work: ClinicWork, { job, fields, section, itemsIn }: Held): Promise<InferenceItem[]> {
  const edits = (await listEdits(work, job.id)).get(section.id) ?? new Map()
  return itemsOfSection(fields, section, itemsIn(section), edits)
}

/** Audits the change of fields; where nothing changed, that the section was read. */
const auditChange = (
  work: ClinicWork,
  { job }: Held,
  event: 'inference.edited' | 'inference.given-back',
  fields: string[],
): Promise<void> => {
  const of = { jobId: job.id, patientId: job.patientId }
  return fields.length > 0
    ? work.audit({ event, ...of, detail: { fields } })
    : work.audit({ event: 'inference.viewed', ...of }, 'once-a-minute')
}

async function keep(work: ClinicWork, held: Held, entered: readonly Entered[]) {
  const { job, section } = held
  for (const { key, value } of entered) await saveEdit(work, job.id, { sectionId: section.id, key, value })
  await auditChange(
    work,
    held,
    'inference.edited',
    entered.map(({ key }) => key),
  )
}

async function giveBack(work: ClinicWork, held: Held, key: string) {
  const wasEdited = await deleteEdit(work, held.job.id, held.section.id, key)
  await auditChange(work, held, 'inference.given-back', wasEdited ? [key] : [])
}

/**
 * Sets the values of fields of a section, all or none of them. They count as edited, so that a new reading does not change them (Q129).
 * @throws Refusal 409 when the actor does not hold the job, 404 for an unknown section, 422 as `checkValue` and `checkPairs` say
 */
export async function saveValues(work: ClinicWork, parts: ShowParts, of: OfSection, entered: readonly Entered[]) {
  const held = await hold(work, parts, of)
  const values = new Map(entered.map(({ key, value }) => [key, value]))
  for (const [key, value] of values) checkValue(fieldOf(held, key), value)
  checkPairs([...values.keys()], (key) => {
    const field = held.fields.find((one) => one.key === key)
    return values.get(key) ?? (field && presentOf(held, field))
  })
  await keep(
    work,
    held,
    [...values].map(([key, value]) => ({ key, value })),
  )
  return answerSection(work, held)
}

/** Gives a field back to inference: its value is again what is read out of the text (Q129, INFR-13). */
export async function allowOverwrite(work: ClinicWork, parts: ShowParts, of: OfSection, key: string) {
  const held = await hold(work, parts, of)
  fieldOf(held, key)
  await giveBack(work, held, key)
  return answerSection(work, held)
}

/** Sets whether the value of a field counts as edited. If it does, its present value is kept (INFR-12). */
export async function flagEdited(
  work: ClinicWork,
  parts: ShowParts,
  of: OfSection,
  { key, edited }: { key: string; edited: boolean },
) {
  if (!edited) return allowOverwrite(work, parts, of, key)
  const held = await hold(work, parts, of)
  await keep(work, held, [{ key, value: presentOf(held, fieldOf(held, key)) }])
  return answerSection(work, held)
}

/**
 * Answers a question about a contradiction. The first answer stays.
 * @throws Refusal 409 when the actor does not hold the job, 422 for a question that is not asked
 */
export async function answerQuestion(
  work: ClinicWork,
  jobId: string,
  { key, answer }: { key: string; answer: 'NOTE_IS_RIGHT' | 'CORRECTED' },
) {
  const job = await getWorkableJob(work, jobId)
  await checkPlan(work, job)
  const question = (await findInference(work, jobId))?.questions.find((one) => one.key === key)
  refuseUnless(question, refusals.notAsked)
  if (!(await saveAnswer(work, jobId, key, answer))) return
  await work.audit({
    event: 'inference.question-answered',
    jobId,
    patientId: job.patientId,
    detail: { kind: question.kind, answer },
  })
}
