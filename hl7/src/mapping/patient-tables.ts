/** The tables of the patient, in the form that table.ts tells. Left: the words of Dictara. Right: where HL7 has it. */

/** Identifiers that are no medical record number (table 0203). */
const otherNumbers =
  'SS|DL|PPN|MA|MCD|MC|MBI|MCR|AN|VN|NI|NH|NHS|NHSNMBR|TAX|BC|CZ|DR|EI|EN|FI|HC|JHN|NPI|PRN|SL|SN|UPIN|WC'

/** Names that nobody is registered under: nickname, alias, maiden name, pseudonym (table 0200). */
const otherNames = 'N|A|M|S|MSK|NAV|NB'

/** Numbers of a person in a country (table 0203: NN and the country; INS: France), taken only where there is no other. */
const nationalNumbers = 'NN*|INS*'

/** Who gives numbers to persons, not to patients: the Social Security Administration (table 0363). */
const otherAuthorities = 'USSSA|SSA|SSN|USDMV|USDOD|USHCFA|USCMS'

export const recordNumber = [
  'PID-3(only 5=MR|MRN).1',
  'PID-3(only 5=PI).1',
  `PID-3(only 5=, not 4=${otherAuthorities}).1`,
  `PID-3(not 5=${otherNumbers}, not 4=${otherAuthorities}, avoid 5=${nationalNumbers}).1`,
  'PID-2.1',
].join(', else ')

export const patientTable = {
  medicalRecordNumber: recordNumber,
  prefix: `PID-5(avoid 7=${otherNames}).5`,
  lastName: `PID-5(avoid 7=${otherNames}).1.1`,
  firstName: `PID-5(avoid 7=${otherNames}).2`,
  middleName: `PID-5(avoid 7=${otherNames}).3`,
  preferredName: 'PID-5(only 7=N).2, else PID-9.2, else PID-9.1',
  birthDate: 'PID-7.1 as written day',
  gender: 'PID-8 as sex',
  religion: 'PID-17 as religion',
} as const

export const moreDetailsTable = {
  maritalStatus: 'PID-16 as maritalStatus',
  race: 'PID-10 as race',
  primaryLanguage: 'PID-15 as language',
  socialSecurity: 'PID-19.1, else PID-3(only 5=SS).1, else PID-3(only 4=USSSA|SSA).1',
  medicaid: 'PID-3(only 5=MA|MCD).1, else IN2-8.1',
  medicare: 'PID-3(only 5=MC|MBI|MCR).1, else IN2-6.1',
  previousAddress: 'PID-11 as previous address',
  previousPhone: 'PID-13 as previous phone',
  legalMailingAddress: 'PID-11(only 7=L|M) as address',
} as const

/** Of an NK1 that is the patient (relation SEL). */
export const occupation = 'NK1-11 as words, else NK1-10.1'

/** Where the patient is, and the visit. */
export const encounterTable = {
  visitNumber: 'PV1-19.1, else PID-18.1',
  patientClass: 'PV1-2 as patientClass',
  unitDesc: 'PV1-3.1.1',
  room: 'PV1-3.2.1',
  bedId: 'PV1-3.3.1',
  admittedAt: 'PV1-44.1 as instant',
  admissionDate: 'PV1-44.1 as day',
  dischargedAt: 'PV1-45.1 as instant',
} as const

export const adtTable = {
  effectiveDateTime: 'EVN-6.1, else EVN-2.1, else MSH-7.1 as instant',
  bedId: 'PV1-3.3.1',
  payerCode: 'IN1-2.1, else IN1-3.1',
  payerName: 'IN1-4.1',
} as const

/** Of an IN1. */
export const payerTable = {
  payerName: 'IN1-4.1',
  payerCode: 'IN1-2.1, else IN1-3.1',
  rank: 'IN1-22.1, else IN1-1.1',
  groupName: 'IN1-9.1, else IN1-8.1',
  planNumber: 'IN1-8.1, else IN1-2.1, else IN1-35.1',
  companyName: 'IN1-4.1',
  issuerName: 'IN1-4.1',
  /** Medicaid and Medicare number, where the payer is one of them. */
  memberNumber: 'IN1-49.1, else IN1-36.1',
} as const

export const allergyTable = {
  allergen: 'AL1-3 as words',
  category: 'AL1-2 as allergyCategory',
  severity: 'AL1-4 as severity',
  type: 'AL1-2 as allergyType',
  reaction: 'AL1-5 as all words',
  onsetDate: 'AL1-6.1 as day',
} as const

export const allergyChangeTable = {
  action: 'IAM-6.1',
  allergyIntoleranceId: 'IAM-7.1',
  allergen: 'IAM-3 as words',
  category: 'IAM-2 as allergyCategory',
  severity: 'IAM-4 as severity',
  type: 'IAM-9 as allergyType, else IAM-2 as allergyType',
  reaction: 'IAM-5 as all words',
  onsetDate: 'IAM-11.1 as day',
} as const

export const diagnosisTable = {
  code: 'DG1-3.1',
  description: 'DG1-3.2, else DG1-4.1',
  system: 'DG1-3.3',
  otherCode: 'DG1-3.4',
  otherDescription: 'DG1-3.5',
  otherSystem: 'DG1-3.6',
  methodSystem: 'DG1-2.1',
  onsetDate: 'DG1-5.1 as day',
} as const

export const contactTable = {
  lastName: 'NK1-2.1.1',
  firstName: 'NK1-2.2',
  relationship: 'NK1-3 as relationship',
  contactType: 'NK1-7 as contactRole',
  cellPhone: 'NK1-5 as cell phone, else NK1-40 as cell phone',
  homePhone: 'NK1-5 as home phone',
  officePhone: 'NK1-6 as phone',
  email: 'NK1-5 as email, else NK1-6 as email',
  addressLine1: 'NK1-4 as street',
  addressLine2: 'NK1-4.2',
  city: 'NK1-4.3',
} as const

export const guarantorTable = {
  lastName: 'GT1-3.1.1',
  firstName: 'GT1-3.2',
  relationship: 'GT1-11 as relationship',
  cellPhone: 'GT1-6 as cell phone',
  homePhone: 'GT1-6 as home phone',
  officePhone: 'GT1-7 as phone',
  email: 'GT1-6 as email, else GT1-7 as email',
  addressLine1: 'GT1-5 as street',
  addressLine2: 'GT1-5.2',
  city: 'GT1-5.3',
} as const

/** Fields that hold practitioners (XCN), and what they are to the patient. */
export const practitionerFields = [
  ['PV1', 7, 'Attending'],
  ['PV1', 8, 'Referring'],
  ['PV1', 9, 'Consulting'],
  ['PV1', 17, 'Admitting'],
  ['PD1', 4, 'Primary care'],
] as const

/** Segments that hold one practitioner: in which field, and what they are to the patient, do, live and are called at. */
export const practitionerSegments = {
  ROL: {
    person: 4,
    relation: 'ROL-3 as providerRole',
    providerType: 'ROL-9 as words',
    address: 11,
    phone: 'ROL-12 as phone',
  },
  PRT: {
    person: 5,
    relation: 'PRT-4 as providerRole',
    providerType: 'PRT-6 as words',
    address: 14,
    phone: 'PRT-15 as phone',
  },
} as const

export const consentTable = {
  description: 'CON-2.2, else CON-5.1, else CON-6.1, else CON-2.1',
  consentStatus: 'CON-11 as consentStatus',
  orderedBy: 'CON-24 as name',
} as const

export const livingWill = 'PD1-7 as livingWill'

export const mergedNumber = 'MRG-1(only 5=MR|MRN|PI).1, else MRG-1.1, else MRG-4.1'
