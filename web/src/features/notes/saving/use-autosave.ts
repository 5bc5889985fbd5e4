import { newId } from '@dictara/contract/new-id'
import { keepUnsavedStatus } from '@dictara/browser/session-user'
import type { Section } from '@dictara/contract/notes'
import { App } from 'antd'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { type Autosave, type AutosaveStatus, createAutosave, type NoteDraft } from '../../../editor/autosave.ts'
import { whileClosing } from './note-drafts.ts'
import { type DraftPlace, leaveNote } from './unsaved-texts.ts'
import { type FinishedOr, type Finishing, type LastSave, lastSave } from './last-save.ts'
import { createPutIn } from './put-in.ts'
import { saveNote } from './save-note.ts'
import type { LeftTexts } from './use-kept-texts.ts'

interface AutosaveParts {
  jobId: string
  userId: string
  sections: readonly Section[]
  place: DraftPlace
  heldSince: string
  /** Reports the most recent typing. */
  flushNote: () => void
  left: LeftTexts
}

/** Autosave of one opened note, as long as it is open; leaving warns only of text that could be lost (Q184). */
export function useAutosave({ jobId, userId, sections, place, heldSince, flushNote, left }: AutosaveParts) {
  const { notification } = App.useApp()
  const [status, setStatus] = useState<AutosaveStatus>({ kind: 'idle' })
  const autosave = useRef<Autosave | null>(null)
  const last = useRef<LastSave>(null)
  const [putIn] = useState(() => createPutIn(place.draft?.insertions))
  /** The unsaved text with its insertions, so that a restored draft reports them as usual. */
  const withPutIn = (unsaved: NoteDraft | null) => unsaved && { ...unsaved, insertions: putIn.untold() }
  const takeLast = () => {
    const taken = last.current
    last.current = null
    return taken
  }
  const { writer, draft } = place
  const open = useEffectEvent(() =>
    createAutosave({
      sections,
      draft,
      save: saveNote(jobId, userId, writer?.id.split('/')[1] ?? newId(), takeLast, putIn),
      async onDraft(next) {
        if (!writer) throw new Error('This browser cannot keep drafts.')
        await writer.write(withPutIn(next))
      },
      onStatus: setStatus,
    }),
  )
  const leave = useEffectEvent((opened: Autosave) => {
    const unsaved = withPutIn(opened.draft())
    const id = writer?.id ?? jobId
    // A page that stays open shows at once the text it removed from the screen, regardless of the last save.
    if (unsaved) left.add({ id, draft: unsaved, changedAt: Date.now(), heldSince })
    const { saved, closed } = leaveNote(opened, writer)
    whileClosing(closed)
    // A save in flight is still answered, so that no draft of saved text remains.
    void saved.then((isSaved) => isSaved && left.remove(id))
  })
  /** The browser words its own question; the page says what is at stake (EDIT-06). */
  const tellLeaving = useEffectEvent(() =>
    notification.warning({
      key: 'leaving',
      title: 'Unsaved text',
      description: 'Navigating away will delete text that is not saved yet.',
      duration: 10,
    }),
  )
  useLayoutEffect(() => flushNote, [flushNote])
  useEffect(() => {
    const opened = open()
    autosave.current = opened
    const warn = (event: BeforeUnloadEvent) => {
      flushNote()
      if (!opened.mayLose()) return
      event.preventDefault()
      tellLeaving()
    }
    window.addEventListener('beforeunload', warn)
    return () => {
      window.removeEventListener('beforeunload', warn)
      leave(opened)
    }
  }, [flushNote])
  // Sign Out in another tab asks about it too.
  const isUnsaved = status.kind !== 'idle' && status.kind !== 'saved'
  useEffect(() => {
    keepUnsavedStatus(isUnsaved)
    return () => keepUnsavedStatus(false)
  }, [isUnsaved])
  return {
    autosave,
    status,
    putIn,
    async finish(finishing: Finishing): Promise<FinishedOr> {
      flushNote()
      const going = lastSave(jobId, finishing)
      last.current = going
      const isSaved = (await autosave.current?.flush()) ?? true
      last.current = null
      // Unsaved text was sent with the finishing save; otherwise finishing is a call of its own.
      if (!going.sent && !isSaved) return 'unsaved'
      return (await going.send()) ?? (isSaved ? 'apart' : 'unsaved')
    },
  }
}
