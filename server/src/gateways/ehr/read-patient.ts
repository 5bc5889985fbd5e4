import type { PatientRecord } from '@dictara/contract/patient-record'

/** An appointment as an EHR tells it. */
export interface EhrAppointment {
  appointmentKey: string
  startsAt: Date
  endsAt: Date | null
  type: string | null
  reason: string | null
  status: 'BOOKED' | 'CANCELLED' | 'NO_SHOW' | 'DELETED'
  providerNpi: string | null
  providerName: string | null
  location: string | null
}

/** A patient as an EHR tells them. Undefined: it says nothing, what is known stays. Null: there is none. */
export interface EhrPatient {
  medicalRecordNumber: string
  firstName?: string
  lastName?: string
  middleName?: string | null
  prefix?: string | null
  preferredName?: string | null
  /** `yyyy-mm-dd`. */
  birthDate?: string
  gender?: string
  bedId?: string | null
  bedDesc?: string | null
  unitDesc?: string | null
  admissionDate?: string | null
  dischargedAt?: Date | null
  religion?: string | null
  termType?: string
  /** Each given kind replaces what was known of that kind. */
  records?: PatientRecord
  appointments?: EhrAppointment[]
}

/** A page of patients that changed. */
export interface PatientPage {
  patients: EhrPatient[]
  /** What could not be read, by resource and part, never with its value. */
  warnings: string[]
  /** Where reading goes on after this page, also after a restart. */
  bookmark: string
}

/** What to read of patients (FAC-34, FAC-35). */
export interface PatientReading {
  /** Null: from the beginning. */
  bookmark: string | null
  /** Also those who are not here now. Else only they, and of the others whoever is known already: so a discharge arrives. */
  listAll: boolean
  /** Who was discharged earlier is not read any more. Null: there is no such limit. */
  dischargedDays: number | null
  /** Those of these record numbers, in lower case, that the facility knows. */
  findKnown(medicalRecordNumbers: readonly string[]): Promise<ReadonlySet<string>>
}

/** A patient that was read, and whether they are here now. */
export interface ReadPatient {
  patient: EhrPatient | undefined
  isPresent: boolean
  warnings: string[]
}

/** Those of them that the facility wants (FAC-34), in their order. */
export async function wantedOf(
  read: readonly ReadPatient[],
  { listAll, dischargedDays, findKnown }: PatientReading,
  now: Date,
): Promise<EhrPatient[]> {
  const earliest = dischargedDays === null ? Number.NEGATIVE_INFINITY : now.getTime() - dischargedDays * 86_400_000
  const recent = read.filter(
    ({ patient, isPresent }) => isPresent || (patient?.dischargedAt?.getTime() ?? now.getTime()) >= earliest,
  )
  const away = recent.flatMap(({ patient, isPresent }) => (patient && !isPresent ? patient.medicalRecordNumber : []))
  const known = listAll || away.length === 0 ? new Set<string>() : await findKnown(away)
  return recent.flatMap(({ patient, isPresent }) =>
    patient && (isPresent || listAll || known.has(patient.medicalRecordNumber.toLowerCase())) ? patient : [],
  )
}
