import type { Hl7Counts, Hl7File, Hl7Message, Hl7Verdict } from '@dictara/contract/hl7-files'

export const verdictWords: Record<Hl7Verdict, string> = {
  APPLIED: 'Applied',
  KNOWN: 'Received before',
  NOTHING: 'Nothing to apply',
  REFUSED: 'Refused',
}

const parts = ({ applied, known, nothing, refused }: Hl7Counts) => [
  applied > 0 && `${applied.toLocaleString('en-US')} applied`,
  known > 0 && `${known.toLocaleString('en-US')} received before`,
  nothing > 0 && `${nothing.toLocaleString('en-US')} with nothing to apply`,
  refused > 0 && `${refused.toLocaleString('en-US')} refused`,
]

/** What became of messages, in a line; empty if there are none. */
export const countsWords = (counts: Hl7Counts): string => parts(counts).filter(Boolean).join(', ')

/** What became of a file. */
export function resultWords({ isWaiting, problem, messages, uploadedBy }: Hl7File): string {
  if (isWaiting) return 'Being read'
  const counted = countsWords(messages)
  if (problem && !counted) return problem
  return counted || (uploadedBy === 'Dictara' ? 'Written by Dictara' : 'No messages')
}

/** Where a problem lies: `PID-7, line 2, position 35`. */
export function placeWords({ segment, field, line, position }: Hl7Message['problems'][number]): string {
  const place = segment && (field === undefined ? segment : `${segment}-${field}`)
  return [place, line !== undefined && `line ${line}`, position !== undefined && `position ${position}`]
    .filter(Boolean)
    .join(', ')
}
