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
  /** The note as received from the server. */
  stored: readonly Section[]
  place: DraftPlace
  heldSince: string
  kept: KeptTextsHere
  left: LeftTexts
  userId: string
}

/** The text of an open note: its editor, its autosave, and the person's decisions on conflicts. */
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
    /** Something was inserted instead of typed, or removed again. The next save reports it. */
    putIn: putIn.tell,
    /** The initial content of the editor: the stored note and the unsaved text of an earlier visit. */
    sections,
    /** Nobody has edited the note yet, here or elsewhere: it is as converted. */
    isAsConverted: !place.draft && stored.every(({ version }) => version === 1),
    /** The note as currently on the screen. */
    shown: () => (note.current ? note.current.currentSections() : stored),
    /** Saves unsaved text. @returns whether the server has everything */
    saveFirst,
    /** Saves unsaved text and finishes the note in one call, whose answer also contains the person's next job. */
    finish,
    saveNow() {
      flushNote()
      autosave.current?.saveNow()
    },
    /** Selects a place of the note that the server names. False if its words are gone. */
    goToPlace: (place: NotePlace) =>
      note.current?.goToPlace({ ...place, sectionId: autosave.current?.editorId(place.sectionId) ?? place.sectionId }),
    /** Settles the conflict of a section that was changed here and elsewhere. */
    keep(id: string, choice: Keep) {
      const chosen = autosave.current?.resolve(id, choice)
      if (chosen) note.current?.replaceSection(chosen)
      else note.current?.removeSection(id)
    },
    /** Inserts a kept text into the note, in place of the text there or after it. */
    async take(text: UnsavedText, isBoth: boolean) {
      const there = note.current?.currentSections() ?? []
      const idOf = (id: string) => autosave.current?.editorId(id) ?? id
      for (const insertion of text.draft.insertions ?? []) putIn.tell(insertion)
      note.current?.takeSections(taken(there, text, isBoth, idOf))
      // Delete it only when this editor's own draft contains it.
      if (await autosave.current?.kept()) await kept.discard(text)
    },
  }
}

export type NoteSession = ReturnType<typeof useNoteSession>
