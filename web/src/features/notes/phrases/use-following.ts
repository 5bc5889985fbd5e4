import { call } from '@dictara/browser/call'
import type { Job } from '@dictara/contract/jobs'
import { type NoteTemplate, notePhraseCalls } from '@dictara/contract/note-phrases'
import { useRef } from 'react'
import { jobQueries } from '../../../platform/query-client.ts'
import { useAction } from '../../../ui/use-action.ts'
import type { DeskNote } from '../text/use-desk-note.ts'

/** Arranges the note by the template that it follows now; when that is undone it follows the one before, or none, again. */
export function useFollowing({ jobId }: Pick<Job, 'jobId'>, note: DeskNote) {
  const act = useAction({ refreshes: jobQueries })
  const last = useRef<Promise<unknown>>(Promise.resolve())
  return (template: NoteTemplate, before: string | null) =>
    note.follow(template, (undone) => {
      const input = { params: { id: jobId }, body: { templateId: undone ? before : template.id } }
      // One after the other: undone and done again, the last is how it stays.
      last.current = last.current.then(() =>
        act.run(() => call(notePhraseCalls.changeNoteTemplate, input), { success: false }),
      )
    })
}
