import type { CallInput } from '@dictara/contract'
import { defaultHeadingId, type noteCalls, noteRefusals, type Section } from '@dictara/contract/notes'
import { hasWholeBlanks } from '@dictara/dictation/note-text'
import { type ClinicWork, together, type Work } from '../../platform/database/index.ts'
import { newId } from '../../platform/ids.ts'
import { notFound, Refusal, refuseUnless } from '../../platform/refusal.ts'
import { getWorkableJob, type JobRecord, saveAudioTime } from '../jobs/index.ts'
import { dynamicCategories } from '../phrases/index.ts'
import { listSystemHeadings } from '../templates/index.ts'
import {
  findNote,
  insertNote,
  insertVersion,
  keepTurn,
  listLatestVersions,
  listSections,
  placeSection,
  removeSection,
  reorderSections,
  type SectionText,
  type StoredSection,
  toSection,
  touchNote,
} from './notes.store.ts'
import { followSave } from './follow-save.ts'
import { keepInsertions } from './note-insertions.store.ts'
import { checkLength, cleanSection, isStoredAlready } from './section-text.ts'

declare module '../../platform/database/work.ts' {
  interface AuditEvents {
    'note.saved': null
    'note.sectionDeleted': { sectionId: string }
  }
}

export type SaveInput = CallInput<(typeof noteCalls)['saveSections']>['body']

/** A save that the editor gave up on may arrive after a newer one from the same editor. It must not undo the newer one. */
async function takeTurn(work: Work, jobId: string, { editorId, turn }: Pick<SaveInput, 'editorId' | 'turn'>) {
  if (editorId === undefined || turn === undefined) return
  refuseUnless(await keepTurn(work, jobId, editorId, turn), noteRefusals.overtaken)
}

interface Conflict {
  theirs: ReturnType<typeof toSection> | null
  mine: Section
}

/** What a save does to one section. */
type Plan =
  | { kind: 'store'; sent: Section; id: string; text: SectionText; version: number; temporaryId: string | null }
  | { kind: 'as-it-is'; sent: Section; id: string }

const isNewId = (id: string) => id.startsWith('new-')

function planOne(
  sent: Section,
  text: SectionText,
  known: StoredSection | undefined,
  latest: ReadonlyMap<string, number>,
): Plan | Conflict | 'unknown' {
  if (known) {
    if (isStoredAlready(known, text)) return { kind: 'as-it-is', sent, id: known.id }
    // A new section sent again: the answer was lost and the person kept typing. Nobody else can have changed it since.
    const startedFrom = sent.version ?? (isNewId(sent.id) ? 1 : undefined)
    if (startedFrom !== known.version) return { theirs: toSection(known), mine: sent }
    return { kind: 'store', sent, id: known.id, text, version: known.version + 1, temporaryId: null }
  }
  if (isNewId(sent.id)) return { kind: 'store', sent, id: newId(), text, version: 1, temporaryId: sent.id }
  if (sent.id === defaultHeadingId && !latest.has(sent.id))
    return { kind: 'store', sent, id: sent.id, text, version: 1, temporaryId: null }
  return latest.has(sent.id) ? { theirs: null, mine: sent } : 'unknown'
}

/** The order of all sections: the wanted ones first, then those that were not named, each once. */
function orderOf(wanted: readonly string[], present: readonly string[], idOf: (id: string) => string): string[] {
  const asked = wanted.map(idOf).filter((id) => present.includes(id))
  return [...new Set([...asked, ...present])]
}

const fieldNames = dynamicCategories.flatMap(({ avilableFields }) => avilableFields)

type Told = NonNullable<SaveInput['insertions']>[number]
/** Each insertion once. If a save reports one twice, the later report counts. */
const withoutRepeats = (insertions: readonly Told[]): Told[] => [
  ...new Map(insertions.map((insertion) => [insertion.id, insertion])).values(),
]

/**
 * Stores changed sections, each as a new version, and their order. All or nothing: if a section was changed elsewhere since, the
 * whole save is refused with both texts (Q118, Q180). The same save again changes nothing.
 * @throws Refusal 400 when a section is named twice, a blank of it cannot be read or a field does not exist, 409 stale, overtaken or not held, 404 unknown section, 413 above 2 MB, 422 while the facility is disabled.
 */
export async function saveSections(work: ClinicWork, jobId: string, input: SaveInput) {
  return saveLocked(work, await getWorkableJob(work, jobId), input)
}

/** Like `saveSections`, for a job that the caller got from `getWorkableJob`. */
export async function saveLocked(work: ClinicWork, job: JobRecord, input: SaveInput) {
  const jobId = job.id
  const [headings, note, before, latest] = await together([
    listSystemHeadings(work),
    findNote(work, jobId),
    listSections(work, jobId),
    listLatestVersions(work, jobId),
  ])
  const systemHeadings = headings.map(({ name }) => name)
  if (!note) await insertNote(work, jobId, [])
  await takeTurn(work, jobId, input)
  const find = (id: string) => before.find((section) => section.id === id || section.temporaryId === id)

  const plans: Plan[] = []
  const conflicts: Conflict[] = []
  const named = new Set<string>()
  for (const sent of input.sections) {
    refuseUnless(
      sent.content.every(({ value }) => hasWholeBlanks(value)),
      noteRefusals.brokenBlank,
    )
    const known = find(sent.id)
    const id = known?.id ?? sent.id
    refuseUnless(!named.has(id), noteRefusals.sectionTwice)
    named.add(id)
    const plan = planOne(sent, cleanSection(sent, systemHeadings, known), known, latest)
    if (plan === 'unknown') throw notFound()
    if ('kind' in plan) plans.push(plan)
    else conflicts.push(plan)
  }
  if (conflicts.length > 0)
    throw new Refusal(noteRefusals.stale, {}, [
      { sections: [], newSectionsId: [], lastUpdatedTime: work.now, conflicts },
    ])
  const toStore = plans.filter((plan) => plan.kind === 'store')
  const insertions = withoutRepeats(input.insertions ?? [])
  const told = insertions.flatMap(({ undone, fields = [] }) => (undone ? [] : fields))
  const texts = toStore.map(({ id, text }) => ({ before: before.find((section) => section.id === id), text }))
  refuseUnless(
    told.every(({ name }) => fieldNames.includes(name)),
    noteRefusals.unknownField,
  )
  const followed = await followSave(work, job, before, texts, told)
  const changed = new Map(toStore.map((plan, index) => [plan.id, { ...plan, text: followed[index]! }]))
  checkLength([...before.filter(({ id }) => !changed.has(id)), ...[...changed.values()].map(({ text }) => text)])

  const present = [
    ...before.map(({ id }) => id),
    ...[...changed.keys()].filter((id) => !before.some((one) => one.id === id)),
  ]
  const idOf = (id: string) => plans.find(({ sent }) => sent.id === id)?.id ?? find(id)?.id ?? id
  const order = orderOf(input.sectionIds ?? [], present, idOf)
  if (typeof input.audioTime === 'number') await saveAudioTime(work, jobId, input.audioTime)
  // Insert each version before the row that refers to it.
  const written = [...changed.values()].flatMap(({ id, version, text, temporaryId }) => {
    const position = before.findIndex((section) => section.id === id)
    const place = { id, version, position: position < 0 ? before.length : position, temporaryId }
    return [insertVersion(work, jobId, id, version, text), placeSection(work, jobId, place)]
  })
  if (order.join() !== present.join() || changed.size > 0) written.push(reorderSections(work, jobId, order))
  if (order.join() !== before.map(({ id }) => id).join() || changed.size > 0) written.push(touchNote(work, jobId))
  written.push(keepInsertions(work, jobId, insertions))
  written.push(work.audit({ event: 'note.saved', jobId }, 'once-a-minute'))
  await together(written)
  const [after, stored] = await together([listSections(work, jobId), findNote(work, jobId)])
  return {
    sections: plans.map(({ id }) => toSection(after.find((section) => section.id === id)!)),
    lastUpdatedTime: stored!.lastUpdatedAt,
    newSectionsId: plans.flatMap(({ sent, id }) => (isNewId(sent.id) ? [{ temporaryId: sent.id, id }] : [])),
  }
}

/** Removes a section from the note (EDIT-68). @throws Refusal 404 unknown, 422 for the last one or the default section. */
export async function deleteSection(
  work: ClinicWork,
  jobId: string,
  sectionId: string,
  turn: Pick<SaveInput, 'editorId' | 'turn'> = {},
): Promise<void> {
  await getWorkableJob(work, jobId)
  const sections = await listSections(work, jobId)
  if (sections.length > 0) await takeTurn(work, jobId, turn)
  const section = sections.find(({ id, temporaryId }) => id === sectionId || temporaryId === sectionId)
  if (!section) throw notFound()
  refuseUnless(sections.length > 1 && section.id !== defaultHeadingId, noteRefusals.lastSection)
  await removeSection(work, jobId, section.id)
  await touchNote(work, jobId)
  await work.audit({ event: 'note.sectionDeleted', jobId, detail: { sectionId: section.id } })
}
