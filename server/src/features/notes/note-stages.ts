import { defaultHeadingId, noteRefusals } from '@dictara/contract/notes'
import { blanksOf } from '@dictara/dictation/note-text'
import type { WrittenSection } from '@dictara/dictation'
import { together, type Work } from '../../platform/database/index.ts'
import { newId } from '../../platform/ids.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { FilledField } from '../conversion/index.ts'
import { type JobRecord, type KeptText, type Moved, saveLines, type Transition, transitions } from '../jobs/index.ts'
import { listTemplateHeadings } from '../templates/index.ts'
import { countCharacters } from './count-characters.ts'
import { fillAnew } from './fill-anew.ts'
import { dropCommentsSince } from './note-comments.store.ts'
import {
  asOnTheWire,
  findNote,
  insertNote,
  insertVersion,
  listLatestVersions,
  listSections,
  placeSection,
  removeSection,
  reorderSections,
  touchNote,
  toSection,
} from './notes.store.ts'
import { keepStage, listSectionsOf, listStages } from './stages.store.ts'

/** Stores the text that the conversion wrote as the job's note, in place of any earlier text. */
export async function keepConverted(
  work: Work,
  jobId: string,
  written: readonly WrittenSection[],
  filled: readonly (readonly FilledField[])[] = [],
): Promise<void> {
  const sections = written.map((section) => ({ ...section, id: newId(work.now.getTime()) }))
  const tokens = sections.flatMap(({ id, tokens: placed }) => placed.map((token) => ({ sectionId: id, ...token })))
  const before = await listSections(work, jobId)
  await insertNote(work, jobId, tokens)
  for (const { id } of before) await removeSection(work, jobId, id)
  for (const [position, { id, heading, content }] of sections.entries()) {
    const { customUIHeading: customHeading, systemHeading } = heading
    const text = { customHeading, systemHeading, content, filled: filled[position] ?? [] }
    await insertVersion(work, jobId, id, 1, text)
    await placeSection(work, jobId, { id, version: 1, position })
  }
  if (sections.length === 0) await placeDefault(work, jobId)
  await keepStage(work, jobId, 'CONVERTED')
}

/** Adds the section that a note without sections gets (EDIT-32, Q122). */
async function placeDefault(work: Work, jobId: string) {
  const version = ((await listLatestVersions(work, jobId)).get(defaultHeadingId) ?? 0) + 1
  await insertVersion(work, jobId, defaultHeadingId, version, { customHeading: '', systemHeading: 'NONE', content: [] })
  await placeSection(work, jobId, { id: defaultHeadingId, version, position: 0 })
}

/** Reacts to a job's transitions: keeps copies of the text, and drops a holder's edits and comments on release (T8, T12). */
export async function followJob(work: Work, { transition, before, job }: Moved): Promise<void> {
  if (!(await findNote(work, job.id))) return
  const { keeps = [], restores }: Transition = transitions[transition]
  if (restores) await restoreStage(work, job.id, restores)
  // Comments on the dropped edits are dropped with them.
  if (restores && before.holderId && before.heldSince)
    await dropCommentsSince(work, job.id, before.holderId, before.heldSince)
  for (const kept of keeps)
    await keepStage(work, job.id, kept === 'REVIEWED' ? `REVIEWED_${before.level ?? 'LEVEL_1'}` : kept)
  if (keeps.includes('TRANSCRIBED') || keeps.includes('REVIEWED')) await countLines(work, job)
}

/** Saves the length of the completed or approved text in lines (Q205). */
async function countLines(work: Work, job: JobRecord) {
  const [given, sections] = await together([listTemplateHeadings(work, job.templateId), listSections(work, job.id)])
  const headings = given.map(({ customUIHeading }) => customUIHeading)
  await saveLines(work, job.id, countCharacters(sections, headings))
}

/** Restores the note to its last stage of a kind, as new versions. Nothing is ever overwritten. */
export async function restoreStage(work: Work, jobId: string, stage: 'CONVERTED' | KeptText): Promise<void> {
  const kept = (await listStages(work, jobId)).findLast((one) => one.stage === stage)
  if (!kept) return
  const now = await listSections(work, jobId)
  const wanted = await listSectionsOf(work, jobId, kept.id)
  const latest = await listLatestVersions(work, jobId)
  for (const { id } of now) if (!wanted.some((section) => section.id === id)) await removeSection(work, jobId, id)
  for (const [position, section] of wanted.entries()) {
    if (now.some(({ id, version }) => id === section.id && version === section.version)) continue
    const version = (latest.get(section.id) ?? 0) + 1
    await insertVersion(work, jobId, section.id, version, section)
    await placeSection(work, jobId, { id: section.id, version, position })
  }
  await reorderSections(
    work,
    jobId,
    wanted.map(({ id }) => id),
  )
  await touchNote(work, jobId)
  // The restored text may hold values of a former patient.
  await fillAnew(work, jobId)
}

/** Refuses a Complete or Approve on a text that is not the one the person saw (Q180). */
export async function checkSeen(work: Work, jobId: string, seen: Record<string, number>): Promise<void> {
  const sections = await listSections(work, jobId)
  const isAsSeen = sections.every(({ id, version }) => seen[id] === undefined || seen[id] === version)
  const isThere = Object.keys(seen).every((id) => sections.some((section) => section.id === id))
  if (!isAsSeen || !isThere)
    throw new Refusal(
      noteRefusals.stale,
      {},
      sections.map((section) => toSection(section)),
    )
}

/** Refuses to file a text with unanswered blanks, unless the person confirmed each of them. The refusal lists them (Q202). */
export async function checkBlanks(work: Work, jobId: string, confirmed: readonly string[]): Promise<void> {
  const blanks = blanksOf(
    (await listSections(work, jobId)).map((section) => ({ ...asOnTheWire(section), id: section.id })),
  )
  if (blanks.some(({ id }) => !confirmed.includes(id))) throw new Refusal(noteRefusals.blanksUnanswered, {}, blanks)
}
