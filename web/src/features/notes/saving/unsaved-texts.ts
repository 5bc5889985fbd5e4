import type { Section } from '@dictara/contract/notes'
import { type Autosave, isUpToDate, joined, missingFrom, type NoteDraft, unsavedOf } from '../../../editor/autosave.ts'
import type { DraftWriter, KeptText, NoteDrafts } from './note-drafts.ts'

/** A kept text, and the parts of it that neither the note nor a saved version contains. */
export interface UnsavedText extends KeptText {
  missing: readonly Section[]
}

async function unsaved(drafts: NoteDrafts, sections: readonly Section[], text: KeptText): Promise<UnsavedText> {
  const missing = missingFrom(sections, text.draft)
  const older = missing.filter((section) => !isUpToDate(sections, section))
  // Keep text that is not known to be saved.
  const saved = older.length > 0 ? await drafts.findSaved(older).catch(() => []) : []
  return { ...text, missing: missing.filter((section) => !older.includes(section) || !saved.includes(section.id)) }
}

/** Typed while the person held the job as now. */
const isOf = (heldSince: string, text: KeptText) => text.heldSince === undefined || text.heldSince === heldSince

/**
 * Texts of this note that are only in this browser; `sections` is the current note. Texts that the server has are
 * deleted. So are mere removals and reorderings of an earlier time: their text is in the note, and others may have
 * continued it.
 */
export async function listUnsaved(
  drafts: NoteDrafts,
  sections: readonly Section[],
  heldSince: string,
): Promise<UnsavedText[]> {
  const texts: UnsavedText[] = []
  for (const text of await drafts.listLeft()) {
    const found = await unsaved(drafts, sections, text)
    if (found.missing.length > 0 || (text.draft.sections.length === 0 && isOf(heldSince, text))) texts.push(found)
    else await drafts.discard(text)
  }
  return texts
}

/** Where an editor keeps its unsaved text, and its initial content. */
export interface DraftPlace {
  writer: DraftWriter | null
  draft: NoteDraft | null
}

/**
 * A single text left behind while the person held the job as now is continued, as after a crash. If there are several,
 * or others held the job meanwhile, a person chooses the note's text.
 */
export async function openDraftPlace(
  drafts: NoteDrafts,
  heldSince: string,
  sections: readonly Section[],
): Promise<DraftPlace> {
  const [text, ...others] = await listUnsaved(drafts, sections, heldSince)
  if (text && others.length === 0 && isOf(heldSince, text)) {
    const writer = await drafts.openWriter(heldSince, text.id)
    if (writer) return { writer, draft: unsavedOf(sections, text.draft, text.missing) }
  }
  // If a person has to decide on texts, removals and reorderings are dropped without a question: the note stays as it
  // is.
  if (text) for (const { missing, ...left } of [text, ...others]) if (missing.length === 0) await drafts.discard(left)
  return { writer: (await drafts.openWriter(heldSince)) ?? null, draft: null }
}

/** Inserts a kept text into the note on the screen: replacing its sections, or behind their text. */
export const taken = (
  shown: readonly Section[],
  text: UnsavedText,
  isBoth: boolean,
  idOf: (serverId: string) => string,
): Section[] =>
  text.missing.map((section) => {
    const kept = { ...section, id: idOf(section.id) }
    const there = isBoth && shown.find(({ id }) => id === kept.id)
    return there ? joined(there, kept) : kept
  })

/** Leaves a note: saves once more; the draft is free for the next editor as soon as it is written. */
export function leaveNote(autosave: Autosave, writer: DraftWriter | null) {
  const saved = autosave.flush().then(async (isSaved) => {
    autosave.stop()
    await autosave.kept()
    return isSaved
  })
  return { saved, closed: autosave.kept().then(() => writer?.close()) }
}
