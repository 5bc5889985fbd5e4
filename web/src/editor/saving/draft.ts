import type { Section } from '@dictara/contract/notes'
import { isSameText } from '@dictara/dictation/note-text'
import type { NoteDraft } from './autosave-types.ts'

/**
 * The draft with current ids. If a crash lost the answer for a new section, the draft does not know the section's
 * server id. The section is recognised by its text, which the draft remembers sending.
 */
export const recognised = (draft: NoteDraft, sections: readonly Section[]): NoteDraft => {
  const today = new Map<string, string>()
  const strangers = sections.filter(({ id }) => !draft.order.includes(id) && !draft.removed.includes(id))
  for (const sent of draft.sent) {
    const stored = strangers.find((section) => isSameText(section, sent))
    if (stored && sent.id.startsWith('new-')) today.set(sent.id, stored.id)
  }
  const renamed = (id: string) => today.get(id) ?? id
  return {
    ...draft,
    sections: draft.sections.map((section) => ({ ...section, id: renamed(section.id) })),
    order: draft.order.map(renamed),
    removed: draft.removed.map(renamed),
    sent: draft.sent.map((section) => ({ ...section, id: renamed(section.id) })),
    deleted: draft.deleted.map(renamed),
  }
}

/** The draft's order, with further sections of the server at the end. */
export const orderWith = (draft: NoteDraft, sections: readonly Section[]): string[] => [
  ...draft.order,
  ...sections.map(({ id }) => id).filter((id) => !draft.order.includes(id) && !draft.removed.includes(id)),
]

/** The note as this browser last had it: the server's sections, replaced by the draft's. */
export const withDraft = (sections: readonly Section[], draft: NoteDraft): Section[] => {
  const unsaved = recognised(draft, sections)
  const texts = new Map([...sections, ...unsaved.sections].map((section) => [section.id, section]))
  return orderWith(unsaved, sections).flatMap((id) => texts.get(id) ?? [])
}
