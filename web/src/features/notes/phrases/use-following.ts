import { call } from '@dictara/browser/call'
import type { Job } from '@dictara/contract/jobs'
import { type NoteTemplate, notePhraseCalls } from '@dictara/contract/note-phrases'
import { useRef } from 'react'
import { jobQueries } from '../../../platform/query-client.ts'
import { useAction } from '../../../ui/use-action.ts'
import type { DeskNote } from '../text/use-desk-note.ts'

/** Arranges the note by its new template; on undo it follows the earlier one, or none, again. */
export function useFollowing({ jobId }: Pick<Job, 'jobId'>, note: DeskNote) {
  const act = useAction({ refreshes: jobQueries })
  const last = useRef<Promise<unknown>>(Promise.resolve())
  return (template: NoteTemplate, before: string | null) =>
    note.follow(template, (undone) => {
      const input = { params: { id: jobId }, body: { templateId: undone ? before : template.id } }
      // In sequence: after undo and redo, the last call decides.
      last.current = last.current.then(() =>
        act.run(() => call(notePhraseCalls.changeNoteTemplate, input), { success: false }),
      )
    })
}
