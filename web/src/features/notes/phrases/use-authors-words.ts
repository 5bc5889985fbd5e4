import type { Job } from '@dictara/contract/jobs'
import type { Section } from '@dictara/contract/notes'
import { headingText } from '@dictara/dictation/note-text'
import { emptyRequired } from '@dictara/dictation/required-headings'
import { useMemo } from 'react'
import type { Insertion } from '../../../editor/phrases/insertions.ts'
import { unreadBook } from '../../../editor/phrases/phrase-book.ts'
import { useNoteTemplate, useWorkPhrases } from '../reading/phrase-queries.ts'

/** The phrases and templates of the note's author for work on the note. */
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
  // Null: still loading; undefined: none are offered.
  const none = phrases.isError || phrases.isPaused ? unreadBook : null
  const book = isEditable ? (phrases.data ?? none) : undefined
  return {
    book,
    phrases,
    /** The part that the note's editor needs. */
    inNote: { phrases: book, headingHints: hints, onInsertion: putIn },
    /** Whether the required headings are known, or cannot be loaded: a warning shown earlier would move later. */
    isRequiredKnown: !isEditable || template.isFetched || template.failureCount > 0 || template.isPaused,
    /** The headings of the template. */
    headings: headings ?? [],
    /** The required headings without text. */
    empty: (sections: readonly Section[]): readonly string[] => (headings ? emptyRequired(headings, sections) : []),
  }
}

export type AuthorsWords = ReturnType<typeof useAuthorsWords>
