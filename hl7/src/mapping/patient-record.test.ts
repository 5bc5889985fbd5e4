import { describe, expect, test } from 'vitest'
import { segmentOf, writeMessage } from '../write.ts'
import { header, pid, read, withFields, withSegments } from './patient.fixtures.ts'

describe('the additional data of the face sheet', () => {
  test.each([
    ['maritalStatus', { 16: 'M' }, 'Married'],
    ['race', { 10: '2106-3' }, 'White'],
    ['race', { 10: ['H', 'Asian or Asian British - Indian'] }, 'Asian or Asian British - Indian'],
    ['primaryLanguage', { 15: 'ara' }, 'Arabic'],
    ['primaryLanguage', { 15: ['en', 'English'] }, 'English'],
    ['socialSecurity', { 19: '900-11-2222' }, '900-11-2222'],
    ['socialSecurity', { 3: ['9', undefined, undefined, undefined, 'SS'] }, '9'],
    ['medicaid', { 3: ['9', undefined, undefined, undefined, 'MA'] }, '9'],
    ['medicare', { 3: ['9', undefined, undefined, undefined, 'MC'] }, '9'],
    ['legalMailingAddress', { 11: ['1 A St', undefined, 'B', 'TX', '7', 'USA', 'M'] }, '1 A St, B, TX 7, USA'],
    ['legalMailingAddress', { 11: ['1 A St', undefined, 'B', 'TX', '7', 'USA', 'H'] }, undefined],
    ['previousAddress', { 11: [['12', 'A St'], '#3', 'B', ...Array(9).fill(undefined), '2020'] }, '12 A St, #3, B'],
    ['previousPhone', { 13: ['555-0100', ...Array(12).fill(undefined), '2020'] }, '555-0100'],
  ] as const)('%s from PID %j: %s', (key, fields, value) => {
    const text = writeMessage([
      segmentOf('MSH', { 9: ['ADT', 'A08'] }),
      segmentOf('PID', fields as Parameters<typeof segmentOf>[1]),
    ])
    expect(read(text).moreDetails[key]).toBe(value)
  })

  test('contains the occupation from the patient’s own contact entry or from an observation', () => {
    expect(withSegments('NK1|1||SEL^Self|||||||Carpenter').moreDetails.occupation).toBe('Carpenter')
    expect(withSegments('OBX|1|CWE|11341-5^Occupation^LN||7^Nurse').moreDetails.occupation).toBe('Nurse')
  })

  test('contains the Medicare number from the payer of that name', () => {
    expect(withFields('IN1', { 4: 'Medicare Part A', 36: '1EG4' }).moreDetails).toMatchObject({
      medicare: '1EG4',
      medicaid: undefined,
    })
  })
})

describe('the lists of the record', () => {
  test('are left out if the message has no segments of their kind', () => {
    const message = withSegments()
    for (const list of [
      'coverages',
      'allergies',
      'diagnoses',
      'contacts',
      'practitioners',
      'consents',
      'advanceDirectives',
    ])
      expect(message).not.toHaveProperty(list)
    expect([message.lists, read([header('ORM^O01'), pid].join('\r')).lists]).toEqual(['whole', 'additions'])
  })

  test('are empty if the message says ""', () => {
    const message = withSegments('AL1|1||""', 'NK1|1|""', 'DG1|1||""')
    expect([message.allergies, message.contacts, message.diagnoses, message.problems]).toEqual([[], [], [], []])
  })

  test('contain coverages by rank, at most four', () => {
    const { coverages, problems } = withSegments(
      'IN1|1|P1^Plan|C1|Harbor Health||||G7|Group A',
      'IN1|2|P2||Other|||||||||||||||||||2',
      ...[3, 4, 5].map((rank) => `IN1|${rank}|P${rank}||Payer ${rank}`),
    )
    expect(coverages![0]!.payers.map(({ payerName, payerRank }) => [payerName, payerRank])).toEqual([
      ['Harbor Health', 'Primary'],
      ['Other', 'Secondary'],
      ['Payer 3', 'Third'],
      ['Payer 4', 'Fourth'],
    ])
    expect(coverages![0]!.payers[0]).toMatchObject({
      payerCode: 'P1',
      issuer: { groupName: 'Group A', planNumber: 'G7', companyName: 'Harbor Health', issuerName: 'Harbor Health' },
    })
    expect(problems.map(({ code }) => code)).toEqual(['too-many-payers'])
  })

  test('contain allergies', () => {
    expect(withSegments('AL1|1|DA^Drug|P^Penicillin|SV|Rash~Fever|20210824', 'AL1|2|FA||MI').allergies).toEqual([
      {
        allergen: 'Penicillin',
        category: 'Medication',
        severity: 'Severe',
        type: 'Allergy',
        allergyIntoleranceId: null,
        reaction: 'Rash, Fever',
        onsetDate: '2021-08-24',
      },
    ])
  })

  test.each([
    ['A', ['add']],
    ['D', ['delete']],
    ['U', ['update']],
    ['X', []],
    ['', ['add']],
  ])('contain the change of an allergy with IAM-6 %j: %j', (code, actions) => {
    const { allergies } = withSegments(`IAM|1|FA|12^Peanut|MO||${code}|567||IN`)
    expect(allergies!.map(({ action }) => action)).toEqual(actions)
    for (const one of allergies!)
      expect(one).toMatchObject({
        allergen: 'Peanut',
        allergyIntoleranceId: '567',
        category: 'Food',
        severity: 'Moderate',
        type: 'Intolerance',
      })
  })

  test.each([
    ['I10^Hypertension^I10C||20200101', 'I10', 'Hypertension'],
    ['E11.9^^I10|Diabetes', 'E11.9', 'Diabetes'],
    ['E11.9|Diabetes', 'E11.9', 'Diabetes'],
    ['4225^Stroke^SCT', null, 'Stroke'],
    ['250.0^Diabetes^I9C^E11.9^Diabetes type 2^I10C', 'E11.9', 'Diabetes'],
  ])('contain the diagnosis %s', (fields, icd10, icd10Description) => {
    expect(withSegments(`DG1|1||${fields}`).diagnoses).toMatchObject([{ icd10, icd10Description }])
  })

  test('contain contacts with their phones, and the guarantor', () => {
    const { contacts } = withSegments(
      'NK1|1|Doe^Mary|SPO|1 A St^Apt 2^B|555-1^PRN^PH~555-2^PRS^CP~^NET^Internet^m@example.org|555-3^WPN^PH|C',
      'NK1|2|Roe^Ann|EMC^Emergency||^^^^1^202^5550144',
      'GT1|1||Payer^Paul',
      'NK1|3||SEL',
      'NK1|4||CHD',
    )
    expect(contacts).toMatchObject([
      {
        lastName: 'Doe',
        firstName: 'Mary',
        relationship: 'Spouse',
        type: [{ contactType: 'Emergency Contact' }],
        homePhone: '555-1',
        cellPhone: '555-2',
        officePhone: '555-3',
        email: 'm@example.org',
        addressLine1: '1 A St',
        addressLine2: 'Apt 2',
        city: 'B',
      },
      { lastName: 'Roe', relationship: 'Emergency', homePhone: '+1 (202) 5550144', cellPhone: null },
      { lastName: 'Payer', type: [{ contactType: 'Guarantor' }] },
    ])
  })

  test('contain each practitioner once per relation to the patient', () => {
    const { practitioners } = withSegments(
      'PD1||||1234567893^Weiss^Naomi^^^^^^NPI',
      'ROL|1|AD|PP|1234567893^Weiss^Naomi|||||Physician||1 A St^^B^^^USA|555-1',
      'PV1|1|I|||||A1^Lee^Anna^^^^^^^^^^UPIN~IvanDoctorovich|^^^^^',
      'OBX|1',
      'ROL|2|AD|AT|9^Else^Someone',
    )
    expect(practitioners).toMatchObject([
      { lastName: 'Lee', relation: 'Attending', upin: 'A1', npi: null },
      { lastName: 'IvanDoctorovich', firstName: null, relation: 'Attending' },
      {
        lastName: 'Weiss',
        relation: 'Primary care',
        npi: '1234567893',
        providerType: 'Physician',
        city: 'B',
        phone: '555-1',
      },
    ])
    expect(practitioners).toHaveLength(3)
  })

  test('contain consents and advance directives', () => {
    const message = withSegments(
      'PD1|||||||Y||||||||DNR^Do not resuscitate',
      `CON|1|001^Vaccination${'|'.repeat(9)}R${'|'.repeat(13)}Smith^Robert`,
    )
    expect(message.consents).toEqual([
      { description: 'Vaccination', consentStatus: 'Refused', orderedBy: 'Robert Smith' },
    ])
    expect(message.advanceDirectives).toEqual([
      { description: 'Living Will', consentStatus: 'Active', orderedBy: null },
      { description: 'Do not resuscitate', consentStatus: 'Active', orderedBy: null },
    ])
  })
})
