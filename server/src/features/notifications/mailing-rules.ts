import type { NotificationTarget } from '@dictara/contract/notifications'

const minuteMs = 60_000
/** The delay for notifications that a person has to deal with. All within it go into one mail. */
const soonMs = 5 * minuteMs
/** The delay for notifications that can wait … */
const gatheredMs = 30 * minuteMs
/** … and the least time between two mails about them, however many jobs arrive. */
export const gatheredEveryMs = 240 * minuteMs

/** Notifications that are gathered before a mail: nobody has to deal with them, or others can as well. */
export const gatheredTargets = [
  'NEW_JOB_AVAILABLE',
  'TRANSCRIPTIONIST_COMPLETED',
] as const satisfies NotificationTarget[]

export const isGathered = (target: NotificationTarget) => (gatheredTargets as readonly string[]).includes(target)

/** When a mail may report a notification made now, unless it was read by then (notifications.md, Mail). */
export const mailDueAt = (target: NotificationTarget, now: Date): Date =>
  new Date(now.getTime() + (isGathered(target) ? gatheredMs : soonMs))

/** The facts of a notification that decide whether it is mailed. */
export interface Mailable {
  id: string
  target: NotificationTarget
  jobId: string | null
  createdAt: Date
  mailDueAt: Date
  isRead: boolean
  /** The job is still in its pool. */
  isFree: boolean
}

/** The facts of a person that decide whether they are mailed. */
export interface MailReader {
  /** When they last did something in Dictara. */
  lastAtWork: Date | null
  /** When they last got a mail with gathered notifications. */
  lastGathered: Date | null
}

export interface MailChoice<Row> {
  /** Goes into the mail; a free job only once. */
  tells: Row[]
  /** Needs no mail after this one; includes `tells`. */
  done: Row[]
  /** To be checked again at `laterAt`. */
  later: Row[]
  laterAt: Date
}

/** A new pool job needs no mail if the person has been at work since, or if the job is taken. */
const isOver = (row: Mailable, { lastAtWork }: MailReader) =>
  row.isRead ||
  (row.target === 'NEW_JOB_AVAILABLE' && (!row.isFree || (lastAtWork !== null && lastAtWork > row.createdAt)))

/** Chooses which of a person's notifications are mailed now. Every due one ends up in `done` or `later`. */
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

/** True if a later notification reports the same pool job, so that the mail lists it once. */
const isToldAgain = (row: Mailable, later: readonly Mailable[]) =>
  row.target === 'NEW_JOB_AVAILABLE' && later.some(({ target, jobId }) => target === row.target && jobId === row.jobId)
