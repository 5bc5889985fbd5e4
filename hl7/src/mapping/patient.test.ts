import { describe, expect, test } from 'vitest'
import { parseMessage } from '../parse.ts'
import { segmentOf, type SegmentContent, writeMessage } from '../write.ts'
import { classify, triggerOf } from './classify.ts'
import { codesOf, header, pid, read, withSegments } from './patient.fixtures.ts'

describe('a message', () => {
  test.each([
    ['ADT^A08', 'PATIENT'],
    ['SIU^S12', 'CALENDAR'],
    ['MDM^T02', 'DICTATION'],
    ['ORU^R01', 'DICTATION'],
    ['ORM^O01', 'DICTATION'],
    ['BAR^P01', undefined],
    ['', undefined],
  ])('with MSH-9 %s is of the type %s', (type, expected) =>
    expect(classify(parseMessage(header(type)).message)).toBe(expected),
  )

  test.each([
    ['ADT^A08^ADT_A01', undefined, 'A08'],
    ['ADT', 'A03', 'A03'],
    ['ADT_A04', undefined, 'A04'],
    ['ADT^^ADT_A05', undefined, 'A05'],
    ['PPR^PC1', undefined, 'PC1'],
    ['ADT', undefined, undefined],
  ])('with MSH-9 %s and EVN-1 %s has the event %s', (type, event, expected) => {
    expect(triggerOf(parseMessage([header(type), ...(event ? [`EVN|${event}`] : [])].join('\r')).message)).toBe(
      expected,
    )
  })
})

describe('the patient of a message', () => {
  test('has names, birth, sex, bed and admission', () => {
    const { patient, problems } = withSegments(
      'PV1|1|I|NORTH^101^A^HOSP|||||||||||||||||||||||||||||||||||||||||202601021200',
    )
    expect(patient).toEqual({
      medicalRecordNumber: '7',
      prefix: 'Dr',
      lastName: 'Doe',
      firstName: 'John',
      middleName: 'Q',
      birthDate: '1980-01-15',
      gender: 'Male',
      unitDesc: 'NORTH',
      bedId: 'A',
      bedDesc: 'Room 101, bed A',
      admissionDate: '2026-01-02',
      religion: undefined,
      preferredName: undefined,
    })
    expect(problems).toEqual([])
  })

  test('keeps values that an update omits, and loses values that it sets to ""', () => {
    const { patient, moreDetails } = read([header(), 'PID|1||7||Doe^""||""|||||||||""|""', 'PV1|1||""'].join('\r'))
    expect([patient!.firstName, patient!.birthDate, patient!.religion, patient!.bedId]).toEqual([
      null,
      null,
      null,
      null,
    ])
    expect([patient!.middleName, patient!.gender, patient!.prefix, patient!.admissionDate]).toEqual(
      Array(4).fill(undefined),
    )
    expect([moreDetails.maritalStatus, moreDetails.race]).toEqual([null, undefined])
  })

  test.each([
    ['1^^^X^SS~2^^^X^PI~3^^^X^MR', '3'],
    ['1^^^X^SS~2^^^X^PI', '2'],
    ['1^^^X^MRN', '1'],
    ['1~2^^^^MR', '2'],
    ['1^^^HOSP^SS~2', '2'],
    ['1^^^HOSP^SS~2^^^^XX', '2'],
    ['1^^^HOSP^SS', 'EXT'],
    ['1^^^HOSP^XX~123456789^^^USSSA', '1'],
    ['123456789^^^USSSA&2.16.840.1.113883.4.1&ISO', 'EXT'],
    ['123456789^^^USSSA^ZZ~1', '1'],
    [' 1 ', '1'],
  ])('with PID-3 %s has the MRN %s', (identifiers, number) => {
    expect(read([header(), `PID|1|EXT|${identifiers}||Doe`].join('\r')).patient!.medicalRecordNumber).toBe(number)
  })

  test.each([
    ['Doe^John^^^^^L~Jack^Jacky^^^^^N', 'John Doe', 'Jacky'],
    ['Jack^Jacky^^^^^N~Doe^John', 'John Doe', 'Jacky'],
    ['Doe&van^John', 'John Doe', undefined],
    ['Roe^Jane^^^^^A', 'Jane Roe', undefined],
  ])('with PID-5 %s is %s', (name, expected, preferred) => {
    const { patient } = read([header(), `PID|1||7||${name}`].join('\r'))
    expect([`${patient!.firstName} ${patient!.lastName}`, patient!.preferredName]).toEqual([expected, preferred])
  })

  test.each([
    ['F', 'Female', []],
    ['m^Male', 'Male', []],
    ['A', 'Other', []],
    ['N', 'Unknown', []],
    ['Female', 'Female', []],
    ['2', 'Female', []],
    ['9', '9', ['code-unknown PID 8']],
    ['9^Diverse', 'Diverse', []],
  ])('with PID-8 %s is %s', (code, expected, problems) => {
    const message = read([header(), `PID|1||7||Doe|||${code}`].join('\r'))
    expect([message.patient!.gender, codesOf(message)]).toEqual([expected, problems])
  })

  test.each([
    ['19420815', '1942-08-15', []],
    ['194208', '1942-08', ['date-imprecise PID 7']],
    ['194208151126+0215', '1942-08-15', []],
    ['Aug 15, 1942', undefined, ['date-wrong PID 7']],
    ['10131113', undefined, ['birth-date-implausible PID 7']],
  ])('with PID-7 %s is born %s', (date, expected, problems) => {
    const message = read([header(), `PID|1||7||Doe||${date}`].join('\r'))
    expect([message.patient!.birthDate, codesOf(message)]).toEqual([expected, problems])
  })

  test('has the first name that is not empty', () => {
    const { patient } = read([header(), 'PID|1||7||~Doe^Jane^^^^^L'].join('\r'))
    expect([patient!.lastName, patient!.firstName]).toEqual(['Doe', 'Jane'])
  })

  test.each([
    ['123456782^^^NLMINBIZA^NNNLD~7^^^ZIS^PT', '7'],
    ['123456782^^^NLMINBIZA^NNNLD', '123456782'],
  ])('with PID-3 %s has the number %s: that of the hospital before that of the country', (numbers, expected) => {
    expect(read([header(), `PID|1||${numbers}||Doe`].join('\r')).patient!.medicalRecordNumber).toBe(expected)
  })

  test.each(['A03', 'A11'])('is in no bed after %s', (trigger) => {
    const { patient, encounter } = read([header(`ADT^${trigger}`), pid, 'PV1|1|I|NORTH^101^A'].join('\r'))
    expect([patient!.bedId, patient!.bedDesc, encounter.bedId]).toEqual([null, null, 'A'])
  })

  test('has no admission time if only a year is given', () => {
    const message = withSegments(`PV1|1|I${'|'.repeat(42)}2026`)
    expect([message.encounter.admittedAt, message.patient!.admissionDate, codesOf(message)]).toEqual([
      undefined,
      '2026',
      ['date-imprecise PV1 44'],
    ])
  })

  test('has a visit whose days are in the time zone of the facility', () => {
    const dates = `${'|'.repeat(41)}202601020330+0000|202601031000`
    const { encounter, patient } = withSegments(`PV1|1|I|NORTH${dates}`)
    expect([patient!.admissionDate, encounter.admittedAt]).toEqual(['2026-01-01', '2026-01-02T03:30:00.000Z'])
    expect(encounter.dischargedAt).toBe('2026-01-03T15:00:00.000Z')
  })
})

describe('the effect of an event', () => {
  test.each([
    ['', 'no-message-type MSH 9'],
    ['ADT', 'no-event MSH 9'],
    ['ADT^1', 'no-event MSH 9'],
  ])('is none where MSH-9 says “%s”, and the message says why', (type, why) => {
    const message = read([header(type), pid].join('\r'))
    expect([message.effect, codesOf(message)]).toEqual(['none', [why]])
  })

  test.each([
    ...[
      'A01',
      'A02',
      'A03',
      'A04',
      'A05',
      'A06',
      'A07',
      'A08',
      'A14',
      'A15',
      'A16',
      'A21',
      'A22',
      'A28',
      'A31',
      'A60',
      'A61',
    ].map((one) => [one, 'upsert'] as const),
    ...['A18', 'A34', 'A40', 'A43'].map((one) => [one, 'merge'] as const),
    ...['A11', 'A12', 'A13'].map((one) => [one, 'cancel'] as const),
    ...['A20', 'A23', 'A24', 'A37', 'Z99'].map((one) => [one, 'none'] as const),
  ])('ADT^%s: %s', (trigger, effect) => {
    const merge = effect === 'merge' ? ['MRG|8'] : []
    const message = read([header(`ADT^${trigger}`), pid, ...merge].join('\r'))
    expect([message.effect, codesOf(message)]).toEqual([
      effect,
      effect === 'none' ? ['event-without-effect MSH 9'] : [],
    ])
  })

  test.each([
    ['A11', 'A01'],
    ['A12', 'A02'],
    ['A13', 'A03'],
  ])('%s cancels %s and creates no ADT record', (trigger, cancels) => {
    const message = read([header(`ADT^${trigger}`), pid].join('\r'))
    expect([message.cancels, message.adtRecord]).toEqual([cancels, undefined])
  })

  test.each([
    ['SIU^S12', 'upsert'],
    ['MDM^T02', 'upsert'],
    ['RSP^K11', 'none'],
    ['ACK', 'none'],
    ['', 'none'],
  ])('%s: %s of its patient', (type, effect) => expect(read([header(type), pid].join('\r')).effect).toBe(effect))

  test('an ADT record contains the action, time, bed and payer', () => {
    const lines = [header('ADT^A02'), 'EVN|A02|20260103|||x|202601031200', pid, 'PV1|1|I|N^1^B', 'IN1|1|P1||Harbor']
    expect(read(lines.join('\r')).adtRecord).toEqual({
      actionType: 'Transfer',
      effectiveDateTime: '2026-01-03T17:00:00.000Z',
      bedId: 'B',
      payerCode: 'P1',
      payerName: 'Harbor',
    })
  })

  test('a merge names both records, and a message may contain several merges', () => {
    const second = pid.replace('7^', '17^')
    const { merges } = read(
      [header('ADT^A40'), pid, 'MRG|8^^^HOSP^MR||||||Doe^Jack', second, 'MRG|18', 'PV1|1'].join('\r'),
    )
    expect(merges).toEqual([
      { into: '7', from: '8' },
      {
        into: '17',
        from: '18',
        person: { firstName: 'John', lastName: 'Doe', birthDate: '1980-01-15', gender: 'Male' },
      },
    ])
  })

  test.each([
    ['no MRG', [], ['no-prior-number PID']],
    ['an empty MRG', ['MRG|'], ['no-prior-number MRG 1']],
    ['the same number', ['MRG|7'], ['same-number MRG 1']],
  ])('a merge with %s is an error and does nothing', (_, more, problems) => {
    const message = read([header('ADT^A40'), pid, ...more].join('\r'))
    expect([message.merges, codesOf(message)]).toEqual([[], problems])
    expect(message.problems[0]!.severity).toBe('error')
  })

  test('a swap names two patients and their new beds', () => {
    const other = pid.replace('7^', '8^')
    const john = { firstName: 'John', lastName: 'Doe', birthDate: '1980-01-15', gender: 'Male' }
    const message = read([header('ADT^A17'), pid, 'PV1|1|I|N^1^A', other, 'PV1|2|I|S^2^B'].join('\r'))
    expect(message.swap).toEqual([
      { ...john, medicalRecordNumber: '7', unitDesc: 'N', bedId: 'A', bedDesc: 'Room 1, bed A' },
      { ...john, medicalRecordNumber: '8', unitDesc: 'S', bedId: 'B', bedDesc: 'Room 2, bed B' },
    ])
    expect(message.problems).toEqual([])
    expect(codesOf(read([header('ADT^A17'), pid].join('\r')))).toEqual(['no-second-patient PID'])
  })
})

describe('the problems of a message', () => {
  test.each([
    ['no PID', 'ADT^A08', [], 'no-patient', undefined],
    ['no MRN', 'ADT^A08', ['PID|1||||Doe'], 'no-record-number', { segment: 'PID', field: 3, line: 2, position: 8 }],
    ['an MRN ""', 'ADT^A08', ['PID|1||""||Doe'], 'no-record-number', { segment: 'PID', field: 3 }],
    ['no name for a new patient', 'ADT^A04', ['PID|1||7'], 'no-name', { segment: 'PID', field: 5 }],
  ])('contain an error with its place for %s', (_, type, segments: string[], code, where) => {
    expect(read([header(type), ...segments].join('\r')).problems).toMatchObject([{ severity: 'error', code, ...where }])
  })

  test('contain only a warning for an update without a name', () => {
    const message = read([header(), 'PID|1||7'].join('\r'))
    expect(message.problems).toMatchObject([{ severity: 'warning', code: 'name-absent' }])
  })

  test('contain a warning for a second PID or PV1, and the first one is used', () => {
    const message = withSegments(pid.replace('Doe', 'Roe'), 'PV1|1|I|N', 'PV1|2|I|S')
    expect([message.patient!.lastName, codesOf(message)]).toEqual([
      'Doe',
      ['segment-doubled PID', 'segment-doubled PV1'],
    ])
  })
})

test('a message of 200,000 segments is read', () => {
  const { patient, practitioners } = withSegments('ZZZ\r'.repeat(200_000), 'PV1|1|I|NORTH||||1^Lee^Anna')
  expect([patient!.unitDesc, practitioners!.length]).toEqual(['NORTH', 1])
})

test('problems contain no value of the message', () => {
  const secret = 'Xq7Secret'
  const segments: SegmentContent[] = [
    segmentOf('MSH', { 9: ['ADT', 'A04'] }),
    segmentOf('PID', { 7: secret, 8: secret, 16: secret }),
    segmentOf('NK1', { 4: secret }),
    segmentOf('DG1', { 5: secret }),
  ]
  const { problems } = read(writeMessage(segments))
  expect(problems.length).toBeGreaterThan(4)
  expect(JSON.stringify(problems)).not.toContain(secret)
})
