import { clock } from '@dictara/browser/clock'
import type { NoteComment } from '@dictara/contract/notes'

/** The most characters of the comment on a returned job. */
const commentMost = 4000
const quotedMost = 80

const isMine = ({ userId, createdDate }: NoteComment, id: string, since: string | null) =>
  userId === id && since !== null && createdDate >= since

/** The comments that a person has added since a job came to them. */
export const placedSince = (comments: readonly NoteComment[], userId: string, since: string | null) =>
  comments.filter((comment) => isMine(comment, userId, since))

/** The first words of a long text. */
export const shortened = (words: string, most = quotedMost) => {
  const line = words.replace(/\s+/g, ' ').trim()
  const letters = [...line]
  return letters.length > most ? `${letters.slice(0, most).join('').trimEnd()}…` : line
}

const lineOf = ({ comment, place: { quote, second } }: NoteComment) =>
  `“${shortened(quote)}”${second === null ? '' : ` at ${clock(second)}`}: ${comment}`

const rest = (count: number) => `And ${count} more in the note.`

/**
 * Joins comments to the reason for returning a job: each with the words it refers to; only whole ones, as many as fit.
 */
export function gathered(comments: readonly NoteComment[]): string {
  const lines = comments.map(lineOf)
  const whole = lines.join('\n')
  if (whole.length <= commentMost) return whole
  const told: string[] = []
  for (const line of lines) {
    if ([...told, line, rest(lines.length)].join('\n').length > commentMost) break
    told.push(line)
  }
  return [...told, rest(lines.length - told.length)].join('\n')
}
