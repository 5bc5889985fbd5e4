import type { Job } from '@dictara/contract/jobs'
import type { Section } from '@dictara/contract/notes'
import { headingText } from '@dictara/dictation/note-text'
import { emptyRequired } from '@dictara/dictation/required-headings'
import { useMemo } from 'react'
import { useNoteTemplate, useWorkPhrases } from './phrase-queries.ts'

/** What the note's author keeps of words, where the person works on the note: phrases, and the template that it follows. */
export function useAuthorsWords(job: Job, isEditable: boolean, isPainted: boolean) {
  const isWanted = isEditable && isPainted
  const phrases = useWorkPhrases(job, isWanted)
  const headings = useNoteTemplate(job.jobId, isWanted).data?.sectionHeadings
  const hints = useMemo(
    () =>
      new Map(
        headings?.flatMap(({ customUIHeading, description }) =>
          description ? [[headingText(customUIHeading), description] as const] : [],
        ),
      ),
    [headings],
  )
  return {
    /** Null: not there yet; undefined: none are offered. */
    book: isEditable ? (phrases.data ?? null) : undefined,
    phrases,
    hints,
    /** The required headings under which nothing stands. */
    empty: (sections: readonly Section[]): readonly string[] => (headings ? emptyRequired(headings, sections) : []),
  }
}

export type AuthorsWords = ReturnType<typeof useAuthorsWords>
