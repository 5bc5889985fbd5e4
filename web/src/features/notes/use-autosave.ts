import { keepUnsavedStatus } from '@dictara/browser/session-user'
import type { Section } from '@dictara/contract/notes'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type Autosave, type AutosaveStatus, createAutosave, type NoteDraft } from '../../editor/autosave.ts'
import type { NoteDrafts } from './note-drafts.ts'
import { saveNote } from './save-note.ts'

interface AutosaveParts {
  jobId: string
  userId: string
  sections: readonly Section[]
  draft: NoteDraft | null
  drafts: NoteDrafts | null
}

/** Autosave of one opened note, for as long as it is open; leaving warns only of what could be lost (Q184). */
export function useAutosave({ jobId, userId, sections, draft, drafts }: AutosaveParts) {
  const [status, setStatus] = useState<AutosaveStatus>({ kind: 'idle' })
  const autosave = useRef<Autosave | null>(null)
  const open = useEffectEvent(() =>
    createAutosave({
      sections,
      draft,
      save: saveNote(jobId, userId),
      async onDraft(next) {
        if (!drafts) throw new Error('This browser cannot keep drafts.')
        await drafts.write(next)
      },
      onStatus: setStatus,
    }),
  )
  useEffect(() => {
    const opened = open()
    autosave.current = opened
    const warn = (event: BeforeUnloadEvent) => {
      if (opened.mayLose()) event.preventDefault()
    }
    window.addEventListener('beforeunload', warn)
    return () => {
      window.removeEventListener('beforeunload', warn)
      // What is on its way is still answered, so that no draft of saved text stays behind.
      void opened.flush().then(opened.stop)
    }
  }, [])
  // Sign Out in another tab asks about it too.
  const isUnsaved = status.kind !== 'idle' && status.kind !== 'saved'
  useEffect(() => {
    keepUnsavedStatus(isUnsaved)
    return () => keepUnsavedStatus(false)
  }, [isUnsaved])
  return { autosave, status }
}
