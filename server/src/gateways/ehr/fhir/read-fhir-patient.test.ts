import fc from 'fast-check'
import { expect, test } from 'vitest'
import { times } from '../../../../../tools/src/times.ts'
import { readFhirPatient, resourcesOfPatient } from './read-fhir-patient.ts'

const typed = (code: string, value: string) => ({ type: { coding: [{ code }] }, value })
const patientOf = (more: object) => ({ resourceType: 'Patient', id: 'p1', identifier: [typed('MR', 'M-1')], ...more })
const read = (patient: object, resources: Record<string, unknown[]> = {}, referred: [string, unknown][] = []) =>
  readFhirPatient({ patient, resources, referred: new Map(referred) })

test('the MRN is the identifier typed MR, else PI, else the only one that is not a personal or payer number', () => {
  const numberOf = (...identifier: unknown[]) => read({ identifier }).patient?.medicalRecordNumber
  expect(numberOf(typed('SS', '900-11-2222'), typed('PI', 'P-1'), typed('MR', 'M-1'))).toBe('M-1')
  expect(numberOf(typed('SS', '900-11-2222'), typed('PI', 'P-1'))).toBe('P-1')
  expect(numberOf(typed('SS', '900-11-2222'), { value: 'X-1' })).toBe('X-1')
  expect(numberOf({ system: 'http://hl7.org/fhir/sid/us-ssn', value: '900-11-2222' })).toBeUndefined()
  expect(numberOf({ value: 'X-1' }, { value: 'X-2' })).toBeUndefined()
  expect(numberOf({ ...typed('MR', 'M-0'), use: 'old' }, typed('MR', 'M-1'))).toBe('M-1')
})

test('the occupation comes from the latest observation', () => {
  const observed = (start: string, value: object, more: object = {}) => ({
    status: 'final',
    code: { coding: [{ system: 'http://loinc.org', code: '11341-5' }] },
    effectivePeriod: { start },
    ...value,
    ...more,
  })
  const occupationIn = (...Observation: object[]) =>
    read(patientOf({}), { Observation }).patient?.records?.MORE_DETAILS?.[0]?.occupation
  const baker = observed('1961-04', { valueCodeableConcept: { text: 'Baker' } })
  const nurse = observed('1975', { valueCodeableConcept: { coding: [{ code: '3255', display: 'Nurse' }] } })
  expect(occupationIn(nurse, baker)).toBe('Nurse')
  expect(occupationIn(baker, { ...nurse, status: 'entered-in-error' })).toBe('Baker')
  expect(occupationIn(observed('1980', { valueString: 'Carpenter' }))).toBe('Carpenter')
  expect(occupationIn({ ...baker, code: { coding: [{ code: '8867-4' }] } }), 'another observation').toBeNull()
})

test('names, sex and other details are read from where FHIR keeps them', () => {
  const { patient } = read(
    patientOf({
      name: [
        { use: 'old', family: 'Before' },
        { use: 'nickname', given: ['Gigi'] },
        { use: 'official', prefix: ['Mrs.'], family: 'Dubois', given: ['Greta', 'Anne'] },
      ],
      gender: 'female',
      birthDate: '1941-03-05',
      maritalStatus: { text: 'Widowed' },
      communication: [{ language: { text: 'French' } }, { language: { text: 'English' }, preferred: true }],
      identifier: [
        typed('MR', 'M-1'),
        typed('SS', '900-11-2222'),
        { system: 'http://hl7.org/fhir/sid/us-mbi', value: '1EG4' },
      ],
      address: [
        { use: 'old', line: ['1 Quay Road'], city: 'Bath' },
        { type: 'postal', text: 'Box 7' },
      ],
      telecom: [{ system: 'phone', use: 'old', value: '1' }],
      extension: [
        {
          url: 'http://hl7.org/fhir/StructureDefinition/patient-religion',
          valueCodeableConcept: { coding: [{ display: 'Lutheran' }] },
        },
        {
          url: 'http://hl7.org/fhir/us/core/StructureDefinition/us-core-race',
          extension: [{ url: 'text', valueString: 'White' }],
        },
      ],
    }),
  )
  expect(patient).toMatchObject({
    firstName: 'Greta',
    middleName: 'Anne',
    lastName: 'Dubois',
    prefix: 'Mrs.',
    preferredName: 'Gigi',
    gender: 'Female',
    birthDate: '1941-03-05',
    religion: 'Lutheran',
    records: {
      MORE_DETAILS: [
        {
          maritalStatus: 'Widowed',
          race: 'White',
          primaryLanguage: 'English',
          socialSecurity: '900-11-2222',
          medicare: '1EG4',
          medicaid: null,
          previousAddress: '1 Quay Road, Bath',
          previousPhone: '1',
          legalMailingAddress: 'Box 7',
        },
      ],
    },
  })
})

const encounter = (status: string, start: string, end: string | undefined, more: object = {}) => ({
  status,
  class: { code: 'IMP' },
  period: { start, ...(end && { end }) },
  ...more,
})
const bed = (name: string, start: string) => ({
  location: { display: name },
  physicalType: { coding: [{ code: 'bd' }] },
  period: { start },
})

test('the current encounter gives the patient’s place, and every encounter gives an ADT record', () => {
  const { patient, isPresent } = read(patientOf({}), {
    Encounter: [
      encounter('finished', '2026-12-01T08:00:00Z', '2026-12-02T08:00:00Z'),
      encounter('in-progress', '2026-11-01T08:00:00+01:00', undefined, {
        location: [bed('12B', '2026-11-03T09:00:00Z'), { ...bed('7A', '2026-11-01T07:00:00Z'), status: 'completed' }],
      }),
      encounter('entered-in-error', '2026-12-05T08:00:00Z', undefined),
      encounter('planned', '2027-01-01T08:00:00Z', undefined),
    ],
  })
  expect(isPresent).toBe(true)
  expect(patient).toMatchObject({
    bedId: '12B',
    admissionDate: '2026-11-01',
    dischargedAt: null,
    termType: 'Inpatient',
  })
  expect(
    patient!.records!.ADT!.map(({ actionType, effectiveDateTime, bedId }) => [actionType, effectiveDateTime, bedId]),
  ).toEqual([
    ['Discharge', '2026-12-02T08:00:00.000Z', null],
    ['Admission', '2026-12-01T08:00:00.000Z', null],
    ['Transfer', '2026-11-03T09:00:00.000Z', '12B'],
    ['Admission', '2026-11-01T07:00:00.000Z', '7A'],
  ])
})

test('a discharged patient has no bed', () => {
  const { patient, isPresent } = read(patientOf({}), {
    Encounter: [
      encounter('finished', '2026-11-01T08:00:00Z', '2026-11-05T10:00:00Z', {
        location: [bed('12B', '2026-11-01T08:00:00Z')],
      }),
    ],
  })
  expect(isPresent).toBe(false)
  expect(patient).toMatchObject({ bedId: null, unitDesc: null, dischargedAt: new Date('2026-11-05T10:00:00Z') })
})

test('coverages are ordered, allergies take their worst reaction, diagnoses ICD-10 and consents their kind; errors are skipped', () => {
  const { patient } = read(
    patientOf({ contact: [{ name: { family: 'Dubois' }, relationship: [{ text: 'Son' }, { text: 'Emergency' }] }] }),
    {
      Coverage: [
        { status: 'active', payor: [{ display: 'Unranked' }] },
        { status: 'active', order: 2, payor: [{ display: 'Second' }] },
        { status: 'cancelled', order: 1, payor: [{ display: 'Gone' }] },
        {
          status: 'active',
          order: 1,
          payor: [{ display: 'First', identifier: { value: 'F1' } }],
          class: [
            { type: { coding: [{ code: 'group' }] }, value: 'G-1', name: 'Teachers' },
            { type: { coding: [{ code: 'plan' }] }, value: 'P-1' },
          ],
        },
      ],
      AllergyIntolerance: [
        {
          code: { coding: [{ display: 'Latex' }] },
          category: ['environment'],
          type: 'allergy',
          criticality: 'low',
          reaction: [{ severity: 'mild' }, { severity: 'severe' }],
        },
        { code: { text: 'Milk' }, verificationStatus: { coding: [{ code: 'entered-in-error' }] } },
      ],
      Condition: [
        {
          code: {
            text: 'High blood pressure',
            coding: [
              { system: 'http://snomed.info/sct', code: '38341003' },
              { system: 'http://hl7.org/fhir/sid/icd-10-cm', code: 'I10', display: 'Hypertension' },
            ],
          },
          onsetPeriod: { start: '2019-05' },
        },
      ],
      Consent: [
        {
          status: 'active',
          scope: { coding: [{ code: 'adr' }] },
          category: [{ text: 'DNR' }],
          performer: [{ display: 'Dr. Weiss' }],
        },
        { status: 'active', category: [{ text: 'Research' }] },
      ],
    },
  )
  expect(patient!.records).toMatchObject({
    COVERAGE: [
      {
        payers: [
          {
            payerName: 'First',
            payerCode: 'F1',
            payerRank: 'Primary',
            issuer: { groupName: 'Teachers', planNumber: 'P-1' },
          },
          { payerName: 'Second', payerRank: 'Secondary' },
          { payerName: 'Unranked', payerRank: 'Third' },
        ],
      },
    ],
    ALLERGY: [{ allergen: 'Latex', category: 'Environment', type: 'Allergy', severity: 'Severe' }],
    DIAGNOSIS: [{ icd10: 'I10', icd10Description: 'Hypertension', onsetDate: '2019-05' }],
    CONTACT: [{ lastName: 'Dubois', relationship: 'Son', type: [{ contactType: 'Emergency' }] }],
    ADVANCE_CONSENT: [{ consentStatus: 'Active', description: 'DNR', orderedBy: 'Dr. Weiss' }],
    CONSENT: [{ description: 'Research' }],
  })
  expect(patient!.records!.ALLERGY).toHaveLength(1)
})

test('an appointment has its time, status, provider and place, and one without a start is skipped', () => {
  const { patient } = read(
    patientOf({}),
    {
      Appointment: [
        {
          id: 'a1',
          status: 'noshow',
          start: '2026-12-01T09:00:00-05:00',
          end: '2026-12-01T09:30:00-05:00',
          appointmentType: { text: 'Follow-up' },
          reasonCode: [{ text: 'Gout' }],
          participant: [
            { actor: { reference: 'Practitioner/d1' } },
            { actor: { reference: 'Location/l1', display: 'Room 3' } },
          ],
        },
        { id: 'a2', status: 'booked' },
      ],
    },
    [
      [
        'Practitioner/d1',
        {
          identifier: [{ system: 'http://hl7.org/fhir/sid/us-npi', value: '1234567893' }],
          name: [{ text: 'Dr. Weiss' }],
        },
      ],
    ],
  )
  expect(patient!.appointments).toEqual([
    {
      appointmentKey: 'a1',
      startsAt: new Date('2026-12-01T14:00:00Z'),
      endsAt: new Date('2026-12-01T14:30:00Z'),
      type: 'Follow-up',
      reason: 'Gout',
      status: 'NO_SHOW',
      providerNpi: '1234567893',
      providerName: 'Dr. Weiss',
      location: 'Room 3',
    },
  ])
})

test('codes such as __proto__ do not count as known words', () => {
  const { patient } = read(patientOf({ gender: 'constructor' }), {
    Encounter: [encounter('in-progress', '2026-11-01T08:00:00Z', undefined, { class: { code: 'toString' } })],
    AllergyIntolerance: [{ type: '__proto__', category: ['valueOf'], criticality: 'constructor' }],
  })
  expect(patient).not.toHaveProperty('gender')
  expect(patient).not.toHaveProperty('termType')
  expect(patient!.records!.ALLERGY).toMatchObject([{ severity: null, type: '__proto__', category: 'valueOf' }])
})

test('locations that contain each other cause no endless loop', () => {
  const { patient } = read(
    patientOf({}),
    {
      Encounter: [
        encounter('in-progress', '2026-11-01T08:00:00Z', undefined, {
          location: [{ location: { reference: 'Location/a' } }],
        }),
      ],
    },
    [
      ['Location/a', { name: 'A', partOf: { reference: 'Location/b' } }],
      ['Location/b', { name: 'B', partOf: { reference: 'Location/a' } }],
    ],
  )
  expect(patient!.unitDesc).toBe('A')
})

test('any answer of another system is read or gives a warning, and never throws', () => {
  const keys =
    'identifier name type coding code value period start end location participant actor individual reference partOf status'
  const json = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom(null, true, -0, 1e308, '', '2026-13-45', '2026-11-01', 'Location/a', 'x'.repeat(5_000)),
      fc.string(),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom(...keys.split(' '), '__proto__'), tie('value'), { maxKeys: 5 }),
    ),
  })).value
  fc.assert(
    fc.property(json, fc.array(json, { maxLength: 3 }), (one, some) => {
      const resources = Object.fromEntries(resourcesOfPatient.map((kind) => [kind, some]))
      const { patient, warnings } = readFhirPatient({
        patient: one,
        resources,
        referred: new Map([['Location/a', one]]),
      })
      expect(warnings.length).toBeLessThanOrEqual(101)
      expect(JSON.stringify(patient ?? {}).length).toBeLessThan(200_000)
      const withNumber = readFhirPatient({
        patient: { ...(typeof one === 'object' && !Array.isArray(one) ? one : {}), identifier: [typed('MR', 'M-1')] },
        resources,
        referred: new Map([['Location/a', one]]),
      })
      expect(withNumber.patient?.medicalRecordNumber).toBe('M-1')
    }),
    { numRuns: times(300, 5_000) },
  )
})
