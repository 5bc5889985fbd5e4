import { type InferenceItem, inferenceRefusals, type NoteInference } from '@dictara/contract/inference'
import type { z } from 'zod'
import type { TaskRef, Work } from '../../platform/database/index.ts'
import { notFound, refuseUnless } from '../../platform/refusal.ts'
import { hasTask } from '../../platform/tasks/index.ts'
import { type KindsWithFields, listExposedFields } from '../device-configuration/index.ts'
import { findJob } from '../jobs/index.ts'
import { readSectionTexts } from '../notes/index.ts'
import { findAllowance } from '../plans/index.ts'
import { findInference, listAnswered, listEdits } from './inference.store.ts'
import type { KeptItem, SectionTexts } from './kept-items.ts'
import { panelFieldsOf } from './panel-fields.ts'
import { readChart } from './chart.ts'
import { type InferPayload, isOfPresent } from './read-note-anew.ts'
import { type Edits, itemsOfSection } from './section-items.ts'

export interface ShowParts {
  kinds: KindsWithFields
  task: TaskRef<InferPayload>
}

/** Has the note read in the background, unless it is being read already. */
async function askForReading(work: Work, task: TaskRef<InferPayload>, jobId: string) {
  if (!(await hasTask(work, [task.name], jobId)))
    await work.enqueue(task, { clinicId: work.clinicId, jobId }, { key: jobId, group: work.clinicId })
}

/** Refuses inference where the plan of a job’s facility has none, or has expired (Q130, Q153). */
export async function checkPlan(work: Work, { facilityId }: { facilityId: string }): Promise<void> {
  const { hasExpired, hasInference } = await findAllowance(work, facilityId)
  refuseUnless(!hasExpired, inferenceRefusals.planExpired)
  refuseUnless(hasInference, inferenceRefusals.notInPlan)
}

/**
 * All that the inference of a job is made of: its fields, sections, what was read and what people entered. If the note or the chart has
 * changed, a new reading is started in the background.
 * @throws Refusal 422 when the plan has no inference
 */
export async function loadInference(work: Work, { kinds, task }: ShowParts, jobId: string) {
  const job = (await findJob(work, jobId))!
  await checkPlan(work, job)
  const fields = panelFieldsOf(await listExposedFields(work, kinds, job))
  const { version, sections } = await readSectionTexts(work, jobId)
  const kept = await findInference(work, jobId)
  const { fingerprint } = await readChart(work, job)
  const isCurrent = isOfPresent(kept, version, fingerprint)
  if (!isCurrent) await askForReading(work, task, jobId)
  const edits = await listEdits(work, jobId)
  const bySection = Map.groupBy(kept?.items ?? [], ({ sectionId }) => sectionId)
  const itemsIn = ({ id }: SectionTexts): readonly KeptItem[] => bySection.get(id) ?? []
  const editsIn = ({ id }: SectionTexts): Edits => edits.get(id) ?? new Map()
  return { job, fields, sections, kept, isCurrent, itemsIn, editsIn }
}
export type LoadedInference = Awaited<ReturnType<typeof loadInference>>

/** @throws Refusal 404 for a section that the note does not have */
export function sectionOf({ sections }: Pick<LoadedInference, 'sections'>, sectionId: string): SectionTexts {
  const section = sections.find(({ id }) => id === sectionId)
  if (!section) throw notFound()
  return section
}

/** The fields that a section of the note shows. */
export const itemsOf = ({ fields, itemsIn, editsIn }: LoadedInference, section: SectionTexts): InferenceItem[] =>
  itemsOfSection(fields, section, itemsIn(section), editsIn(section))

/** The fields of a section; flags and words only for the newer panel (Q127, Q128). */
export async function showSection(work: Work, parts: ShowParts, jobId: string, sectionId: string, isNewer: boolean) {
  const loaded = await loadInference(work, parts, jobId)
  const items = itemsOf(loaded, sectionOf(loaded, sectionId))
  return isNewer ? items : items.map(({ flag: _flag, annotation: _words, ...item }) => item)
}

/** Everything that was read out of a note, by section, with the questions that nobody has answered. */
export async function showInference(
  work: Work,
  parts: ShowParts,
  jobId: string,
): Promise<z.input<typeof NoteInference>> {
  const loaded = await loadInference(work, parts, jobId)
  const { job, kept, sections, isCurrent } = loaded
  const answered = await listAnswered(work, jobId)
  // Leave out questions about another patient's chart, until there are new ones.
  const asked = kept?.patientId === job.patientId ? kept.questions : []
  return {
    sections: sections.map((section) => ({
      sectionId: section.id,
      heading: section.heading,
      items: itemsOf(loaded, section),
    })),
    questions: asked.filter(({ key, sectionId }) => !answered.has(key) && sections.some(({ id }) => id === sectionId)),
    isCurrent,
    inferredAt: kept?.inferredAt ?? null,
    engine: kept?.engine ?? null,
    dropped: kept?.dropped ?? 0,
  }
}
