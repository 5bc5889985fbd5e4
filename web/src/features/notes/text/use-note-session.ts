import type { Job } from '@dictara/contract/jobs'
import type { NotePlace, Section } from '@dictara/contract/notes'
import { useCallback, useEffect, useRef, useState } from 'react'
import { type Keep, withDraft } from '../../../editor/autosave.ts'
import type { NoteHandle } from '../../../editor/note-session.ts'
import { registerUnsavedWork } from '../../../platform/unsaved-work.ts'
import { type DraftPlace, type UnsavedText, taken } from '../saving/unsaved-texts.ts'
import { useCorrections } from '../saving/use-corrections.ts'
import { useAutosave } from '../saving/use-autosave.ts'
import type { KeptTextsHere, LeftTexts } from '../saving/use-kept-texts.ts'

interface NoteSessionParts {
  job: Job
  /** The note as the server gave it. */
  stored: readonly Section[]
  place: DraftPlace
  heldSince: string
  kept: KeptTextsHere
  left: LeftTexts
  userId: string
}

/** The text of an opened note: the editor that holds it, its saving, and what a person decides between two texts. */
export function useNoteSession({ job, stored, place, heldSince, kept, left, userId }: NoteSessionParts) {
  const note = useRef<NoteHandle>(null)
  const [sections] = useState(() => (place.draft ? withDraft(stored, place.draft) : stored))
  const flushNote = useCallback(() => note.current?.flush(), [])
  const { autosave, status, putIn, finish } = useAutosave({
    jobId: job.jobId,
    userId,
    sections: stored,
    place,
    heldSince,
    flushNote,
    left,
  })
  const saveFirst = useCallback(async () => {
    flushNote()
    return (await autosave.current?.flush()) ?? true
  }, [autosave, flushNote])
  useEffect(
    () =>
      registerUnsavedWork({
        hasUnsaved() {
          flushNote()
          return autosave.current?.hasUnsaved() ?? false
        },
        save: saveFirst,
        mayLose: () => autosave.current?.mayLose() ?? false,
      }),
    [autosave, flushNote, saveFirst],
  )
  useCorrections(job, (sections) => {
    flushNote()
    for (const section of autosave.current?.takeOver(sections) ?? []) note.current?.replaceSection(section, false)
  })
  return {
    note,
    autosave,
    status,
    /** Something was put in instead of typed, or taken out again: the next save tells it. */
    putIn: putIn.tell,
    /** What the editor opens with: the stored note and what an earlier visit left unsaved. */
    sections,
    /** Nobody has written in it yet, here or elsewhere: it is as the conversion left it. */
    isAsConverted: !place.draft && stored.every(({ version }) => version === 1),
    /** The note as it is on the screen now. */
    shown: () => (note.current ? note.current.currentSections() : stored),
    /** Saves whatever there is. @returns whether the server has everything */
    saveFirst,
    /** Saves what there is and finishes the note with it in one call; that the person's next job comes with the answer. */
    finish,
    saveNow() {
      flushNote()
      autosave.current?.saveNow()
    },
    /** Selects a place of the note that the server tells of; false when its words are gone. */
    goToPlace: (place: NotePlace) =>
      note.current?.goToPlace({ ...place, sectionId: autosave.current?.editorId(place.sectionId) ?? place.sectionId }),
    /** Settles a section that was changed here and elsewhere. */
    keep(id: string, choice: Keep) {
      const chosen = autosave.current?.resolve(id, choice)
      if (chosen) note.current?.replaceSection(chosen)
      else note.current?.removeSection(id)
    },
    /** Puts a kept text into the note, in the place of what is there or behind it. */
    async take(text: UnsavedText, isBoth: boolean) {
      const there = note.current?.currentSections() ?? []
      const idOf = (id: string) => autosave.current?.editorId(id) ?? id
      for (const insertion of text.draft.insertions ?? []) putIn.tell(insertion)
      note.current?.takeSections(taken(there, text, isBoth, idOf))
      // Thrown away only once this editor's own draft has it.
      if (await autosave.current?.kept()) await kept.discard(text)
    },
  }
}

export type NoteSession = ReturnType<typeof useNoteSession>
