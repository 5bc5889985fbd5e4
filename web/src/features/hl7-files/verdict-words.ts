import type { Hl7Counts, Hl7File, Hl7FileType, Hl7Import, Hl7Message, Hl7Verdict } from '@dictara/contract/hl7-files'
import { fileTypes, filesWords } from './file-types.ts'

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

/** The results of messages in one line; empty if there are none. */
export const countsWords = (counts: Hl7Counts): string => parts(counts).filter(Boolean).join(', ')

/**
 * The results of an import into the list of `fileType`: its messages, the failures, and which files are in another
 * list.
 */
export function importWords({ files, unusable, types, messages }: Hl7Import, fileType: Hl7FileType): string {
  const counted = countsWords(messages)
  const words = [
    counted && `Messages: ${counted}.`,
    unusable > 0 && `${filesWords(unusable)} with problems.`,
    ...fileTypes
      .filter(({ type }) => type !== fileType && types[type] > 0)
      .map(({ type, label }) => `${filesWords(types[type])} now under ${label}, which fits the messages.`),
  ].filter(Boolean)
  return words.join(' ') || filesWords(files)
}

/** Whether nothing of an import was usable. */
export const isAllRefused = ({ unusable, messages: { applied, known, nothing, refused } }: Hl7Import) =>
  applied + known + nothing === 0 && refused + unusable > 0

/** The result of a file. */
export function resultWords({ isWaiting, problem, messages, uploadedBy }: Hl7File): string {
  if (isWaiting) return 'Being read'
  const counted = countsWords(messages)
  if (problem && !counted) return problem
  return counted || (uploadedBy === 'Dictara' ? 'Written by Dictara' : 'No messages')
}

/** The place of a problem: `PID-7, line 2, position 35`. */
export function placeWords({ segment, field, line, position }: Hl7Message['problems'][number]): string {
  const place = segment && (field === undefined ? segment : `${segment}-${field}`)
  return [place, line !== undefined && `line ${line}`, position !== undefined && `position ${position}`]
    .filter(Boolean)
    .join(', ')
}
