import { failureOrThrow } from '@dictara/browser/call'
import type { Job } from '@dictara/contract/jobs'
import { type NamedPlace, noteRefusals } from '@dictara/contract/notes'
import type { BlankOfNote } from '@dictara/dictation/note-text'
import type { ReactNode } from 'react'
import { useQuestion } from '../../../ui/use-question.ts'
import { EachBlank } from './blanks-question.tsx'
import { EachPlace, formerPatientTitle } from './former-patient-question.tsx'

/** What a person confirmed about a note before it is sent. */
export interface Confirmed {
  /** Ids of unanswered blanks. */
  blanks?: string[]
  /** Passages that name a former patient. */
  formerNames?: string[]
}

interface Asked {
  title: string
  okText: string
  content: (parts: { onAll: (isAll: boolean) => void; leave: (then: () => void) => void }) => ReactNode
}

/**
 * Sends a note. If it would be filed with unanswered blanks (Q202), or names a patient it was moved from, the person
 * first confirms each of them or returns to the note.
 */
export function useConfirmed({ patientName }: Pick<Job, 'patientName'>, onGoTo?: (place: NamedPlace['place']) => void) {
  const ask = useQuestion()

  /** @returns whether everything was confirmed */
  const confirmEach = ({ content, ...words }: Asked) =>
    new Promise<boolean>((resolve) => {
      let then: (() => void) | undefined
      const question = ask({
        ...words,
        width: 'min(36rem, 95vw)',
        isOkDisabled: true,
        content: content({
          onAll: (isAll) => question.allow(isAll),
          leave: (next) => {
            then = next
            question.close()
          },
        }),
        onOk: () => resolve(true),
        onCancel: () => resolve(false),
        afterClose: () => {
          resolve(false)
          // After the focus was returned.
          then?.()
        },
      })
    })
  const confirmBlanks = (blanks: readonly BlankOfNote[]) =>
    confirmEach({
      title: blanks.length === 1 ? '1 blank is still open' : `${blanks.length} blanks are still open`,
      okText: 'File with blanks',
      content: ({ onAll }) => <EachBlank blanks={blanks} onAll={onAll} />,
    })
  const confirmPlaces = (places: readonly NamedPlace[]) =>
    confirmEach({
      title: formerPatientTitle(places.length),
      okText: 'Send anyway',
      content: ({ onAll, leave }) => (
        <EachPlace {...{ patientName, places, onAll }} onGoTo={onGoTo && (({ place }) => leave(() => onGoTo(place)))} />
      ),
    })

  /**
   * The confirmation that a refusal asks for; undefined if the person returns to the note. Rethrows any other failure.
   */
  async function confirm(error: unknown): Promise<Confirmed | undefined> {
    const failure = failureOrThrow(error)
    if (failure.code === noteRefusals.blanksUnanswered.code) {
      const blanks = failure.result as BlankOfNote[]
      return (await confirmBlanks(blanks)) ? { blanks: blanks.map(({ id }) => id) } : undefined
    }
    if (failure.code === noteRefusals.formerPatientNamed.code) {
      const places = failure.result as NamedPlace[]
      const formerNames = [...new Set(places.map(({ place }) => place.quote))]
      return (await confirmPlaces(places)) ? { formerNames } : undefined
    }
    throw failure
  }

  /** @param verb called again with the confirmations; the result is undefined if the person returns to the note */
  return async <T,>(verb: (confirmed: Confirmed) => Promise<T>): Promise<T | undefined> => {
    for (let confirmed: Confirmed = {}; ; ) {
      try {
        return await verb(confirmed)
      } catch (failure) {
        const more = await confirm(failure)
        if (!more) return undefined
        confirmed = { ...confirmed, ...more }
      }
    }
  }
}
