import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { times } from '../../../tools/src/times.ts'
import { parseMessage } from '../parse.ts'
import { readPatientMessage } from './patient.ts'
import { type Note, writeDocumentMessage } from './write-document.ts'

const timeZone = 'America/New_York'
const parse = (text: string) => parseMessage(text).message
/** The sections of a written note, read with the general parser. */
const sectionsIn = (text: string) =>
  parse(text)
    .all('OBX')
    .map((segment) => ({ heading: segment.value(3, 2), code: segment.value(3, 1), text: segment.value(5) ?? '' }))

const note: Note = {
  messageId: 'M1',
  at: new Date('2026-01-02T03:04:05Z'),
  from: { application: 'DICTARA', facility: 'Harbor & Sons' },
  to: { application: 'EHR', facility: 'HOSP' },
  documentNumber: 'DOC-2',
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
      'TXA|1|11506-3^Progress Note|FT|20260101|1234567893^Lee^Anna^^^^^^NPI^^^^NPI|20260101100000+0000|20260101110000+0000||1234567893^Lee^Anna^^^^^^NPI^^^^NPI|u3^Roe^Sam|u2^Poe^Max|DOC-2|||||AU||AV|||u3^Roe^Sam^^^^^^^^^^^^20260101120000+0000',
      'OBX|1|FT|10164-2^History^LN|1|Line one\\.br\\line \\F\\ two\\.br\\||||||F',
      'OBX|2|FT|Plan^Plan^L|2|Rest \\S\\ \\T\\ \\R\\ \\E\\||||||F',
      'OBX|3|FT|Plan^Plan^L|3|||||||F',
      '',
    ])
  })

  test.each([
    ['new', 'MDM', 'T02', 'AU'],
    ['struckOut', 'MDM', 'T11', 'AU'],
    ['new', 'ORU', 'R01', 'F'],
    ['struckOut', 'ORU', 'R01', 'X'],
  ] as const)('%s as %s^%s with the status %s, and can be read back', (event, form, trigger, status) => {
    const text = writeDocumentMessage(note, event, form)
    const message = parse(text)
    const [number, workType, state] =
      form === 'MDM' ? ['TXA-12.1', 'TXA-2.2', 'TXA-17'] : ['OBR-3.1', 'OBR-4.2', 'OBR-25']
    expect([message.get('MSH-9.1'), message.get('MSH-9.2')]).toEqual([form, trigger])
    expect([number, workType, state].map((path) => message.get(path!))).toEqual(['DOC-2', 'Progress Note', status])
    expect(sectionsIn(text)).toEqual(
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

  test('without unknown values', () => {
    const { author, ...rest } = note
    const bare = {
      ...rest,
      author: { lastName: author.lastName, firstName: author.firstName },
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

  test('so that every text is read back unchanged', () => {
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
          const again = sectionsIn(writeDocumentMessage({ ...note, sections }, 'new', form))
          const expected = sections.map((one) => ({ heading: one.heading, text: one.text.replaceAll(/\r\n?/g, '\n') }))
          expect(again.map(({ heading, text: told }) => ({ heading, text: told }))).toEqual(expected)
        },
      ),
      { numRuns: times(200, 20_000) },
    )
  })
})
