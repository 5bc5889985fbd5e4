import { once } from 'node:events'
import { connect } from 'node:net'
import { fileURLToPath } from 'node:url'
import { encodeFrame, FrameReader } from '@dictara/hl7'
import pg from 'pg'
import { newId } from '../../server/src/platform/ids.ts'
import { freePort } from '../../server/src/platform/free-port.ts'
import { seededDatabase } from './job-list-database.ts'
import { clinicOf, median, percentile } from './job-list-load.ts'
import { startProduct } from './start-product.ts'

const connections = 8
const roundMs = 5_000
const rounds = 3
const perSecond = 20
const atRateFor = 400
const patients = 5_000

let controls = 0
/** The patient has another bed in each message, and always the same name. */
const update = (patient: number) =>
  [
    `MSH|^~\\&|HIS|NORTH|DICTARA||20261101120000||ADT^A08|C${(controls += 1)}|P|2.5`,
    'EVN|A08|20261101115900',
    `PID|1||M${patient}^^^HIS^MR||Dubois^Greta${patient}||19710305|F|||1 Main St^^Springfield^IL^62701||555-0100`,
    `PV1|1|I|North^101^B${controls}||||||||||||||||V1|||||||||||||||||||||||||20261101093000`,
    'AL1|1|DA|LATEX^Latex|SV|Rash',
    'DG1|1||E11.9^Type 2 diabetes^I10|||A',
    '',
  ].join('\r')

async function sender(port: number) {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  await once(socket, 'connect')
  const frames = new FrameReader()
  let hear: (ack: string) => void = () => {}
  socket.on('data', (chunk) => {
    for (const event of frames.feed(chunk)) if (event.kind === 'frame') hear(Buffer.from(event.bytes).toString())
  })
  return {
    async send(message: string) {
      const ack = new Promise<string>((heard) => (hear = heard))
      socket.write(encodeFrame(message))
      if (!(await ack).includes('MSA|AA|')) throw new Error(await ack)
    },
    close: () => socket.destroy(),
  }
}
type Sender = (message: string) => Promise<unknown>

/** The rows that a message writes, by one statement: the least that PostgreSQL has to do for it. */
const sameRows = `
  with patient as (
    insert into patients (clinic_id, id, facility_id, medical_record_number, source, first_name, last_name,
      birth_date, gender, bed_id, unit_desc, admission_date)
    values ($1, uuidv7(), $2, $3, 'HL7', 'Greta', 'Dubois', '1971-03-05', 'Female', $4, 'North', '2026-11-01')
    on conflict (clinic_id, facility_id, record_key)
    do update set bed_id = excluded.bed_id, version = patients.version + 1
    returning id
  ), records as (
    insert into patient_records (clinic_id, patient_id, kind, position, content)
    select $1, id, kind, 0, content from patient, (values
      ('ALLERGY', '{"allergen": "Latex", "severity": "Severe", "reaction": "Rash"}'::jsonb),
      ('DIAGNOSIS', '{"code": "E11.9", "description": "Type 2 diabetes"}')) as told (kind, content)
    on conflict do nothing
  ), received as (
    insert into hl7_received values ($1, 'HIS|NORTH', $5, encode(sha256($6), 'hex'), now())
  ), audited as (
    insert into audit_events (clinic_id, event, patient_id, facility_id, detail)
    select $1, 'patient.brought', id, $2, '{"source": "HL7", "isNew": false}' from patient
  ), kept as (
    insert into hl7_files (clinic_id, id, facility_id, file_name, file_type, size_bytes, uploaded_at, state, content)
    values ($1, $7, $2, 'ADT-A08 ' || $5 || '.hl7', 'PATIENT', length($6), now(), 'DONE', $6)
  )
  insert into hl7_messages values ($1, $7, 1, 1, 'ADT^A08', $5, $2, 'APPLIED', null, '[]')`

/** Measures messages per second. Each sender waits for the answer before it sends the next message. */
async function throughput(senders: readonly Sender[]): Promise<number> {
  const begun = performance.now()
  let done = 0
  await Promise.all(
    senders.map(async (send) => {
      while (performance.now() - begun < roundMs) {
        await send(update(Math.floor(Math.random() * patients)))
        done += 1
      }
    }),
  )
  return (done * 1000) / (performance.now() - begun)
}

/** Returns the time of each answer from the scheduled time of its message. */
async function timesAtRate(senders: readonly Sender[]): Promise<number[]> {
  const turns = senders.map(() => Promise.resolve())
  const begun = performance.now()
  return Promise.all(
    Array.from({ length: atRateFor }, async (_, at) => {
      const due = begun + (at * 1000) / perSecond
      await new Promise((go) => setTimeout(go, Math.max(0, due - performance.now())))
      const lane = at % senders.length
      await (turns[lane] = turns[lane]!.then(async () => void (await senders[lane]!(update(at)))))
      return performance.now() - due
    }),
  )
}

/**
 * Measures messages over several connections, each committed and on disk before its answer. For comparison: the same rows written by SQL
 * alone, and a bare insert of the bytes.
 */
export async function benchMllp(): Promise<void> {
  await using database = await seededDatabase(10_000)
  const clinicId = await clinicOf(database.owner, 1)
  const facilityId = newId()
  await database.owner.query(
    `insert into facilities (clinic_id, id, name, is_enabled, transcription_flow, reviewer_count, plan, hl7_integration)
     values ($1, $2, 'Messages', true, 'TRANSCRIPTION_REVIEWER', 2, 'STANDARD', true)`,
    [clinicId, facilityId],
  )
  await database.owner.query('create table bare (id bigserial primary key, content bytea)')
  const bare = await Promise.all(
    Array.from({ length: connections }, async () => {
      const client = new pg.Client({ connectionString: database.ownerUrl })
      await client.connect()
      return client
    }),
  )
  const rowsAlone = bare.map(
    (client): Sender =>
      (message) => {
        const [, control, number, bed] = /(C\d+).*(M\d+)\^.*\^(B\d+)/s.exec(message)!
        const values = [clinicId, facilityId, number, bed, control, Buffer.from(message), newId()]
        return client.query({ name: 'same rows', text: sameRows, values })
      },
  )
  const inserts = bare.map(
    (client): Sender =>
      (message) =>
        client.query('insert into bare (content) values ($1)', [Buffer.from(message)]),
  )
  const port = await freePort()
  await using _product = await startProduct({
    DATABASE_URL: database.ownerUrl,
    DICTARA_MASTER_KEY: database.masterKey,
    DICTARA_MLLP_PORT: String(port),
    DICTARA_MLLP_HOST: '127.0.0.1',
    DICTARA_MLLP_TLS: 'no',
    DICTARA_MLLP_SENDERS: `127.0.0.1=${facilityId}`,
  })
  const lines = await Promise.all(Array.from({ length: connections }, () => sender(port)))
  const ours = lines.map(({ send }): Sender => send)
  await throughput(ours)
  const measured: { messages: number; rows: number; inserts: number }[] = []
  for (let round = 0; round < rounds; round += 1)
    measured.push({
      messages: await throughput(ours),
      rows: await throughput(rowsAlone),
      inserts: await throughput(inserts),
    })
  const compared = (what: 'rows' | 'inserts') => {
    const rate = median(measured.map((one) => one[what]))
    return `${rate.toFixed(0)}/s, ratio ${median(measured.map((one) => one.messages / one[what])).toFixed(2)}`
  }
  const messages = median(measured.map((one) => one.messages))
  console.log(
    `${connections} connections, ADT^A08, durable: ${messages.toFixed(0)} messages/s; ` +
      `the same rows by SQL alone ${compared('rows')}; a bare insert ${compared('inserts')}`,
  )
  const times = await timesAtRate(ours)
  console.log(
    `answered at ${perSecond}/s: p50 ${percentile(times, 0.5).toFixed(1)} ms, p99 ${percentile(times, 0.99).toFixed(1)} ms`,
  )
  for (const line of lines) line.close()
  await Promise.all(bare.map((client) => client.end()))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await benchMllp()
