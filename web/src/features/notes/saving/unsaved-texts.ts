import type { Section } from '@dictara/contract/notes'
import { type Autosave, isUpToDate, joined, missingFrom, type NoteDraft, unsavedOf } from '../../../editor/autosave.ts'
import type { DraftWriter, KeptText, NoteDrafts } from './note-drafts.ts'

/** A kept text, and what of it neither the note shows nor a saved version of it has. */
export interface UnsavedText extends KeptText {
  missing: readonly Section[]
}

async function unsaved(drafts: NoteDrafts, sections: readonly Section[], text: KeptText): Promise<UnsavedText> {
  const missing = missingFrom(sections, text.draft)
  const older = missing.filter((section) => !isUpToDate(sections, section))
  // What is not known to be saved is kept.
  const saved = older.length > 0 ? await drafts.findSaved(older).catch(() => []) : []
  return { ...text, missing: missing.filter((section) => !older.includes(section) || !saved.includes(section.id)) }
}

/** Typed while the person held the job as now. */
const isOf = (heldSince: string, text: KeptText) => text.heldSince === undefined || text.heldSince === heldSince

/**
 * What of this note is in this browser only; `sections` is the note as it is now. What the server has goes, and so does a mere
 * removal or order of an earlier time: the text that it is about stands in the note, and others may have gone on with it.
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

/** Where an editor keeps its unsaved text, and what it begins with. */
export interface DraftPlace {
  writer: DraftWriter | null
  draft: NoteDraft | null
}

/**
 * The one text left behind while the person held the job as now is gone on with, as after a crash; where there are several, or the
 * job was in other hands meanwhile, a person says which words the note gets.
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
  // Beside texts that a person has to decide on nobody is asked about a removal or an order: the note stays as it is.
  if (text) for (const { missing, ...left } of [text, ...others]) if (missing.length === 0) await drafts.discard(left)
  return { writer: (await drafts.openWriter(heldSince)) ?? null, draft: null }
}

/** What a kept text makes of the note that is on the screen: in the place of its sections, or behind what they say. */
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

/** Leaves a note: saves what there is once more; the draft is free for the next editor as soon as it is written. */
export function leaveNote(autosave: Autosave, writer: DraftWriter | null) {
  const saved = autosave.flush().then(async (isSaved) => {
    autosave.stop()
    await autosave.kept()
    return isSaved
  })
  return { saved, closed: autosave.kept().then(() => writer?.close()) }
}
