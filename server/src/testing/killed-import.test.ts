import { hl7FileCalls } from '@dictara/contract/hl7-files'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { times } from '../../../tools/src/times.ts'
import { message, pid, type Sent, upload } from '../features/hl7-files/hl7.fixtures.ts'
import { newId } from '../platform/ids.ts'
import { type KillableServer, killableServer } from './killable-server.ts'
import { signInAs, type TestClient } from './test-client.ts'

let server: KillableServer
let admin: TestClient
let clinicId: string
const facilityName = 'Harbor Street Main'
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

async function query<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
  const client = new pg.Client({ connectionString: server.databaseUrl() })
  await client.connect()
  try {
    return (await client.query<Row>(text, values)).rows
  } finally {
    await client.end()
  }
}

beforeAll(async () => {
  server = await killableServer()
  await server.start()
  const { email, password } = server.account('clinicAdmin')
  admin = await signInAs(server.url, email, password)
  clinicId = admin.user.clinicId!
  await query('update facilities set hl7_integration = true where name = $1', [facilityName])
}, 120_000)
afterAll(() => server?.remove())

const kills = times(2, 20)
const patients = 24
const movements = ['A01', 'A02', 'A03']

/** The first movements are together in one file, the others in one file each. */
function folderOf(round: number): Sent[] {
  const messagesFor = (event: string) =>
    Array.from({ length: patients }, (_, n) =>
      message(`ADT^${event}`, [`EVN|${event}|20261101100000`, pid(`KILL-${round}-${n}`), 'PV1|1|I|North^101^A'], {
        facility: facilityName,
        control: `K${round}-${event}-${n}`,
      }),
    )
  const [admissions = [], ...others] = movements.map(messagesFor)
  return [['all.hl7', admissions.join('')], ...others.flat().map((text, n): Sent => [`${n}.hl7`, text])]
}

const stateOf = async (importId: string) =>
  (await admin.call(hl7FileCalls.getHl7Import, { params: { clinicId, importId } })).result[0]!

test('killed while reading HL7 files, it continues automatically, with each message once, in order and complete', async () => {
  for (let round = 0; round < kills; round += 1) {
    const importId = newId()
    const files = folderOf(round)
    expect((await upload(admin, clinicId, files, { importId })).status).toBe(200)
    const least = 5 + Math.floor(Math.random() * patients * 2)
    for (let looks = 0; looks < 2_000 && (await stateOf(importId)).messages.applied < least; looks += 1) await pause(5)
    await server.kill()
    await server.start()
    for (;;) {
      const { read, files: sent, messages } = await stateOf(importId)
      if (read === sent) {
        expect(messages).toEqual({ applied: patients * movements.length, known: 0, nothing: 0, refused: 0 })
        break
      }
      await pause(100)
    }
    const rows = await query<{ movements: string; bed: string | null }>(
      `select string_agg(r.content->>'actionType', ',' order by r.content->>'actionType') as movements, p.bed_id as bed
       from patients p left join patient_records r on r.patient_id = p.id and r.kind = 'ADT'
       where p.record_key like $1 group by p.clinic_id, p.id, p.bed_id`,
      [`kill-${round}-%`],
    )
    expect(rows).toHaveLength(patients)
    // The discharge is the last message.
    expect(new Set(rows.map((row) => JSON.stringify(row)))).toEqual(
      new Set([JSON.stringify({ movements: 'Admission,Discharge,Transfer', bed: null })]),
    )
  }
}, 600_000)
