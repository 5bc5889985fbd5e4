import type {
  AdtRecord,
  Contact,
  Coverage,
  Diagnosis,
  PatientRecord,
  Practitioner,
} from '@dictara/contract/patient-record'
import type { DemoDictationName } from './dictations.ts'
import { demoJobs } from './demo-jobs.ts'
import type { DemoPatient } from './patients.ts'

type Coded = readonly [icd10: string, description: string, yearsAgo: number]

/** The earlier diagnoses of the patients of dictations; none contradicts a dictation. */
const diagnosesBefore: Readonly<Record<DemoDictationName, readonly Coded[]>> = {
  'follow-up': [
    ['E11.9', 'Type 2 diabetes mellitus without complications', 9],
    ['E78.5', 'Hyperlipidemia, unspecified', 6],
    ['Z79.84', 'Long term (current) use of oral hypoglycemic drugs', 9],
  ],
  'blood-pressure': [
    ['I10', 'Essential (primary) hypertension', 4],
    ['G43.909', 'Migraine, unspecified, not intractable, without status migrainosus', 12],
  ],
  'chest-pain': [
    ['I20.89', 'Other forms of angina pectoris', 1],
    ['E78.00', 'Pure hypercholesterolemia, unspecified', 5],
    ['Z87.891', 'Personal history of nicotine dependence', 3],
  ],
  pneumonia: [
    ['J30.2', 'Other seasonal allergic rhinitis', 20],
    ['M81.0', 'Age-related osteoporosis without current pathological fracture', 2],
  ],
  gout: [
    ['M10.9', 'Gout, unspecified', 3],
    ['E66.9', 'Obesity, unspecified', 8],
  ],
  'heart-failure': [
    ['I50.22', 'Chronic systolic (congestive) heart failure', 4],
    ['I25.10', 'Atherosclerotic heart disease of native coronary artery without angina pectoris', 11],
    ['N18.31', 'Chronic kidney disease, stage 3a', 2],
    ['Z95.1', 'Presence of aortocoronary bypass graft', 10],
  ],
  thyroid: [
    ['E03.9', 'Hypothyroidism, unspecified', 7],
    ['N40.0', 'Benign prostatic hyperplasia without lower urinary tract symptoms', 3],
  ],
  anemia: [
    ['D50.9', 'Iron deficiency anemia, unspecified', 1],
    ['N92.0', 'Excessive and frequent menstruation with regular cycle', 2],
  ],
  asthma: [
    ['J45.20', 'Mild intermittent asthma, uncomplicated', 15],
    ['L20.9', 'Atopic dermatitis, unspecified', 22],
  ],
  'back-pain': [['M54.50', 'Low back pain, unspecified', 1]],
  fibrillation: [
    ['I48.91', 'Unspecified atrial fibrillation', 0],
    ['E05.90', 'Thyrotoxicosis, unspecified without thyrotoxic crisis or storm', 5],
  ],
  knee: [['M17.11', 'Unilateral primary osteoarthritis, right knee', 2]],
  shoulder: [
    ['M75.102', 'Unspecified rotator cuff tear or rupture of left shoulder, not specified as traumatic', 1],
    ['F41.1', 'Generalized anxiety disorder', 6],
  ],
  hip: [
    ['M81.0', 'Age-related osteoporosis without current pathological fracture', 9],
    ['H25.13', 'Age-related nuclear cataract, bilateral', 4],
    ['I10', 'Essential (primary) hypertension', 17],
  ],
}

const allergens = [
  ['Sulfonamides', 'Medication', 'Severe', 'Allergy'],
  ['Latex', 'Environment', 'Moderate', 'Allergy'],
  ['Shellfish', 'Food', 'Severe', 'Allergy'],
  ['Codeine', 'Medication', 'Mild', 'Intolerance'],
  ['Grass pollen', 'Environment', 'Mild', 'Allergy'],
  ['Iodinated contrast media', 'Medication', 'Moderate', 'Intolerance'],
  ['Lactose', 'Food', 'Mild', 'Intolerance'],
] as const
const payers = [
  ['Medicare Part A', 'MCA', 'Centers for Medicare & Medicaid Services'],
  ['Harbor Mutual Health', 'HMH', 'Harbor Mutual Insurance Company'],
  ['State Medicaid', 'MCD', 'Department of Health Services'],
  ['Lighthouse Health Plan', 'LHP', 'Lighthouse Insurance Group'],
  ['Private Pay', 'PP', null],
] as const
const relatives = 'Wife/Husband Daughter/Son Sister/Brother Friend Mother/Father'.split(' ')
const relativeNames = 'Alma Bruno Carla Dario Edith Felix Gwen Hugo Iris Jakob'.split(' ')
const streets = ['Alder Street', 'Quay Road', 'Mill Lane', 'Lantern Hill', 'Cooper Avenue']
const religions = ['Baptist', 'Catholic', 'None', 'Jewish', 'Lutheran', 'Muslim', null]
const marital = ['Married', 'Widowed', 'Single', 'Divorced']
const races = ['White', 'Black or African American', 'Asian', 'American Indian or Alaska Native']
const occupations = ['Retired teacher', 'Carpenter', 'Nurse', 'Bus driver', 'Accountant', 'Baker']
const languages = ['English', 'Spanish', 'English', 'Polish']
const doctors = [
  ['Lindqvist', 'Marta', 'Attending', 'Physician'],
  ['Oyelaran', 'Tunde', 'Primary care', 'Physician'],
  ['Weiss', 'Naomi', 'Consulting', 'Cardiologist'],
] as const

const pick = <T>(list: readonly T[], index: number): T => list[index % list.length]!
const two = (value: number) => String(value).padStart(2, '0')
/** Numbers reserved for fiction: they reach nobody. */
const phone = (index: number) => `+1 202-555-01${two(index % 100)}`

/** A number in the form of an NPI, with its check digit (Luhn over 80840 and nine digits). */
export function npi(index: number): string {
  const nine = String(100_000_000 + index * 7_919).slice(0, 9)
  const sum = [...`80840${nine}`].toReversed().reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 0 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return nine + String((10 - (sum % 10)) % 10)
}

/** A number in the form of a Medicare Beneficiary Identifier. */
function medicareId(index: number): string {
  const letter = (turn: number) => pick([...'ACDEFGHJKMNPQRTUVWXY'], index * 3 + turn * 7)
  const digit = (turn: number) => String((index * 7 + turn * 3) % 10)
  return `${1 + (index % 9)}${letter(1)}${digit(2)}${digit(3)}-${letter(4)}${letter(5)}${digit(6)}-${letter(7)}${letter(8)}${digit(9)}${digit(10)}`
}

const yearsBefore = (day: string, years: number, index: number) =>
  `${Number(day.slice(0, 4)) - years - 1}-${two(1 + (index % 12))}-${two(1 + ((index * 5) % 28))}`

const coverage = (index: number): Coverage => {
  const of = (turn: number, payerRank: Coverage['payers'][number]['payerRank']) => {
    const [payerName, payerCode, companyName] = pick(payers, index + turn)
    return {
      payerName,
      payerCode,
      payerRank,
      issuer: {
        groupName: companyName && `Group ${100 + (index % 9)}`,
        companyName,
        planNumber: companyName && `P${String(40_000 + index * 13 + turn)}`,
        issuerName: companyName,
      },
    }
  }
  const ranks: Coverage['payers'][number]['payerRank'][] = index % 3 === 0 ? ['Primary'] : ['Primary', 'Secondary']
  return { payers: ranks.map((rank, turn) => of(turn, rank)) }
}

const contact = (index: number, { lastName }: DemoPatient, contactType: string): Contact => ({
  lastName,
  firstName: pick(relativeNames, index),
  type: [{ contactType }, ...(contactType === 'Emergency Contact' ? [{ contactType: 'Next of Kin' }] : [])],
  cellPhone: phone(index),
  homePhone: index % 2 === 0 ? phone(index + 31) : null,
  officePhone: index % 4 === 0 ? phone(index + 57) : null,
  email: `${pick(relativeNames, index).toLowerCase()}${index}@example.org`,
  addressLine1: `${12 + index} ${pick(streets, index)}`,
  addressLine2: index % 3 === 0 ? `Apartment ${1 + (index % 9)}` : null,
  city: 'Harborton',
  relationship: pick(relatives, index),
})

const practitioner = (index: number): Practitioner => {
  const [lastName, firstName, relation, providerType] = pick(doctors, index)
  return {
    lastName,
    firstName,
    relation,
    addressLine1: `${200 + (index % doctors.length)} Harbor Street`,
    addressLine2: null,
    city: 'Harborton',
    country: 'USA',
    providerType,
    phone: phone(80 + (index % doctors.length)),
    upin: null,
    npi: npi(index % doctors.length),
  }
}

const admission = (index: number, { admissionDate, bedId }: DemoPatient): AdtRecord => {
  const [payerName, payerCode] = pick(payers, index)
  return {
    actionType: 'Admission',
    effectiveDateTime: `${admissionDate}T${two(8 + (index % 9))}:${two((index * 7) % 60)}:00.000Z`,
    bedId,
    payerCode,
    payerName,
  }
}

const diagnoses = (coded: readonly Coded[], index: number, { admissionDate }: DemoPatient): Diagnosis[] =>
  coded.map(([icd10, icd10Description, years], turn) => ({
    icd10,
    icd10Description,
    onsetDate: yearsBefore(admissionDate, years, index + turn),
  }))

/** The data for the first tab of Patient Details that is only in a patient's own columns. */
export const detailsOf = (index: number) => ({
  religion: pick(religions, index),
  unitDesc: `${pick(['North', 'South', 'East', 'West'], index)} Unit`,
  bedDesc: index % 2 === 0 ? 'Window bed' : 'Door bed',
})

/**
 * The record of the patient with this index in their clinic. Patients of demo dictations have an entry of every kind;
 * others have a coverage, every second one a contact, every third one an allergy, and so on. Numbers belong to nobody:
 * social security numbers begin with 900, phone numbers with 555-01.
 */
export function recordOf(index: number, patient: DemoPatient, dictation?: DemoDictationName): PatientRecord {
  const [allergen, category, severity, type] = pick(allergens, index)
  const allergy = { allergen, allergyIntoleranceId: String(7_000 + index), category, severity, type }
  const some = (every: number) => dictation !== undefined || index % every === 0
  const arrival = admission(index, patient)
  const transfer = {
    ...arrival,
    actionType: 'Room Change',
    effectiveDateTime: arrival.effectiveDateTime.replace(/T\d\d/, 'T21'),
  }
  return {
    COVERAGE: [coverage(index)],
    ADT: dictation ? [arrival, transfer] : [arrival],
    CONTACT: [
      ...(some(2) ? [contact(index, patient, 'Emergency Contact')] : []),
      ...(dictation ? [contact(index + 1, patient, 'Power of Attorney - Care')] : []),
    ],
    ALLERGY: some(3) ? [allergy] : [],
    DIAGNOSIS: dictation
      ? diagnoses(diagnosesBefore[dictation], index, patient)
      : some(4)
        ? diagnoses([['I10', 'Essential (primary) hypertension', 5]], index, patient)
        : [],
    PRACTITIONER: some(2) ? [practitioner(index), practitioner(index + 1)] : [],
    CONSENT: some(5)
      ? [{ consentStatus: 'Confirmed', description: 'Influenza vaccination', orderedBy: 'Marta Lindqvist' }]
      : [],
    ADVANCE_CONSENT: some(6)
      ? [{ consentStatus: 'Active', description: 'Full resuscitation', orderedBy: 'Tunde Oyelaran' }]
      : [],
    MORE_DETAILS: some(2)
      ? [
          {
            maritalStatus: pick(marital, index),
            race: pick(races, index),
            occupation: pick(occupations, index),
            primaryLanguage: pick(languages, index),
            socialSecurity: `900-${two(10 + (index % 80))}-${String(1_000 + index * 37).slice(-4)}`,
            medicaid: index % 3 === 0 ? `${two(index % 90)}4400${1_000 + index}` : null,
            medicare: medicareId(index),
            previousAddress: `${3 + index} ${pick(streets, index + 2)}, Harborton`,
            previousPhone: phone(index + 12),
            legalMailingAddress: `${3 + index} ${pick(streets, index + 2)}, Harborton`,
          },
        ]
      : [],
  }
}

/** The demo dictation about the patient with this index in the first clinic. */
export const dictationAbout = (index: number): DemoDictationName | undefined =>
  index % 2 === 0 ? demoJobs[index / 2]?.dictation : undefined
