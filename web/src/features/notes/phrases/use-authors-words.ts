import type { Job } from '@dictara/contract/jobs'
import type { Section } from '@dictara/contract/notes'
import { headingText } from '@dictara/dictation/note-text'
import { emptyRequired } from '@dictara/dictation/required-headings'
import { useMemo } from 'react'
import type { Insertion } from '../../../editor/phrases/insertions.ts'
import { unreadBook } from '../../../editor/phrases/phrase-book.ts'
import { useNoteTemplate, useWorkPhrases } from '../reading/phrase-queries.ts'

/** What the note's author keeps of words, where the person works on the note: phrases, and the template that it follows. */
export function useAuthorsWords(
  job: Job,
  putIn: (insertion: Insertion) => void,
  isEditable: boolean,
  isPainted: boolean,
) {
  const isWanted = isEditable && isPainted
  const phrases = useWorkPhrases(job, isWanted)
  const template = useNoteTemplate(job.jobId, isWanted)
  const headings = template.data?.sectionHeadings
  const hints = useMemo(
    () =>
      new Map(
        headings?.flatMap(({ customUIHeading, description }) =>
          description ? [[headingText(customUIHeading), description] as const] : [],
        ),
      ),
    [headings],
  )
  // Null: not there yet; undefined: none are offered.
  const none = phrases.isError || phrases.isPaused ? unreadBook : null
  const book = isEditable ? (phrases.data ?? none) : undefined
  return {
    book,
    phrases,
    /** What the editor of the note has to know of it. */
    inNote: { phrases: book, headingHints: hints, onInsertion: putIn },
    /** Whether it is known what is required, or that nobody answers: what is told before would move for it. */
    isRequiredKnown: !isEditable || template.isFetched || template.failureCount > 0 || template.isPaused,
    /** The headings of the template. */
    headings: headings ?? [],
    /** The required headings under which nothing stands. */
    empty: (sections: readonly Section[]): readonly string[] => (headings ? emptyRequired(headings, sections) : []),
  }
}

export type AuthorsWords = ReturnType<typeof useAuthorsWords>
