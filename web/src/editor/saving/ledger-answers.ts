import { defaultHeadingId, type Section } from '@dictara/contract/notes'
import { isSameText } from '@dictara/dictation/note-text'
import type { ConflictAnswer, Keep, SavedAnswer } from './autosave-types.ts'
import { editorIdOf, type Flight, type Ledger, serverIdOf } from './ledger.ts'

/**
 * The server stored the save: sections not edited since are settled, with their new versions and ids. A section is
 * settled only if the server returns exactly its text. Any other text becomes a conflict.
 */
export const acknowledged = (ledger: Ledger, flight: Flight, answer: SavedAnswer): Ledger => {
  const serverIds = new Map(ledger.serverIds)
  for (const { temporaryId, id } of answer.newSectionsId) serverIds.set(editorIdOf(ledger, temporaryId), id)
  const next = { ...ledger, serverIds }
  const pending = new Map(ledger.pending)
  const versions = new Map(ledger.versions)
  const sent = new Map(ledger.sent)
  const removed = new Set(ledger.removed)
  const conflicts = new Map(ledger.conflicts)
  for (const [id, text] of flight.texts) {
    const stored = answer.sections.find((section) => section.id === serverIdOf(next, id))
    if (stored && pending.get(id) === text) {
      if (isSameText(stored, text)) pending.delete(id)
      else conflicts.set(id, stored)
    }
    // Without a version the text stays among the sent ones, and a later conflict with it settles itself.
    if (stored?.version !== undefined) {
      versions.set(id, stored.version)
      sent.delete(id)
    }
    if (serverIdOf(next, id) === defaultHeadingId) removed.delete(id)
  }
  for (const id of flight.removed) removed.delete(id)
  return {
    ...next,
    pending,
    versions,
    sent,
    removed,
    conflicts,
    gone: new Set([...ledger.gone, ...flight.removed]),
    maybeGone: new Set([...ledger.maybeGone].filter((id) => !flight.removed.includes(id))),
    storedOrder: flight.order,
    isOrderUnsure: false,
  }
}

/**
 * The server holds other versions. If its text is one that we sent (a lost answer), its version is taken over; the rest
 * are conflicts for a person to decide. `isNews` is false if the answer changed nothing.
 */
export const conflicted = (ledger: Ledger, flight: Flight, answer: ConflictAnswer) => {
  const serverIds = new Map(ledger.serverIds)
  const pending = new Map(ledger.pending)
  const versions = new Map(ledger.versions)
  const sent = new Map(ledger.sent)
  const gone = new Set(ledger.gone)
  const maybeGone = new Set(ledger.maybeGone)
  const conflicts = new Map(ledger.conflicts)
  for (const { mine, theirs } of answer.conflicts) {
    const id = editorIdOf(ledger, mine.id)
    const latest = pending.get(id)
    if (!flight.texts.has(id)) continue
    if (theirs === null) {
      if (maybeGone.delete(id) || !latest) gone.add(id)
      else conflicts.set(id, null)
      continue
    }
    serverIds.set(id, theirs.id)
    const isOurs = [latest, ...(sent.get(id) ?? [])].some((text) => text && isSameText(text, theirs))
    if (isOurs) {
      if (theirs.version !== undefined) versions.set(id, theirs.version)
      if (latest && isSameText(latest, theirs)) pending.delete(id)
      sent.delete(id)
    } else if (!latest) {
      // The section was removed here meanwhile, but exists. Do not take its version over, so that an undo cannot
      // overwrite a text that nobody saw.
      versions.set(id, ledger.versions.get(id) ?? 0)
    } else conflicts.set(id, theirs)
  }
  const next: Ledger = { ...ledger, serverIds, pending, versions, sent, gone, maybeGone, conflicts }
  return { ledger: next, isNews: JSON.stringify(footprint(next)) !== JSON.stringify(footprint(ledger)) }
}

const footprint = ({ versions, gone, conflicts, pending }: Ledger) => [
  [...versions],
  [...gone],
  [...conflicts.keys()],
  [...pending.keys()],
]

/**
 * The server changed sections itself. Sections without local edits are taken over, to be shown; the others are compared
 * when they are saved.
 */
export const takenOver = (ledger: Ledger, fresh: readonly Section[]): { ledger: Ledger; shown: Section[] } => {
  const versions = new Map(ledger.versions)
  const shown: Section[] = []
  for (const section of fresh) {
    const id = editorIdOf(ledger, section.id)
    const isOurs = ledger.pending.has(id) || ledger.sent.has(id) || ledger.removed.has(id)
    if (isOurs || section.version === undefined || section.version <= (versions.get(id) ?? section.version)) continue
    versions.set(id, section.version)
    shown.push({ ...section, id })
  }
  return { ledger: shown.length > 0 ? { ...ledger, versions } : ledger, shown }
}

/** Joins my text and then theirs, under my heading. */
export const joined = (mine: Section, theirs: Section): Section => ({
  ...mine,
  content: [...mine.content, ...theirs.content],
})

/** Applies a person's decision. Returns the section to show from now on; null: it leaves the note. */
export const resolved = (ledger: Ledger, id: string, keep: Keep): { ledger: Ledger; shown: Section | null } => {
  const theirs = ledger.conflicts.get(id)
  const mine = ledger.pending.get(id)
  if (theirs === undefined || !mine) return { ledger, shown: mine ?? null }
  const pending = new Map(ledger.pending)
  const versions = new Map(ledger.versions)
  const gone = new Set(ledger.gone)
  const conflicts = new Map(ledger.conflicts)
  const sent = new Map(ledger.sent)
  conflicts.delete(id)
  sent.delete(id)
  if (theirs?.version !== undefined) versions.set(id, theirs.version)
  if (theirs === null) gone.add(id)
  let shown: Section | null = mine
  if (keep === 'theirs') shown = theirs && { ...theirs, id }
  else if (keep === 'both' && theirs) shown = joined(mine, theirs)
  if (keep === 'theirs') pending.delete(id)
  else if (shown) pending.set(id, shown)
  const order = shown ? ledger.order : ledger.order.filter((each) => each !== id)
  return { ledger: { ...ledger, pending, versions, gone, conflicts, sent, order }, shown }
}
