import { call } from '@dictara/browser/call'
import { noteCalls } from '@dictara/contract/notes'
import { isUpToDate, missingFrom, type NoteDraft, owedOf } from '../../editor/autosave.ts'
import type { Section } from '../../editor/sections.ts'
import type { DraftWriter, KeptText, NoteDrafts } from './note-drafts.ts'

/** A kept text, and what of it neither the note shows nor a saved version of it has. */
export interface OwedText extends KeptText {
  missing: readonly Section[]
}

/** Those that no saved version has, as far as the server can be asked: what is not known to be saved is kept. */
async function notSaved(jobId: string, sections: readonly Section[]): Promise<readonly Section[]> {
  if (sections.length === 0) return []
  const asked = sections.map(({ id, heading, content }) => ({ id, heading, content: [...content] }))
  try {
    const { result } = await call(
      noteCalls.findSavedSections,
      { params: { id: jobId }, body: { sections: asked } },
      { handler: false },
    )
    return sections.filter(({ id }) => !result[0]!.ids.includes(id))
  } catch {
    return sections
  }
}

async function owed(jobId: string, sections: readonly Section[], text: KeptText): Promise<OwedText> {
  const missing = missingFrom(sections, text.draft)
  const older = missing.filter((section) => !isUpToDate(sections, section))
  const lost = await notSaved(jobId, older)
  return { ...text, missing: missing.filter((section) => !older.includes(section) || lost.includes(section)) }
}

/** The texts of this note that are in this browser only; `sections` is the note as it is now. What the server has goes. */
export async function listOwed(
  drafts: NoteDrafts,
  jobId: string,
  sections: readonly Section[],
  isOurs: (text: KeptText) => boolean = () => false,
): Promise<OwedText[]> {
  const texts: OwedText[] = []
  for (const text of await drafts.listLeft()) {
    const found = await owed(jobId, sections, text)
    if (found.missing.length > 0) texts.push(found)
    else if (text.draft.sections.length > 0) await drafts.discard(text)
    else if (isOurs(text)) texts.push(found)
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
  jobId: string,
  heldSince: string,
  sections: readonly Section[],
): Promise<DraftPlace> {
  const isOurs = (text: KeptText) => text.heldSince === undefined || text.heldSince === heldSince
  const [text, ...others] = await listOwed(drafts, jobId, sections, isOurs)
  if (text && others.length === 0 && isOurs(text)) {
    const writer = await drafts.openWriter(heldSince, text.id)
    if (writer) return { writer, draft: owedOf(sections, text.draft, text.missing) }
  }
  return { writer: (await drafts.openWriter(heldSince)) ?? null, draft: null }
}
