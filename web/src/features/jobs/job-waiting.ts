import { ageText } from '@dictara/browser/moments'
import type { JobRow } from '@dictara/contract/jobs'

/** A job is due soon once this share of its time has passed. */
const soonFrom = 0.8

const isOver: Partial<Record<JobRow['status'], true>> = { COMPLETED: true, BILLED: true, STRUCK_OUT: true }

/** How long a job has waited in its stage, and whether it is late (Q200); null once nobody waits for the job. */
export function waitingOf(job: Pick<JobRow, 'status' | 'submissionTime' | 'waitingSince' | 'dueAt'>, now: number) {
  if (isOver[job.status]) return null
  const [begun, due] = [Date.parse(job.submissionTime), Date.parse(job.dueAt)]
  const urgency: 'calm' | 'soon' | 'late' =
    now >= due ? 'late' : now >= begun + soonFrom * (due - begun) ? 'soon' : 'calm'
  const left = urgency === 'late' ? `${ageText(now - due)} overdue` : `due in ${ageText(due - now)}`
  return {
    age: ageText(now - Date.parse(job.waitingSince)),
    urgency,
    /** The time until the job is due, or since. */
    left,
    /** The same in words if it matters, because not everybody can read a colour. */
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

/** An age in years, or in months for small children: "59", "8 mo". */
export function ageOf(dob: string, now: number): string {
  const [born, today] = [new Date(dob), new Date(now)]
  const age = years(born, today)
  return age < 2 ? `${Math.max(0, months(born, today))} mo` : String(age)
}

/** The known details that tell apart patients of the same name: "F 59 · MRN HS10017". */
export function patientFacts(
  { gender, dob, medicalRecordNumber }: Pick<JobRow, 'gender' | 'dob' | 'medicalRecordNumber'>,
  now: number,
): string {
  const person = [gender?.slice(0, 1).toUpperCase(), dob && ageOf(dob, now)].filter(Boolean).join(' ')
  return [person, medicalRecordNumber && `MRN ${medicalRecordNumber}`].filter(Boolean).join(' · ')
}
