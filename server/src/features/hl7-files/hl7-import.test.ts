import { randomBytes } from 'node:crypto'
import { hl7FileCalls as calls, type Hl7FileType } from '@dictara/contract/hl7-files'
import { patientRecordCalls } from '@dictara/contract/patient-record'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { aClinic, aFacility, signedIn, type TestClinic } from '../../testing/clinic.fixtures.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { filesOf, imported, message, pid, type Sent, upload, verdictsOf } from './hl7.fixtures.ts'
import { readMessage } from './read-message.ts'
import { receiveMessage } from './receive-message.ts'

let server: TestServer
let clinic: TestClinic
let admin: TestClient

const withHl7 = async (place: TestClinic) =>
  server.owner.query('update facilities set hl7_integration = true where id = $1', [place.facilityId])
beforeAll(async () => {
  server = await startTestServer({ tasks: ['import-hl7'] })
  clinic = await aClinic(server)
  await withHl7(clinic)
  admin = await signedIn(server, clinic.clinicId, { userType: 'clinicAdmin' })
})
afterAll(() => server.close())

const read = (files: readonly Sent[], fields = {}) => imported(admin, clinic.clinicId, files, fields)
const verdicts = (name: string) => verdictsOf(admin, clinic.clinicId, 'PATIENT', name)
const patientOf = async (mrn: string, facilityId = clinic.facilityId) =>
  (
    await server.owner.query<Record<string, unknown> & { id: string }>(
      'select * from patients where facility_id = $1 and record_key = lower($2)',
      [facilityId, mrn],
    )
  ).rows[0]
const counts = (some: object) => ({ applied: 0, known: 0, nothing: 0, refused: 0, ...some })
const admission = (mrn: string, more: readonly string[] = [], head = {}) =>
  message(
    'ADT^A01',
    [
      'EVN|A01|20261101100000',
      pid(mrn),
      'PV1|1|I|North^101^A||||||||||||||||V1|||||||||||||||||||||||||20261101093000',
      ...more,
    ],
    head,
  )

describe('the effects of messages', () => {
  test('an ADT brings patient, encounter, coverages, allergies, diagnoses, contacts and practitioners [Q148]', async () => {
    const done = await read([
      [
        'all.hl7',
        admission('H1', [
          'IN1|1|MCA|MCA1|Medicare',
          'AL1|1|DA|LATEX^Latex|SV|Rash',
          'DG1|1||E11.9^Type 2 diabetes^I10|||A',
          'NK1|1|Dubois^Hugo|SPO^Spouse|||||C',
        ]),
      ],
    ])
    const types = { DICTATION: 0, PATIENT: 1, CALENDAR: 0 }
    expect(done).toEqual({ files: 1, read: 1, unusable: 0, types, messages: counts({ applied: 1 }) })
    const patient = (await patientOf('H1'))!
    expect(patient).toMatchObject({
      last_name: 'Dubois',
      source: 'HL7',
      unit_desc: 'North',
      bed_id: 'A',
      term_type: 'Inpatient',
    })
    const of = { query: { facilityId: clinic.facilityId, patientId: patient.id } }
    const asked = async (call: keyof typeof patientRecordCalls) =>
      (await admin.call(patientRecordCalls[call] as typeof patientRecordCalls.listAllergies, of)).result as unknown[]
    expect(await asked('listAllergies')).toMatchObject([{ allergen: 'Latex', severity: 'Severe' }])
    expect(await asked('listCoverages')).toMatchObject([{ payers: [{ payerName: 'Medicare', payerRank: 'Primary' }] }])
    expect(await asked('listDiagnoses')).toMatchObject([{ icd10: 'E11.9' }])
    expect(await asked('listContacts')).toMatchObject([{ lastName: 'Dubois', firstName: 'Hugo' }])
    expect(await asked('listAdtRecords')).toMatchObject([
      { actionType: 'Admission', bedId: 'A', payerName: 'Medicare' },
    ])
  })

  test('an update keeps what it omits; a discharge frees the bed, and its cancellation restores it', async () => {
    await read([['one.hl7', admission('H2')]])
    await read([['two.hl7', message('ADT^A08', [pid('H2', 'Dubois^Grete')])]])
    expect(await patientOf('H2')).toMatchObject({ first_name: 'Grete', bed_id: 'A', unit_desc: 'North' })
    await read([['three.hl7', message('ADT^A03', ['EVN|A03|20261103100000', pid('H2'), 'PV1|1|I|North^101^A'])]])
    expect(await patientOf('H2')).toMatchObject({ bed_id: null, discharged_at: expect.any(Date) as Date })
    await read([['four.hl7', message('ADT^A13', [pid('H2'), 'PV1|1|I|North^101^B'])]])
    const patient = (await patientOf('H2'))!
    expect(patient).toMatchObject({ bed_id: 'B', discharged_at: null })
    const { rows } = await server.owner.query<{ action: string }>(
      "select content->>'actionType' as action from patient_records where patient_id = $1 and kind = 'ADT'",
      [patient.id],
    )
    expect(rows).toEqual([{ action: 'Admission' }])
  })

  test('a patient who is admitted or registered again is no longer discharged', async () => {
    const discharge = () => message('ADT^A03', ['EVN|A03|20261103100000', pid('H6'), 'PV1|1|I'])
    const isDischarged = async (...texts: string[]) => {
      await read([['h6.hl7', texts.join('')]])
      return (await patientOf('H6'))!['discharged_at'] !== null
    }
    expect(await isDischarged(admission('H6'), discharge())).toBe(true)
    expect(await isDischarged(message('ADT^A08', [pid('H6'), 'PV1|1|I']))).toBe(true)
    expect(await isDischarged(admission('H6'))).toBe(false)
    expect(await isDischarged(discharge(), message('ADT^A04', [pid('H6'), 'PV1|1|O']))).toBe(false)
  })

  test('a merge, a swap and a cancelled admission are applied', async () => {
    await read([['m.hl7', [admission('OLD3'), admission('H3'), admission('H4')].join('')]])
    const old = (await patientOf('OLD3'))!
    await read([['a40.hl7', message('ADT^A40', [pid('H3'), 'MRG|OLD3^^^HIS^MR'])]])
    expect(await patientOf('OLD3')).toBeUndefined()
    const { rows } = await server.owner.query<{ kept: string }>(
      'select patient_id as kept from former_record_numbers where former_id = $1',
      [old.id],
    )
    expect(rows).toEqual([{ kept: (await patientOf('H3'))!.id }])
    await read([['a17.hl7', message('ADT^A17', [pid('H3'), 'PV1|1|I|East^1^X', pid('H4'), 'PV1|1|I|West^2^Y'])]])
    expect([(await patientOf('H3'))!['bed_id'], (await patientOf('H4'))!['bed_id']]).toEqual(['X', 'Y'])
    const { messages } = await read([
      ['a11.hl7', message('ADT^A11', [pid('NOBODY')]) + message('ADT^A11', [pid('H4')])],
    ])
    expect(messages).toEqual(counts({ applied: 1, refused: 1 }))
    expect(await patientOf('NOBODY')).toBeUndefined()
  })

  test('a swap of beds makes known who was not', async () => {
    const { messages } = await read([
      ['a17-new.hl7', message('ADT^A17', [pid('S1'), 'PV1|1|I|East^1^X', pid('S2', 'Roth^Ida'), 'PV1|1|I|West^2^Y'])],
    ])
    expect(messages).toEqual(counts({ applied: 1 }))
    expect(await patientOf('S2')).toMatchObject({ last_name: 'Roth', first_name: 'Ida', bed_id: 'Y' })
  })

  test('each survivor of several merges is made known as the message says', async () => {
    const merges = [pid('S3'), 'MRG|OS3^^^HIS^MR', pid('S4', 'Roth^Ida'), 'MRG|OS4^^^HIS^MR']
    const { messages } = await read([['a40-two.hl7', message('ADT^A40', merges)]])
    expect(messages).toEqual(counts({ applied: 1 }))
    expect(await patientOf('S4')).toMatchObject({ last_name: 'Roth', first_name: 'Ida' })
  })

  test.each([
    ['1971', 'This date tells no day, which is needed here. It was left out.'],
    ['29991231', 'Nobody living was born then. The date of birth was left out.'],
    ['UNKNOWN', 'This is no date that HL7 knows. It was left out.'],
  ])('a date of birth %s is left out with a warning, and the patient comes without one', async (date, warning) => {
    const { messages } = await read([
      [`${date}.hl7`, message('ADT^A04', [pid(`BORN${date}`, 'Roth^Ida', `||${date}|F`)])],
    ])
    expect(messages).toEqual(counts({ applied: 1 }))
    expect(await patientOf(`BORN${date}`)).toMatchObject({ last_name: 'Roth', birth_date: null })
    const [verdict] = await verdicts(`${date}.hl7`)
    expect(verdict!.problems).toMatchObject([{ severity: 'warning', message: warning, segment: 'PID', field: 7 }])
  })

  test('an SIU brings an appointment, which a later one moves and another cancels', async () => {
    const start = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10).replaceAll('-', '')
    const siu = (event: string, time: string) =>
      message(`SIU^${event}`, [
        `SCH|P7|F7|||||^Check-up|^Follow-up|||^^^${start}${time}+0000`,
        pid('H5'),
        'AIP|1||1234567893^Novak^Tamara^^^^^^NPI^^^^NPI',
      ])
    await read([['s12.hl7', siu('S12', '1000')]])
    const patientId = (await patientOf('H5'))!.id
    const appointments = async () =>
      (await admin.call(patientRecordCalls.listAppointments, { query: { facilityId: clinic.facilityId, patientId } }))
        .result
    expect(await appointments()).toMatchObject([
      { status: 'BOOKED', reason: 'Check-up', providerName: expect.stringContaining('Novak') as string },
    ])
    await read([['s13.hl7', siu('S13', '1130')]])
    expect(await appointments()).toMatchObject([{ startsAt: expect.stringMatching(/T11:30/) as string }])
    await read([['s15.hl7', siu('S15', '1130')]])
    expect(await appointments()).toMatchObject([{ status: 'CANCELLED' }])
    // An unknown appointment without a time is dropped, but its patient is imported.
    const timeless = () => message('SIU^S12', ['SCH|P8|F8', pid('H7')])
    const { messages } = await read([['s12.hl7', timeless() + timeless()]])
    expect(messages).toEqual(counts({ applied: 1, nothing: 1 }))
    expect((await filesOf(admin, clinic.clinicId, 'CALENDAR')).map(({ fileName }) => fileName)).toEqual([
      's12.hl7',
      's15.hl7',
      's13.hl7',
      's12.hl7',
    ])
  })
})

describe('the call', () => {
  test('POST private/clinic/clinicId/import-hl7-file takes the files of the field “files” into the caller’s own clinic [HL7-17]', async () => {
    const answer = await upload(admin, 'clinicId', [['own.hl7', admission('P1')]])
    expect(await answer.json()).toMatchObject({ success: true, message: 'Upload Successful', result: [{ files: 1 }] })
    await read([['behind-it.hl7', admission('P2')]])
    await vi.waitFor(async () => expect(await patientOf('P1')).toBeDefined(), { timeout: 5_000 })
    const none = new FormData()
    none.append('other', new Blob([admission('P3')]), 'p3.hl7')
    const path = '/api/private/clinic/clinicId/import-hl7-file'
    expect((await admin.raw(path, { method: 'POST', body: none })).status).toBe(422)
  })

  test('the messages of a file decide its list; a file without messages goes to the list that was open [Q147]', async () => {
    const about = (type: string, segments: string[] = []) => message(type, [pid('T1'), ...segments])
    const sent: Sent[] = [
      ['t-adt.hl7', about('ADT^A08')],
      ['t-siu.hl7', about('SIU^S12', ['SCH|T1'])],
      ['t-mdm.hl7', about('MDM^T02', ['TXA|1'])],
      ['t-oru.hl7', about('ORU^R01')],
      ['t-none.hl7', 'Dear colleague\n'],
      // A file gets the type that most of its messages have.
      ['t-mixed.hl7', about('ORU^R01') + about('ADT^A08') + about('ADT^A31')],
    ]
    const form = new FormData()
    for (const [name, content] of sent) form.append('files', new Blob([content]), name)
    const path = `/api/private/clinic/${clinic.clinicId}/import-hl7-file?fileType=CALENDAR`
    expect((await admin.raw(path, { method: 'POST', body: form })).status).toBe(200)
    const namesOf = async (type: Hl7FileType) => {
      const files = await filesOf(admin, clinic.clinicId, type, { searchValue: 't-' })
      return files
        .filter(({ isWaiting }) => !isWaiting)
        .map(({ fileName }) => fileName)
        .toSorted()
    }
    await vi.waitFor(
      async () =>
        expect([await namesOf('PATIENT'), await namesOf('CALENDAR'), await namesOf('DICTATION')]).toEqual([
          ['t-adt.hl7', 't-mixed.hl7'],
          ['t-none.hl7', 't-siu.hl7'],
          ['t-mdm.hl7', 't-oru.hl7'],
        ]),
      { timeout: 5_000 },
    )
  })
})

describe('repeated messages', () => {
  test('a repeated message changes nothing, even when two people send it at the same time', async () => {
    const one = admission('K1', [], { control: 'SAME-1' })
    const other = await signedIn(server, clinic.clinicId, { userType: 'admin', facilityIds: [clinic.facilityId] })
    const many: Sent[] = Array.from({ length: 8 }, (_, n) => [
      `k${n}.hl7`,
      n === 0 ? one : admission(`K${n + 1}`, [], { control: `SAME-${n + 1}` }),
    ])
    const ends = await Promise.all([read(many), imported(other, clinic.clinicId, many)])
    const sum = (name: 'applied' | 'known') => ends.reduce((all, { messages }) => all + messages[name], 0)
    expect([sum('applied'), sum('known')]).toEqual([8, 8])
    const { rows } = await server.owner.query("select from patient_records where patient_id = $1 and kind = 'ADT'", [
      (await patientOf('K1'))!.id,
    ])
    expect(rows).toHaveLength(1)
  })

  test('another message with a known control id is applied from a file with a warning, and refused from a live interface', async () => {
    const messageOf = (event: string) => message(`ADT^${event}`, [pid('K9'), 'PV1|1|I'], { control: 'SAME-9' })
    await read([['numbers-anew.hl7', messageOf('A01') + messageOf('A03') + messageOf('A01')]])
    const results = await verdicts('numbers-anew.hl7')
    expect(results.map(({ verdict }) => verdict)).toEqual(['APPLIED', 'APPLIED', 'KNOWN'])
    expect(results[1]!.problems).toEqual([
      {
        severity: 'warning',
        message: 'Another message with this control id was received before (MSH-10).',
        segment: 'MSH',
        field: 10,
        line: 4,
      },
    ])
    const { rows } = await server.owner.query<{ action: string }>(
      "select content->>'actionType' as action from patient_records where patient_id = $1 and kind = 'ADT' order by 1",
      [(await patientOf('K9'))!.id],
    )
    expect(rows).toEqual([{ action: 'Admission' }, { action: 'Discharge' }])
    const live = (text: string) =>
      server.doors.asSystem(
        'task mllp',
        (work) =>
          receiveMessage(work, readMessage({ bytes: new TextEncoder().encode(text), line: 1, charset: undefined }), {
            facilityId: clinic.facilityId,
            reaches: () => true,
          }),
        clinic.clinicId,
      )
    expect(await live(messageOf('A02'))).toMatchObject({
      verdict: 'REFUSED',
      reason: 'Another message with the same control id was received before (MSH-10).',
    })
    expect(await live(messageOf('A03'))).toMatchObject({ verdict: 'KNOWN' })
  })

  test('a refused message leaves nothing behind, and can be sent again once it is usable', async () => {
    const [importId, text] = [newId(), message('ADT^A08', [pid('R1', 'Dubois', '')])]
    expect((await read([['r.hl7', text]], { importId })).messages).toEqual(counts({ refused: 1 }))
    expect(await patientOf('R1')).toBeUndefined()
    await read([['r1.hl7', admission('R1')]])
    expect((await read([['r.hl7', text]])).messages).toEqual(counts({ applied: 1 }))
  })

  test('a server killed in the middle of a file continues after the last finished message', async () => {
    const importId = newId()
    await read([['cut.hl7', admission('X1') + admission('X2') + admission('X3')]], { importId })
    const { rows: before } = await server.owner.query<{ version: number }>(
      "select version from patients where record_key in ('x1', 'x2')",
    )
    // Restore the state after the second message, as if the import was interrupted there.
    await server.owner.query("update hl7_files set state = 'WAITING' where import_id = $1", [importId])
    await server.owner.query(
      'delete from hl7_messages where number = 3 and file_id in (select id from hl7_files where import_id = $1)',
      [importId],
    )
    await server.owner.query(
      'delete from hl7_received where control_id in (select control_id from hl7_received order by received_at desc limit 1)',
    )
    await server.owner.query("delete from patients where record_key = 'x3'")
    const end = await read([['more.hl7', admission('X4')]], { importId })
    expect(end).toMatchObject({ files: 2, read: 2, unusable: 0, messages: counts({ applied: 4 }) })
    expect(await patientOf('X3')).toBeDefined()
    const { rows: after } = await server.owner.query<{ version: number }>(
      "select version from patients where record_key in ('x1', 'x2')",
    )
    expect(after).toEqual(before)
  })
})

describe('the facility of a message', () => {
  test('is the one it names, otherwise the chosen one, but never another person’s or a disabled one', async () => {
    const place = await aClinic(server, 'Two Houses')
    const annex = await aFacility(server, place.clinicId, { name: 'East Wing' })
    const boss = await signedIn(server, place.clinicId, { userType: 'clinicAdmin' })
    await server.owner.query('update facilities set hl7_integration = true where clinic_id = $1', [place.clinicId])
    await server.owner.query("update facilities set organisation_id = 'EW-1' where id = $1", [annex])
    const run = (text: string, fields = {}) => imported(boss, place.clinicId, [['f.hl7', text]], fields)
    await run(admission('F1', [], { facility: 'East Wing' }) + admission('F2', [], { facility: 'ew-1' }))
    expect([await patientOf('F1', annex), await patientOf('F2', annex)]).toEqual([expect.anything(), expect.anything()])
    const unknown = admission('F3', [], { facility: 'Elsewhere' })
    expect((await run(unknown)).messages).toEqual(counts({ refused: 1 }))
    expect((await verdictsOf(boss, place.clinicId, 'PATIENT', 'f.hl7'))[0]!.reason).toContain(
      'names no facility of this clinic',
    )
    await run(unknown, { facilityId: annex })
    expect(await patientOf('F3', annex)).toBeDefined()
    expect(
      await (await upload(boss, place.clinicId, [['f.hl7', unknown]], { facilityId: clinic.facilityId })).json(),
    ).toMatchObject({ code: 'hl7-facility-unknown' })
    await server.owner.query('update facilities set is_enabled = false where id = $1', [annex])
    expect((await run(admission('F4', [], { facility: 'East Wing' }))).messages).toEqual(counts({ refused: 1 }))
    // This admin belongs to the other facility only.
    await server.owner.query('update facilities set is_enabled = true where id = $1', [annex])
    const admin2 = await signedIn(server, place.clinicId, { userType: 'admin', facilityIds: [place.facilityId] })
    const end = await imported(admin2, place.clinicId, [['g.hl7', admission('F5', [], { facility: 'East Wing' })]])
    expect(end.messages).toEqual(counts({ refused: 1 }))
    expect(await patientOf('F5', annex)).toBeUndefined()
  })

  test('a file can be read at a facility only if all its messages are for it, whichever facility was chosen', async () => {
    const place = await aClinic(server, 'Two Doors')
    const annex = await aFacility(server, place.clinicId, { name: 'West Wing' })
    await server.owner.query('update facilities set hl7_integration = true where clinic_id = $1', [place.clinicId])
    const boss = await signedIn(server, place.clinicId, { userType: 'clinicAdmin' })
    const inAnnex = await signedIn(server, place.clinicId, { userType: 'admin', facilityIds: [annex] })
    const [here, there] = [
      (mrn: string) => admission(mrn),
      (mrn: string) => admission(mrn, [], { facility: 'West Wing' }),
    ]
    const unreadable = 'MSH|^~\\&|HIS\r'
    await imported(boss, place.clinicId, [['all-there.hl7', there('D1') + there('D2')]])
    await imported(boss, place.clinicId, [['none-named.hl7', here('D3')]], { facilityId: annex })
    await imported(boss, place.clinicId, [['both.hl7', there('D4') + here('D5')]], { facilityId: place.facilityId })
    await imported(boss, place.clinicId, [['last-unreadable.hl7', there('D6') + unreadable]])
    await imported(
      boss,
      place.clinicId,
      [
        ['elsewhere.hl7', admission('D7', [], { facility: 'Two Doors Main' })],
        ['no-message.hl7', 'Dear colleague'],
      ],
      { facilityId: annex },
    )
    const names = async (who: TestClient) =>
      (await filesOf(who, place.clinicId, 'PATIENT')).map(({ fileName }) => fileName).toSorted()
    expect(await names(inAnnex)).toEqual(['all-there.hl7', 'none-named.hl7'])
    expect(await names(boss)).toHaveLength(6)
    // Before a file is read, nobody knows which facility its messages are for.
    await server.owner.query("update hl7_files set state = 'WAITING' where clinic_id = $1", [place.clinicId])
    expect(await names(inAnnex)).toEqual([])
  })
})

describe('bad input', () => {
  const bytes = (text: string, encoding: 'utf16le' | 'latin1') => new Uint8Array(Buffer.from(text, encoding))
  test('an error is shown with segment, field, line and position', async () => {
    await read([
      ['bad.hl7', `${admission('B0')}${message('ADT^A01', ['EVN|A01', 'PID|1||B1^^^HIS^MR||Dubois||1971-13-45|F'])}`],
    ])
    const [first, second] = await verdicts('bad.hl7')
    expect(first).toMatchObject({
      number: 1,
      line: 1,
      event: 'ADT^A01',
      verdict: 'APPLIED',
      facilityName: 'Hill Clinic Main',
    })
    expect(second).toMatchObject({
      number: 2,
      line: 5,
      verdict: 'REFUSED',
      reason: expect.stringMatching(/There is no first name\. Add the patient by hand/) as string,
    })
    expect(second!.problems).toContainEqual(
      expect.objectContaining({ severity: 'warning', segment: 'PID', field: 7, line: 7 }),
    )
    expect(second!.problems).toContainEqual({
      severity: 'error',
      message: second!.reason,
      segment: 'PID',
      field: 5,
      line: 7,
      position: 21,
    })
  })

  test('binary, empty and foreign texts are stored and reported; UTF-16, and Latin-1 labelled UTF-8, are read', async () => {
    const latin = message('ADT^A01', [pid('B2', 'Müller^Änne')]).replace('|2.5', '|2.5||||||UNICODE UTF-8')
    const end = await read([
      ['pdf.hl7', '%PDF-1.7 whatever'],
      ['empty.hl7', ''],
      ['prose.hl7', 'Dear colleague,\nall is well.\n'],
      ['wide.hl7', bytes(`\uFEFF${admission('B3')}`, 'utf16le')],
      ['wide-bare.hl7', bytes(admission('B4'), 'utf16le')],
      ['latin.hl7', bytes(latin, 'latin1')],
      ['zeros.hl7', admission('B5').replace('Greta', 'Gre\0ta')],
    ])
    expect(end).toMatchObject({ files: 7, read: 7, unusable: 3 })
    expect(await patientOf('B2')).toMatchObject({ last_name: 'Müller', first_name: 'Änne' })
    expect([await patientOf('B3'), await patientOf('B4')]).toEqual([expect.anything(), expect.anything()])
    const files = await filesOf(admin, clinic.clinicId, 'PATIENT')
    for (const name of ['pdf.hl7', 'empty.hl7', 'prose.hl7'])
      expect(files.find(({ fileName }) => fileName === name)!.problem, name).toMatch(/not a text file|no HL7 message/)
  })

  test('NUL characters are removed everywhere, and a value that is too long is cut or makes only its own message fail', async () => {
    const nul = '\\X00\\'
    const siu = (key: string, mrn: string) =>
      message('SIU^S12', [`SCH|${key}|${key}|||||^Check${nul}-up||||^^^20991101100000`, pid(mrn), 'AIL|1||North\0'])
    const long = randomBytes(4_000).toString('hex')
    const { messages } = await read([
      [
        'nul.hl7',
        [
          admission(`L1${nul}`, [`AL1|1|DA|LATEX^Lat${nul}ex\0|SV|Rash`], { control: `N${nul}UL-1` }),
          message('ADT^A40', [pid('L1'), `MRG|OLD${nul}L1^^^HIS^MR`]),
          siu(`K${nul}1`, 'L2'),
          admission(nul),
          admission(long),
          siu(long, 'L3'),
          message('ADT^A01', [pid('L4', `Dubois^${long}`), 'PV1|1|I']),
          admission('L5'),
        ].join(''),
      ],
    ])
    expect(messages).toEqual(counts({ applied: 5, refused: 3 }))
    expect((await verdicts('nul.hl7')).map(({ reason }) => reason)).toEqual([
      null,
      null,
      null,
      'The patient has no medical record number (PID-3).',
      'The MRN has more than 200 characters.',
      'A value in this message is too long or can’t be stored. Nothing of the message was used.',
      null,
      null,
    ])
    expect([await patientOf('L1'), await patientOf('L3')]).toEqual([expect.anything(), undefined])
    expect((await patientOf('L4'))!['first_name']).toBe(`${long.slice(0, 199)}…`)
    const { rows } = await server.owner.query<{ text: string }>(
      `select content->>'allergen' as text from patient_records where patient_id = $1 and kind = 'ALLERGY'
       union all select reason || ' ' || appointment_key || ' ' || location from appointments where appointment_key = 'K1'`,
      [(await patientOf('L1'))!.id],
    )
    expect(rows.map(({ text }) => text)).toEqual(['Latex', 'Check-up K1 North'])
  })

  test('other events and types are stored without being applied', async () => {
    const { messages } = await read([
      [
        'others.hl7',
        message('ADT^A19', [pid('O1')]) + message('QRY^A19', [pid('O1')]) + message('DFT^P03', [pid('O1')]),
      ],
    ])
    expect(messages).toEqual(counts({ nothing: 3 }))
    expect((await verdicts('others.hl7')).map(({ reason }) => reason)).toEqual([
      'This event changes nothing here (MSH-9.2).',
      'This type of message is not used (MSH-9).',
      'This type of message is not used (MSH-9).',
    ])
    expect(await patientOf('O1')).toBeUndefined()
  })

  test('a field with ten thousand repetitions is read', async () => {
    const { messages } = await read([
      ['many.hl7', message('ADT^A01', [pid('B6').replace('B6^^^HIS^MR', `${'X^^^O^AN~'.repeat(10_000)}B6^^^HIS^MR`)])],
    ])
    expect(messages).toEqual(counts({ applied: 1 }))
    expect(await patientOf('B6')).toBeDefined()
  })
})

describe('an upload is refused', () => {
  const refusal = async (files: readonly Sent[], who = admin, of = clinic) => {
    const answer = await upload(who, of.clinicId, files)
    return [answer.status, ((await answer.json()) as { code: string }).code]
  }
  const blobs = async () =>
    Number((await server.owner.query<{ n: string }>('select count(*) as n from hl7_files')).rows[0]!.n)

  test('with another file name, over 5 MB or over 100 files, and nothing of it is stored [HL7-11, Q151]', async () => {
    const before = await blobs()
    expect(
      await refusal([
        ['fine.hl7', admission('N1')],
        ['notes.txt', 'x'],
      ]),
    ).toEqual([422, 'hl7-wrong-name'])
    expect(await refusal([['big.hl7', 'M'.repeat(5_000_001)]])).toEqual([413, 'hl7-too-large'])
    expect(await refusal(Array.from({ length: 101 }, (_, n) => [`${n}.hl7`, 'x']))).toEqual([413, 'hl7-too-many'])
    expect(await refusal([])).toEqual([422, 'hl7-no-files'])
    expect(await blobs()).toBe(before)
    expect(await patientOf('N1')).toBeUndefined()
  })

  test('from a doctor, into another clinic, or without a facility that has HL7 integration', async () => {
    const doctor = await signedIn(server, clinic.clinicId, { facilityIds: [clinic.facilityId] })
    expect((await refusal([['a.hl7', 'x']], doctor))[0]).toBe(403)
    const other = await aClinic(server, 'Other')
    const foreigner = await signedIn(server, other.clinicId, { userType: 'clinicAdmin' })
    expect((await refusal([['a.hl7', 'x']], foreigner))[0]).toBe(404)
    expect(await refusal([['a.hl7', 'x']], foreigner, other)).toEqual([403, 'hl7-off'])
    const list = await foreigner.call(calls.listHl7Files, {
      params: { clinicId: other.clinicId },
      query: { fileType: 'PATIENT' },
    })
    expect([list.status, list.message]).toEqual([403, 'HL7 isn’t set up for any of your facilities.'])
  })
})
