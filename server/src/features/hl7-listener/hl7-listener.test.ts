import { encodeFrame, type ReadAck } from '@dictara/hl7'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../platform/free-port.ts'
import { newId } from '../../platform/ids.ts'
import { aClinic, signedIn, type TestClinic } from '../../testing/clinic.fixtures.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { filesOf, message, pid, verdictsOf } from '../hl7-files/hl7.fixtures.ts'
import { mllpSender } from './mllp-sender.fixtures.ts'

let server: TestServer
let port: number
let clinic: TestClinic
let other: TestClinic
let admin: TestClient

/** The facility for which each loopback address of this computer sends. */
const facilities = { '127.0.0.1': newId(), '127.0.0.2': newId(), '127.0.0.3': newId(), '127.0.0.5': newId() }
const aSendingFacility = (clinicId: string, id: string, name: string, takesHl7 = true) =>
  server.owner.query(
    `insert into facilities (clinic_id, id, name, is_enabled, transcription_flow, reviewer_count, plan, hl7_integration)
     values ($1, $2, $3, true, 'TRANSCRIPTION_REVIEWER', 2, 'STANDARD', $4)`,
    [clinicId, id, name, takesHl7],
  )

beforeAll(async () => {
  port = await freePort()
  server = await startTestServer({
    settings: {
      DICTARA_MLLP_PORT: String(port),
      DICTARA_MLLP_TLS: 'no',
      DICTARA_MLLP_HOST: '127.0.0.1',
      DICTARA_MLLP_SENDERS: Object.entries(facilities)
        .map(([address, id]) => `${address}/32=${id}`)
        .join(', '),
    },
  })
  clinic = await aClinic(server)
  other = await aClinic(server, 'Other')
  await aSendingFacility(clinic.clinicId, facilities['127.0.0.1'], 'North')
  await aSendingFacility(other.clinicId, facilities['127.0.0.2'], 'South')
  await aSendingFacility(clinic.clinicId, facilities['127.0.0.3'], 'Closed', false)
  admin = await signedIn(server, clinic.clinicId, { userType: 'clinicAdmin' })
})
afterAll(() => server.close())

const sender = async (address: keyof typeof facilities | '127.0.0.4' = '127.0.0.1') => {
  const one = await mllpSender(port, address)
  onTestFinished(() => one.close())
  return one
}
const update = (mrn: string, name = 'Dubois^Greta', head = {}) => message('ADT^A08', [pid(mrn, name)], head)
const nameOf = async (mrn: string, facilityId = facilities['127.0.0.1']) =>
  (
    await server.owner.query<{ name: string }>(
      "select last_name || ', ' || first_name as name from patients where facility_id = $1 and record_key = lower($2)",
      [facilityId, mrn],
    )
  ).rows[0]?.name
const filesWith = async (mark: string, who = admin, { clinicId } = clinic) =>
  (await filesOf(who, clinicId, 'PATIENT')).filter(({ fileName }) => fileName.includes(mark))
const said = ({ code, controlId }: ReadAck) => `${code} ${controlId}`

test('an acknowledged message has stored its patient, and is listed with its verdict under HL7 Files', async () => {
  const one = await sender()
  const sent = update('L1', undefined, { control: 'FIRST' })
  expect(said(await one.ask(sent))).toBe('AA FIRST')
  expect(await nameOf('L1')).toBe('Dubois, Greta')
  const [file] = await filesWith('FIRST')
  expect(file).toMatchObject({ fileName: 'ADT-A08 FIRST.hl7', fileSize: sent.length, isWaiting: false })
  expect(await verdictsOf(admin, clinic.clinicId, 'PATIENT', file!.fileName)).toMatchObject([
    { event: 'ADT^A08', controlId: 'FIRST', facilityName: 'North', verdict: 'APPLIED' },
  ])
})

test('a repeated message gets the same answer without effect; another message with its control id is refused', async () => {
  const one = await sender()
  const sent = update('L2', undefined, { control: 'TWICE' })
  expect(said(await one.ask(sent))).toBe('AA TWICE')
  expect(said(await one.ask(update('L2', 'Dubois^Grete')))).toMatch(/^AA/)
  expect(said(await one.ask(sent))).toBe('AA TWICE')
  expect(await nameOf('L2')).toBe('Dubois, Grete')
  const changed = await one.ask(update('L2', 'Else^Else', { control: 'TWICE' }))
  expect([changed.code, changed.controlId, await nameOf('L2')]).toEqual(['AE', 'TWICE', 'Dubois, Grete'])
  expect(changed.text).toMatch(/MSH-10/)
  expect((await filesWith('TWICE')).map(({ messages }) => messages)).toMatchObject([{ refused: 1 }, { applied: 1 }])
})

test('messages that arrive together or in pieces are answered in order', async () => {
  const one = await sender()
  const controls = Array.from({ length: 12 }, (_, at) => `ORDER${at}`)
  const frames = controls.map((control, at) => encodeFrame(update('L3', `Dubois^Name${at}`, { control })))
  one.write(Buffer.concat(frames))
  expect((await one.answers(12)).map(said)).toEqual(controls.map((control) => `AA ${control}`))
  expect(await nameOf('L3')).toBe('Dubois, Name11')
  const cut = encodeFrame(update('L4', 'Núñez^Ana', { control: 'CUT' }))
  for (const [from, to] of [
    [0, 1],
    [1, 70],
    [70, cut.length],
  ]) {
    one.write(cut.slice(from, to))
    await new Promise((next) => setTimeout(next, 15))
  }
  expect((await one.answers(1)).map(said)).toEqual(['AA CUT'])
  expect(await nameOf('L4')).toBe('Núñez, Ana')
})

test('an incomplete message is neither applied nor answered, even at the end of the connection, but the one before it is', async () => {
  const one = await sender()
  one.write(encodeFrame(update('L5', undefined, { control: 'WHOLE' })))
  one.write(encodeFrame(update('L6')).slice(0, -2))
  one.end()
  expect((await one.answers(2)).map(said)).toEqual(['AA WHOLE'])
  expect([await nameOf('L5'), await nameOf('L6')]).toEqual(['Dubois, Greta', undefined])
})

test('data that is not a message is rejected, and the next message is accepted', async () => {
  const one = await sender()
  for (const garbage of ['hello', 'PID|1||L7', '', Uint8Array.of(0x25, 0x50, 0x44, 0x46, 0, 1, 2, 255)])
    expect(await one.ask(garbage)).toMatchObject({ code: 'AR', text: expect.stringMatching(/\w/) as string })
  one.write('\r\nnoise\r\n')
  expect((await one.ask(update('L7'))).code).toBe('AA')
})

test('unusable content is answered as an error, and stored once however often it is repeated', async () => {
  const one = await sender()
  const nameless = message('ADT^A08', ['PID|1||L8^^^HIS^MR'], { control: 'NAMELESS' })
  for (let times = 0; times < 3; times += 1)
    expect(await one.ask(nameless)).toMatchObject({ code: 'AE', text: expect.stringMatching(/name/) as string })
  expect(await filesWith('NAMELESS')).toHaveLength(1)
  expect((await one.ask(update('L8'))).code).toBe('AA')
})

test('in enhanced mode the sender gets the acknowledgements that it requests', async () => {
  const one = await sender()
  const asking = (accept: string, application: string, control: string, name?: string) =>
    update('L9', name, { control, version: `2.5|||${accept}|${application}` })
  one.write(encodeFrame(asking('AL', 'AL', 'BOTH')))
  expect((await one.answers(2)).map(said)).toEqual(['CA BOTH', 'AA BOTH'])
  expect(said(await one.ask(asking('AL', 'NE', 'ONE')))).toBe('CA ONE')
  one.write(encodeFrame(asking('NE', 'NE', 'NONE', 'Dubois^None')))
  one.write(encodeFrame(message('ACK^A08', ['MSA|AA|BOTH'])))
  expect(said(await one.ask(asking('AL', 'AL', 'BOTH', 'Else^Else')))).toBe('CE BOTH')
  expect((await one.ask(update('L10'))).code).toBe('AA')
  expect(await nameOf('L9')).toBe('Dubois, None')
})

test('a connection from an unknown address is closed, whatever it sends', async () => {
  const stranger = await sender('127.0.0.4')
  stranger.write(encodeFrame(update('L11')))
  expect(await stranger.answers(1)).toEqual([])
  expect(await nameOf('L11')).toBeUndefined()
})

test('a sender reaches only its own facility, and no other facility or clinic', async () => {
  const south = await sender('127.0.0.2')
  expect((await south.ask(update('L12', undefined, { facility: 'North' }))).code).toBe('AA')
  expect([await nameOf('L12'), await nameOf('L12', facilities['127.0.0.2'])]).toEqual([undefined, 'Dubois, Greta'])
  await server.owner.query('update facilities set hl7_integration = true where id = $1', [clinic.facilityId])
  const north = await sender()
  const elsewhere = update('L13', undefined, { facility: 'Hill Clinic Main', control: 'ELSEWHERE' })
  expect((await north.ask(elsewhere)).code).toBe('AR')
  expect(await nameOf('L13', clinic.facilityId)).toBeUndefined()
  expect((await filesWith('ELSEWHERE')).map(({ messages }) => messages)).toMatchObject([{ refused: 1 }])
  const inNorth = await signedIn(server, clinic.clinicId, { userType: 'admin', facilityIds: [facilities['127.0.0.1']] })
  await north.ask(update('L17', undefined, { control: 'OUR-OWN' }))
  expect(await filesWith('OUR-OWN', inNorth)).toHaveLength(1)
  expect(await filesWith('ELSEWHERE', inNorth)).toEqual([])
})

test('messages for an unknown facility, or one without HL7, are rejected and not stored', async () => {
  const closed = await sender('127.0.0.3')
  const { code, text } = await closed.ask(update('L14', undefined, { control: 'CLOSED' }))
  expect([code, text]).toEqual(['AR', 'Closed is disabled or has no HL7 integration.'])
  expect(await filesWith('CLOSED')).toEqual([])
  const nowhere = await sender('127.0.0.5')
  expect(await nowhere.ask(update('L15'))).toMatchObject({
    code: 'AR',
    text: 'The facility that this address sends for doesn’t exist.',
  })
})

test('messages about one patient over several connections all arrive', async () => {
  const senders = await Promise.all(Array.from({ length: 12 }, () => sender()))
  const answers = await Promise.all(
    senders.flatMap((one, at) => {
      one.write(encodeFrame(update('L16', `Dubois^A${at}`)))
      one.write(encodeFrame(message('ADT^A01', ['EVN|A01|20261101', pid('L16', `Dubois^B${at}`), 'PV1|1|I|N^1^A'])))
      return one.answers(2)
    }),
  )
  expect(new Set(answers.flat().map(({ code }) => code))).toEqual(new Set(['AA']))
  const { rows } = await server.owner.query<{ n: number }>(
    `select count(*)::int as n from patient_records r join patients p on p.id = r.patient_id
     where p.record_key = 'l16' and r.kind = 'ADT' and r.content ->> 'actionType' = 'Admission'`,
  )
  expect(rows).toEqual([{ n: 12 }])
})
