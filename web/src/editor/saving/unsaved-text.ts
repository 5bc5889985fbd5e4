import type { Section } from '@dictara/contract/notes'
import { isSameText } from '@dictara/dictation/note-text'
import type { NoteDraft } from './autosave-types.ts'
import { recognised } from './draft.ts'

/** The draft's sections whose text is missing from the note, with current ids. */
export const missingFrom = (sections: readonly Section[], draft: NoteDraft): Section[] =>
  recognised(draft, sections).sections.filter((kept) => !sections.some((shown) => isSameText(shown, kept)))

/** Whether nobody has changed a section on the server since this text of it was started. */
export const isUpToDate = (sections: readonly Section[], { id, version }: Section): boolean =>
  sections.some((shown) => shown.id === id && shown.version === version)

/** The part of a draft to continue with, once these sections are known to be missing. */
export const unsavedOf = (sections: readonly Section[], draft: NoteDraft, missing: readonly Section[]): NoteDraft => ({
  ...recognised(draft, sections),
  sections: [...missing],
})
