import { clock as clockOf } from '@dictara/browser/clock'
import type { RecordingDetails } from '@dictara/browser/recordings'
import { bornWords } from '@dictara/browser/moments'

/** A duration in milliseconds: 75_000 → "1:15". */
export const clock = (ms: number) => clockOf(ms / 1000)

/** For a screen reader: "1 minute 15 seconds". */
export function spokenLength(ms: number): string {
  const total = Math.floor(ms / 1000)
  const of = (value: number, unit: string) => (value ? [`${value} ${unit}${value === 1 ? '' : 's'}`] : [])
  const parts = [...of(Math.floor(total / 60), 'minute'), ...of(total % 60, 'second')]
  return parts.join(' ') || '0 seconds'
}

const steps = [
  ['GB', 1_073_741_824],
  ['MB', 1_048_576],
  ['KB', 1_024],
] as const

/** 1_572_864 → "1.5 MB". */
export function fileSize(bytes: number): string {
  const [unit, size] = steps.find(([, least]) => bytes >= least) ?? ['bytes', 1]
  return `${Number((bytes / size).toFixed(bytes / size < 10 && size > 1 ? 1 : 0))} ${unit}`
}

type PatientWords = Omit<RecordingDetails['patient'], 'pid'>

export const patientName = ({ firstName, lastName }: PatientWords) => `${firstName} ${lastName}`

/** Name, date of birth and MRN: never one without the others (Q185). */
export const patientWords = (patient: PatientWords) =>
  `${patientName(patient)} · ${bornWords(patient.birthDate)} · MRN ${patient.medicalRecordNumber}`
