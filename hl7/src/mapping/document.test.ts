import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { times } from '../../../tools/src/times.ts'
import { parseMessage } from '../parse.ts'
import { readDocumentMessage } from './document.ts'
import { readPatientMessage } from './patient.ts'
import { type Note, writeDocumentMessage } from './write-document.ts'

const timeZone = 'America/New_York'
const parse = (text: string) => parseMessage(text).message
const read = (text: string) => readDocumentMessage(parse(text), { timeZone })
const incoming = (type: string, ...segments: string[]) =>
  read([`MSH|^~\\&|A|B|C|D|20260102||${type}|1|P|2.5`, ...segments].join('\r'))
const sectionsOf = (type: string, ...segments: string[]) =>
  incoming(type, ...segments).sections.map(({ heading, text }) => [heading, text])

describe('the sections of a document', () => {
  test.each<[string, string[], string[][]]>([
    [
      'are one for each heading',
      ['OBX|1|TX|H1^History||a\\.br\\b', 'OBX|2|FT|P1^Plan||c'],
      [
        ['History', 'a\nb'],
        ['Plan', 'c'],
      ],
    ],
    [
      'join lines of one heading',
      ['OBX|1|TX|H1^History|1|a', 'OBX|2|TX|H1^History|1|', 'OBX|3|TX|H1^History|1|b~c'],
      [['History', 'a\n\nb\nc']],
    ],
    [
      'keep two of one heading apart by OBX-4',
      ['OBX|1|TX|H1^History|1|a', 'OBX|2|TX|H1^History|2|b'],
      [
        ['History', 'a'],
        ['History', 'b'],
      ],
    ],
    [
      'are named by the order, else by the work type',
      ['TXA|1|CN^Consult', 'OBX|1|TX|||a', 'OBR|1|||E^Echo', 'OBX|1|TX|||b'],
      [
        ['Consult', 'a'],
        ['Echo', 'b'],
      ],
    ],
    ['keep delimiters that nobody escaped', ['OBX|1|TX|H^Head||5 ^ 6 & 7'], [['Head', '5 ^ 6 & 7']]],
    [
      'show results as lines',
      [
        'OBR|1|||U^Urea',
        'OBX|1|NM|K^Potassium||5.1|MMOL|3.5 - 5.3|H',
        'NTE|1||Haemolysed',
        'OBX|2|CE|C^Colour||Y^Yellow',
        'OBX|3|SN|R^Ratio||>^5',
      ],
      [['Urea', 'Potassium: 5.1 MMOL (3.5 - 5.3) H\nHaemolysed\nColour: Yellow\nRatio: > 5']],
    ],
    [
      'show remarks on an order',
      ['NTE|1||About the patient', 'OBR|1|||E^Echo', 'NTE|1||One', 'NTE|2||Two', 'OBR|2|||X^X-ray', 'NTE|1||Three'],
      [
        ['Echo', 'One\nTwo'],
        ['X-ray', 'Three'],
      ],
    ],
    ['are the remarks where there is nothing else', ['PID|1||7', 'NTE|1||Only this'], [['', 'Only this']]],
  ])('%s', (_, segments, sections) => expect(sectionsOf('ORU^R01', ...segments)).toEqual(sections))

  test('leave out attachments, and tell so', () => {
    const { sections, attachments, problems } = incoming(
      'MDM^T02',
      'TXA|1|CN',
      'OBX|1|TX|H^Head||a',
      'OBX|2|ED|P^PDF||^application^pdf^Base64^JVBERi0=',
    )
    expect([sections.length, attachments]).toEqual([1, 1])
    expect(problems).toMatchObject([
      { severity: 'warning', code: 'attachment-left-out', segment: 'OBX', field: 5, line: 4 },
    ])
  })
})

test('a document tells its number, kind, people, dates and state', () => {
  const fields = [
    '1',
    'CN^Consult',
    'TX',
    '20260101',
    '',
    '202601021000',
    '202601021100',
    '',
    '1^Lee^Anna',
    '',
    '2^Poe^Max',
    'D7',
    'D6',
    '',
    '',
    '',
    'AU',
    '',
    'AV',
    '',
    '',
    '3^Roe^Sam',
  ]
  expect(incoming('MDM^T10', `TXA|${fields.join('|')}`, 'OBX|1|TX|H^Head||a')).toMatchObject({
    effect: 'replace',
    document: {
      documentNumber: 'D7',
      parentNumber: 'D6',
      workType: 'Consult',
      author: 'Anna Lee',
      transcriptionist: 'Max Poe',
      authenticator: 'Sam Roe',
      encounterAt: '2026-01-01T05:00:00.000Z',
      dictatedAt: '2026-01-02T15:00:00.000Z',
      transcribedAt: '2026-01-02T16:00:00.000Z',
      status: 'AU',
      availability: 'AV',
    },
    problems: [],
  })
})

test.each([
  ['MDM^T02', 'new'],
  ['MDM^T04', 'status'],
  ['MDM^T06', 'addendum'],
  ['MDM^T08', 'edit'],
  ['MDM^T10', 'replace'],
  ['MDM^T11', 'cancel'],
  ['ORM^O01', 'new'],
])('%s: %s', (type, effect) => expect(incoming(type, 'TXA|1').effect).toBe(effect))

test.each([
  ['neither text nor document', 'ORU^R01', [], ['error no-document']],
  ['no text', 'MDM^T02', ['TXA|1|CN'], ['warning no-document-text']],
  ['no text, but it is struck out', 'MDM^T11', ['TXA|1|CN'], []],
])('a message with %s', (_, type, segments: string[], problems) => {
  expect(incoming(type, ...segments).problems.map(({ severity, code }) => `${severity} ${code}`)).toEqual(problems)
})

const note: Note = {
  messageId: 'M1',
  at: new Date('2026-01-02T03:04:05Z'),
  from: { application: 'DICTARA', facility: 'Harbor & Sons' },
  to: { application: 'EHR', facility: 'HOSP' },
  documentNumber: 'DOC-2',
  parentNumber: 'DOC-1',
  workType: { code: '11506-3', name: 'Progress Note' },
  patient: {
    medicalRecordNumber: '7|8',
    lastName: 'O’Doe',
    firstName: 'Zoë',
    middleName: 'Q',
    birthDate: '1980-01-15',
    gender: 'Female',
    visitNumber: 'V1',
    bedId: 'A',
    unitDesc: 'NORTH',
  },
  author: { lastName: 'Lee', firstName: 'Anna', npi: '1234567893' },
  transcriptionist: { lastName: 'Poe', firstName: 'Max', id: 'u2' },
  authenticator: { lastName: 'Roe', firstName: 'Sam', id: 'u3', at: new Date('2026-01-01T12:00:00Z') },
  dateOfEncounter: '2026-01-01',
  dictatedAt: new Date('2026-01-01T10:00:00Z'),
  transcribedAt: new Date('2026-01-01T11:00:00Z'),
  sections: [
    { heading: 'History', code: '10164-2', text: 'Line one\r\nline | two\n' },
    { heading: 'Plan', text: 'Rest ^ & ~ \\' },
    { heading: 'Plan', text: '' },
  ],
}

describe('a note is written', () => {
  test('as a new document, with its people and dates in TXA', () => {
    expect(writeDocumentMessage(note, 'new').split('\r')).toEqual([
      'MSH|^~\\&|DICTARA|Harbor \\T\\ Sons|EHR|HOSP|20260102030405+0000||MDM^T02^MDM_T02|M1|P|2.5.1||||||UNICODE UTF-8',
      'EVN|T02|20260102030405+0000',
      'PID|1||7\\F\\8^^^^MR||O’Doe^Zoë^Q^^^^L||19800115|F',
      'PV1|1|I|NORTH^^A||||1234567893^Lee^Anna^^^^^^NPI^^^^NPI||||||||||||V1',
      'TXA|1|11506-3^Progress Note|FT|20260101|1234567893^Lee^Anna^^^^^^NPI^^^^NPI|20260101100000+0000|20260101110000+0000||1234567893^Lee^Anna^^^^^^NPI^^^^NPI|u3^Roe^Sam|u2^Poe^Max|DOC-2|DOC-1||||AU||AV|||u3^Roe^Sam^^^^^^^^^^^^20260101120000+0000',
      'OBX|1|FT|10164-2^History^LN|1|Line one\\.br\\line \\F\\ two\\.br\\||||||F',
      'OBX|2|FT|Plan^Plan^L|2|Rest \\S\\ \\T\\ \\R\\ \\E\\||||||F',
      'OBX|3|FT|Plan^Plan^L|3|||||||F',
      '',
    ])
  })

  test.each([
    ['new', 'MDM', 'T02', 'new'],
    ['newVersion', 'MDM', 'T10', 'replace'],
    ['struckOut', 'MDM', 'T11', 'cancel'],
    ['new', 'ORU', 'R01', 'new'],
    ['newVersion', 'ORU', 'R01', 'replace'],
    ['struckOut', 'ORU', 'R01', 'cancel'],
  ] as const)('%s as %s^%s, and read again', (event, form, trigger, effect) => {
    const text = writeDocumentMessage(note, event, form)
    const message = read(text)
    expect(message).toMatchObject({ type: form, trigger, effect, problems: [] })
    expect(message.document).toMatchObject({
      documentNumber: 'DOC-2',
      workType: 'Progress Note',
      author: expect.stringMatching(/Anna Lee|Sam Roe/),
    })
    expect(message.sections.map(({ heading, code, text: told }) => ({ heading, code, text: told }))).toEqual(
      event === 'struckOut'
        ? []
        : [
            { heading: 'History', code: '10164-2', text: 'Line one\nline | two\n' },
            { heading: 'Plan', code: 'Plan', text: 'Rest ^ & ~ \\' },
            { heading: 'Plan', code: 'Plan', text: '' },
          ],
    )
    expect(readPatientMessage(parse(text), { timeZone })).toMatchObject({
      patient: {
        medicalRecordNumber: '7|8',
        lastName: 'O’Doe',
        firstName: 'Zoë',
        birthDate: '1980-01-15',
        gender: 'Female',
        bedId: 'A',
      },
      encounter: { visitNumber: 'V1' },
      problems: [],
    })
  })

  test('without what is not known', () => {
    const { author, ...rest } = note
    const bare = {
      ...rest,
      author: { lastName: author.lastName, firstName: author.firstName },
      parentNumber: null,
      transcriptionist: null,
      authenticator: null,
      dictatedAt: null,
      transcribedAt: null,
      dateOfEncounter: null,
    }
    expect(writeDocumentMessage(bare, 'new')).toContain(
      '\rTXA|1|11506-3^Progress Note|FT||^Lee^Anna||||^Lee^Anna|||DOC-2|||||DO||AV\r',
    )
  })

  test('so that every text is read again as it was', () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('""', '\n\n', '\\.br\\', 'a\rPID|1||9', '\x1c\r\v', '|^~\\&'),
    )
    const section = fc.record({
      heading: fc.string({ unit: 'grapheme', minLength: 1 }).filter((one) => one.trim() === one && one !== '""'),
      text,
    })
    fc.assert(
      fc.property(
        fc.array(section, { maxLength: 5 }),
        fc.constantFrom('MDM' as const, 'ORU' as const),
        (sections, form) => {
          const again = read(writeDocumentMessage({ ...note, sections }, 'new', form))
          const expected = sections.map((one) => ({ heading: one.heading, text: one.text.replaceAll(/\r\n?/g, '\n') }))
          expect(again.sections.map((one) => ({ heading: one.heading, text: one.text }))).toEqual(expected)
        },
      ),
      { numRuns: times(200, 20_000) },
    )
  })
})
