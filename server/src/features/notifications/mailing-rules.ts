import type { NotificationTarget } from '@dictara/contract/notifications'

const minuteMs = 60_000
/** What somebody has to see to: all that comes within these minutes is one mail. */
const soonMs = 5 * minuteMs
/** What can wait: after so long first, */
const gatheredMs = 30 * minuteMs
/** and in one mail in so long, however many jobs come. */
export const gatheredEveryMs = 240 * minuteMs

/** What is gathered for a while before a mail tells of it: nobody has to see to it, or others can as well. */
export const gatheredTargets = [
  'NEW_JOB_AVAILABLE',
  'TRANSCRIPTIONIST_COMPLETED',
] as const satisfies NotificationTarget[]

export const isGathered = (target: NotificationTarget) => (gatheredTargets as readonly string[]).includes(target)

/** When a mail may tell of what happened now, unless it was read by then (notifications.md, Mail). */
export const mailDueAt = (target: NotificationTarget, now: Date): Date =>
  new Date(now.getTime() + (isGathered(target) ? gatheredMs : soonMs))

/** What of a notification, whose mail was not dealt with yet, says whether one tells of it. */
export interface Mailable {
  id: string
  target: NotificationTarget
  jobId: string | null
  createdAt: Date
  mailDueAt: Date
  isRead: boolean
  /** Whether its job is still in its pool. */
  isFree: boolean
}

/** What of a person says whether they are mailed. */
export interface MailReader {
  /** When they last did something in Dictara. */
  lastAtWork: Date | null
  /** When a mail last told them of what is gathered. */
  lastGathered: Date | null
}

export interface MailChoice<Row> {
  /** Stands in the mail; of a job that is free, told once. */
  tells: Row[]
  /** Needs no mail any more, that in `tells` included. */
  done: Row[]
  /** Is looked at again then. */
  later: Row[]
  laterAt: Date
}

/** Of what is new in a pool nobody needs to hear who was there since, or once somebody else has it. */
const isOver = (row: Mailable, { lastAtWork }: MailReader) =>
  row.isRead ||
  (row.target === 'NEW_JOB_AVAILABLE' && (!row.isFree || (lastAtWork !== null && lastAtWork > row.createdAt)))

/** Which of a person's notifications a mail tells of now; whatever is due ends up done or later. */
export function chooseForMail<Row extends Mailable>(
  rows: readonly Row[],
  reader: MailReader,
  now: Date,
): MailChoice<Row> {
  const { lastGathered } = reader
  const gatheredAt = new Date(Math.max(now.getTime(), (lastGathered?.getTime() ?? 0) + gatheredEveryMs))
  const choice: MailChoice<Row> = { tells: [], done: [], later: [], laterAt: gatheredAt }
  for (const ofKind of [
    rows.filter(({ target }) => !isGathered(target)),
    rows.filter(({ target }) => isGathered(target)),
  ]) {
    if (!ofKind.some((row) => row.mailDueAt <= now)) continue
    const left = ofKind.filter((row) => !isOver(row, reader))
    choice.done.push(...ofKind.filter((row) => isOver(row, reader)))
    const mustWait = ofKind.some(({ target }) => isGathered(target)) && gatheredAt > now
    if (mustWait) choice.later.push(...left)
    else {
      choice.done.push(...left)
      choice.tells.push(...left.filter((row, at) => !isToldAgain(row, left.slice(at + 1))))
    }
  }
  return choice
}

/** A job that came back to its pool stands in the mail once. */
const isToldAgain = (row: Mailable, later: readonly Mailable[]) =>
  row.target === 'NEW_JOB_AVAILABLE' && later.some(({ target, jobId }) => target === row.target && jobId === row.jobId)
