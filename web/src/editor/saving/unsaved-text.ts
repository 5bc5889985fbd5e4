import type { Section } from '@dictara/contract/notes'
import { isSameText } from '@dictara/dictation/note-text'
import type { NoteDraft } from './autosave-types.ts'
import { recognised } from './draft.ts'

/** The sections of a draft whose words the note does not have, under today's ids. */
export const missingFrom = (sections: readonly Section[], draft: NoteDraft): Section[] =>
  recognised(draft, sections).sections.filter((kept) => !sections.some((shown) => isSameText(shown, kept)))

/** Whether nobody changed a section on the server since this text of it was begun. */
export const isUpToDate = (sections: readonly Section[], { id, version }: Section): boolean =>
  sections.some((shown) => shown.id === id && shown.version === version)

/** What there is to go on with of a draft, once these sections of it are known to be missing. */
export const unsavedOf = (sections: readonly Section[], draft: NoteDraft, missing: readonly Section[]): NoteDraft => ({
  ...recognised(draft, sections),
  sections: [...missing],
})
