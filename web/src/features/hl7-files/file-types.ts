import type { Hl7FileType } from '@dictara/contract/hl7-files'

/** The side menu (HL7-01, HL7-02). The first entry is shown if the address names none. */
export const fileTypes: readonly { type: Hl7FileType; label: string; path: string }[] = [
  { type: 'DICTATION', label: 'Dictation', path: '/dashboard/hl7/dictation' },
  { type: 'PATIENT', label: 'Patient Details', path: '/dashboard/hl7/patient-details' },
  { type: 'CALENDAR', label: 'Calendar', path: '/dashboard/hl7/calendar' },
]

export const hl7Queries = ['hl7-files'] as const

/** A length in bytes in readable form: `640 B`, `12 KB`, `1.4 MB`. */
export function sizeWords(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`
  return bytes < 1_000_000 ? `${Math.round(bytes / 1_000)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}

/** `1 file`, `2 files`. */
export const filesWords = (count: number) => (count === 1 ? '1 file' : `${count.toLocaleString('en-US')} files`)
