import type {
  AdtRecord,
  Allergy,
  Consent,
  Contact,
  Coverage,
  Diagnosis,
  MoreDetail,
  Practitioner,
} from '@dictara/contract/patient-record'

/** What an EHR tells about a patient, by kind. */
export interface PatientRecord {
  ADT?: AdtRecord[]
  ADVANCE_CONSENT?: Consent[]
  ALLERGY?: Allergy[]
  CONSENT?: Consent[]
  CONTACT?: Contact[]
  COVERAGE?: Coverage[]
  DIAGNOSIS?: Diagnosis[]
  MORE_DETAILS?: Partial<Record<MoreDetail, string | null>>[]
  PRACTITIONER?: Practitioner[]
}

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
  /** Also those who are not admitted now. */
  listAll: boolean
  /** Of those, whoever was discharged at most so many days ago. Null: all. */
  dischargedDays: number | null
}
