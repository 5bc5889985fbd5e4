import type { Job } from '@dictara/contract/jobs'
import { type BlankOfNote, blankText } from '@dictara/dictation/note-text'
import { Checkbox, Flex } from 'antd'
import { useState } from 'react'

/** Whether a review follows the next step, as far as the job shows it: its levels are fixed once it is transcribed. */
const isReviewedAfter = ({ status, level, levels }: Job) =>
  status === 'IN_REVIEW' && levels !== null ? levels > 1 && level === 'LEVEL_1' : undefined

/**
 * The warning about unanswered blanks before a note is sent; undefined if there are none (Q202).
 * @param isReviewed whether a review of its track follows; undefined while unknown
 */
export function blanksMessage(count: number, job: Job, isReviewed: boolean | undefined): string | undefined {
  if (count === 0) return undefined
  const [are, them, each] =
    count === 1 ? ['1 blank is still open', 'it', 'it'] : [`${count} blanks are still open`, 'them', 'each of them']
  const goesToReview = isReviewedAfter(job) ?? isReviewed
  if (goesToReview === undefined) return `${are}.`
  return goesToReview
    ? `${are}. The reviewer will see ${them}.`
    : `${are}. The note is filed only if you confirm ${each}.`
}

/** The blanks that would remain in a filed note: the person confirms each one. */
export function EachBlank({ blanks, onAll }: { blanks: readonly BlankOfNote[]; onAll: (isAll: boolean) => void }) {
  const [confirmed, setConfirmed] = useState<readonly string[]>([])
  const change = (id: string, isOn: boolean) => {
    const now = isOn ? [...confirmed, id] : confirmed.filter((one) => one !== id)
    setConfirmed(now)
    onAll(blanks.every((blank) => now.includes(blank.id)))
  }
  return (
    <Flex vertical gap="small">
      <span>Confirm each blank you want to leave in the filed note, or go back and fill it in.</span>
      {blanks.map(({ id, heading, before, after, question }) => (
        <Checkbox key={id} checked={confirmed.includes(id)} onChange={({ target }) => change(id, target.checked)}>
          {heading && `${heading}: `}
          {before}
          <strong>{blankText}</strong>
          {after}
          {question && ` (${question})`}
        </Checkbox>
      ))}
    </Flex>
  )
}
