import { type Repetition, type Value } from '../message.ts'

/**
 * What HL7 codes are called in Dictara, by code in capitals. `closed` tables go before the sender's own words, because Dictara sorts
 * and filters by them; of the others the sender's words are better where there are some.
 */
export const closed = {
  /** Table 0001, and the two digits of ISO 5218 that are always clear, which the United Kingdom sends. */
  sex: {
    F: 'Female',
    FEMALE: 'Female',
    M: 'Male',
    MALE: 'Male',
    A: 'Other',
    O: 'Other',
    X: 'Other',
    U: 'Unknown',
    N: 'Unknown',
    1: 'Male',
    2: 'Female',
  },
  /** Table 0002. */
  maritalStatus: {
    A: 'Separated',
    B: 'Unmarried',
    C: 'Common law',
    D: 'Divorced',
    E: 'Legally Separated',
    G: 'Living together',
    I: 'Interlocutory',
    M: 'Married',
    N: 'Annulled',
    O: 'Other',
    P: 'Domestic partner',
    R: 'Registered domestic partner',
    S: 'Single',
    T: 'Unreported',
    U: 'Unknown',
    W: 'Widowed',
  },
  /** Table 0127, and what senders of 2.3 write. */
  allergyCategory: {
    DA: 'Medication',
    DRUG: 'Medication',
    MC: 'Medication',
    MA: 'Other',
    FA: 'Food',
    FOOD: 'Food',
    AA: 'Environment',
    EA: 'Environment',
    LA: 'Environment',
    PA: 'Environment',
    ENV: 'Environment',
  },
  /** Table 0127 read for what kind of sensitivity it is; table 0436. */
  allergyType: {
    DA: 'Allergy',
    DRUG: 'Allergy',
    FA: 'Allergy',
    FOOD: 'Allergy',
    MA: 'Allergy',
    EA: 'Allergy',
    AA: 'Allergy',
    PA: 'Allergy',
    LA: 'Allergy',
    AL: 'Allergy',
    MC: 'Intolerance',
    IN: 'Intolerance',
    CT: 'Intolerance',
    SE: 'Intolerance',
  },
  /** Table 0128. */
  severity: {
    SV: 'Severe',
    MO: 'Moderate',
    MI: 'Mild',
    U: 'Unknown',
    SEVERE: 'Severe',
    MODERATE: 'Moderate',
    MILD: 'Mild',
  },
  /** Table 0131, and what senders write. */
  contactRole: {
    C: 'Emergency Contact',
    EMC: 'Emergency Contact',
    EC: 'Emergency Contact',
    EMERGENCY: 'Emergency Contact',
    N: 'Next of Kin',
    NK: 'Next of Kin',
    NOK: 'Next of Kin',
    E: 'Employer',
    F: 'Federal Agency',
    I: 'Insurance Company',
    S: 'State Agency',
    O: 'Other',
    U: 'Unknown',
    G: 'Guarantor',
  },
  /** Tables 0443 and 0912. */
  providerRole: {
    AD: 'Admitting',
    AT: 'Attending',
    CP: 'Consulting',
    RP: 'Referring',
    PP: 'Primary care',
    PCP: 'Primary care',
    FHCP: 'Family health care',
    RO: 'Responsible',
    RT: 'Referred to',
    PI: 'Primary interpreter',
    SB: 'Sent by',
  },
  /** Table 0498. */
  consentStatus: { A: 'Active', L: 'Limited', R: 'Refused', P: 'Pending', X: 'Rescinded', B: 'Bypassed' },
  /** Table 0315. */
  livingWill: {
    Y: 'Active',
    F: 'Active, not on file',
    N: 'None',
    I: 'None, informed',
    U: 'Unknown',
  },
  /** Table 0004. */
  patientClass: {
    I: 'Inpatient',
    O: 'Outpatient',
    E: 'Emergency',
    P: 'Preadmit',
    R: 'Recurring',
    B: 'Obstetrics',
    C: 'Commercial',
    N: 'Not applicable',
    U: 'Unknown',
  },
} as const satisfies Record<string, Record<string, string>>

export const open = {
  /** Table 0005: CDC codes, and the letters of 2.2. */
  race: {
    '1002-5': 'American Indian or Alaska Native',
    '2028-9': 'Asian',
    '2054-5': 'Black or African American',
    '2076-8': 'Native Hawaiian or Other Pacific Islander',
    '2106-3': 'White',
    '2131-1': 'Other Race',
    W: 'White',
    B: 'Black or African American',
    A: 'Asian',
    O: 'Other Race',
    U: 'Unknown',
  },
  /** Table 0006, the frequent ones. */
  religion: {
    AME: 'African Methodist Episcopal',
    AGN: 'Agnostic',
    ATH: 'Atheist',
    BAP: 'Baptist',
    BUD: 'Buddhist',
    CAT: 'Catholic',
    CHR: 'Christian',
    EPI: 'Episcopalian',
    HIN: 'Hindu',
    JEW: 'Jewish',
    JWN: 'Jehovah’s Witness',
    LUT: 'Lutheran',
    MEN: 'Mennonite',
    MET: 'Methodist',
    MOM: 'Latter-day Saints',
    MOS: 'Muslim',
    NOE: 'None',
    ORT: 'Orthodox',
    OTH: 'Other',
    PEN: 'Pentecostal',
    PRE: 'Presbyterian',
    PRO: 'Protestant',
    QUA: 'Quaker',
    UNI: 'Unitarian',
  },
  language: {},
  /** Table 0063. */
  relationship: {
    ASC: 'Associate',
    BRO: 'Brother',
    CGV: 'Care giver',
    CHD: 'Child',
    DEP: 'Dependent',
    DOM: 'Life partner',
    EMC: 'Emergency contact',
    EXF: 'Extended family',
    FCH: 'Foster child',
    FND: 'Friend',
    FRI: 'Friend',
    FTH: 'Father',
    GCH: 'Grandchild',
    GRD: 'Guardian',
    GRP: 'Grandparent',
    MGR: 'Manager',
    MTH: 'Mother',
    NCH: 'Natural child',
    OAD: 'Other adult',
    OTH: 'Other',
    PAR: 'Parent',
    SCH: 'Stepchild',
    SEL: 'Self',
    SIB: 'Sibling',
    SIS: 'Sister',
    SO: 'Significant other',
    SPO: 'Spouse',
    SPOUS: 'Spouse',
    TRA: 'Trainer',
    UNK: 'Unknown',
    WRD: 'Ward of court',
  },
} as const satisfies Record<string, Record<string, string>>

export type WordTable = keyof typeof closed | keyof typeof open

/** Words in capitals only, as terminals wrote them, in usual letters. */
const inUsualLetters = (text: string) =>
  /[A-Z]{2}/.test(text) && !/[a-z]/.test(text) && text.length > 4
    ? text.toLowerCase().replaceAll(/(^|[\s/-])\p{L}/gu, (letter) => letter.toUpperCase())
    : text

/** The English name of a language by its code of ISO 639. */
function languageOf(code: string): string | undefined {
  if (!/^[A-Za-z]{2,3}$/.test(code)) return undefined
  return new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' }).of(code.toLowerCase())
}

const trimmed = (value: Value) => (typeof value === 'string' && value.trim() === '' ? undefined : value?.trim())

export interface Words {
  value: Value
  /** Neither the code is known nor were there words. */
  isUnknown: boolean
}

/** What a coded field (CE, CWE or a code alone) is called: code, words, coding system; then the same in another system. */
export function wordsOf(field: Repetition, name: WordTable): Words {
  const [code, words, , otherCode, otherWords] = [1, 2, 3, 4, 5].map((component) => trimmed(field.value(component)))
  if (code === null) return { value: null, isUnknown: false }
  const isClosed = name in closed
  const table: Record<string, string> =
    name in closed ? closed[name as keyof typeof closed] : open[name as keyof typeof open]
  const key = code?.toUpperCase() ?? ''
  const known =
    (Object.hasOwn(table, key) ? table[key] : undefined) ?? (name === 'language' && code ? languageOf(code) : undefined)
  const told = words ?? otherWords
  const value = isClosed ? (known ?? told ?? code ?? otherCode) : (told ?? known ?? code ?? otherCode)
  const isWord = Object.values(table).some((word) => word.toUpperCase() === key)
  const isUnknown = isClosed && known === undefined && !told && typeof code === 'string' && !isWord
  return { value: value && value !== known ? inUsualLetters(value) : value, isUnknown }
}
