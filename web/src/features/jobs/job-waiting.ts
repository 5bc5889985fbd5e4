import type { JobRow } from '@dictara/contract/jobs'

const minuteMs = 60_000

/** An age as people say it: "12 min", "2 h 10", "1 d 3 h". */
export function ageText(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / minuteMs))
  if (minutes < 60) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  if (hours < 24) return `${hours} h ${String(minutes % 60).padStart(2, '0')}`
  return `${Math.floor(hours / 24)} d ${hours % 24} h`
}

/** How long ago something was: "18 min ago", "just now". */
export const agoText = (ms: number) => (ms < minuteMs ? 'just now' : `${ageText(ms)} ago`)

/** Share of the time until it is due from which on a job is soon late. */
const soonFrom = 0.8

const isOver: Partial<Record<JobRow['status'], true>> = { COMPLETED: true, BILLED: true, STRUCK_OUT: true }

/** How long a job waits in its stage, and whether it is late (Q200); null once nobody waits for it any more. */
export function waitingOf(job: Pick<JobRow, 'status' | 'submissionTime' | 'waitingSince' | 'dueAt'>, now: number) {
  if (isOver[job.status]) return null
  const [begun, due] = [Date.parse(job.submissionTime), Date.parse(job.dueAt)]
  const urgency: 'calm' | 'soon' | 'late' =
    now >= due ? 'late' : now >= begun + soonFrom * (due - begun) ? 'soon' : 'calm'
  const left = urgency === 'late' ? `late ${ageText(now - due)}` : `due in ${ageText(due - now)}`
  return {
    age: ageText(now - Date.parse(job.waitingSince)),
    urgency,
    /** Until it is due, or since. */
    left,
    /** Told where it matters: a colour alone would not be read by everybody. */
    due: urgency === 'calm' ? '' : left,
  }
}

const years = (born: Date, today: Date) =>
  today.getUTCFullYear() -
  born.getUTCFullYear() -
  (today.getUTCMonth() < born.getUTCMonth() ||
  (today.getUTCMonth() === born.getUTCMonth() && today.getUTCDate() < born.getUTCDate())
    ? 1
    : 0)

const months = (born: Date, today: Date) =>
  (today.getUTCFullYear() - born.getUTCFullYear()) * 12 +
  today.getUTCMonth() -
  born.getUTCMonth() -
  (today.getUTCDate() < born.getUTCDate() ? 1 : 0)

/** An age in years, of small children in months: "59", "8 mo". */
export function ageOf(dob: string, now: number): string {
  const [born, today] = [new Date(dob), new Date(now)]
  const age = years(born, today)
  return age < 2 ? `${Math.max(0, months(born, today))} mo` : String(age)
}

/** What tells a patient from another of the same name: "F 59 · MRN HS10017", as far as it is known. */
export function patientFacts(
  { gender, dob, medicalRecordNumber }: Pick<JobRow, 'gender' | 'dob' | 'medicalRecordNumber'>,
  now: number,
): string {
  const person = [gender?.slice(0, 1).toUpperCase(), dob && ageOf(dob, now)].filter(Boolean).join(' ')
  return [person, medicalRecordNumber && `MRN ${medicalRecordNumber}`].filter(Boolean).join(' · ')
}
