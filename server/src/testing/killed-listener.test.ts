import { encodeFrame, type ReadAck } from '@dictara/hl7'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { times } from '../../../tools/src/times.ts'
import { message, pid } from '../features/hl7-files/hl7.fixtures.ts'
import { mllpSender } from '../features/hl7-listener/mllp-sender.fixtures.ts'
import { freePort } from '../platform/free-port.ts'
import { type KillableServer, killableServer } from './killable-server.ts'

let server: KillableServer
let port: number
let settings: Record<string, string>
const facilityName = 'Harbor Street Main'

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
  const [facility] = await query<{ id: string }>(
    'update facilities set hl7_integration = true where name = $1 returning id',
    [facilityName],
  )
  port = await freePort()
  settings = {
    DICTARA_MLLP_PORT: String(port),
    DICTARA_MLLP_HOST: '127.0.0.1',
    DICTARA_MLLP_TLS: 'no',
    DICTARA_MLLP_SENDERS: `127.0.0.1=${facility!.id}`,
  }
  await server.stop()
  await server.start(settings)
}, 120_000)
afterAll(() => server?.remove())

const rounds = times(1, 20)
const said = ({ code, controlId, text }: ReadAck) => [code, controlId, text].filter(Boolean).join(' ')

/** Waits until the transaction of a message has committed. */
async function committed(controlId: string) {
  for (;;) {
    const rows = await query('select from hl7_received where control_id = $1', [controlId])
    if (rows.length > 0) return
    await new Promise((next) => setTimeout(next, 2))
  }
}

test('killed between commit and acknowledgement of a message, it answers the repeated message and applies it once', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const admission = (n: number) =>
      message('ADT^A01', ['EVN|A01|20261101100000', pid(`HEARD-${round}-${n}`), 'PV1|1|I|North^101^A'], {
        control: `HEARD-${round}-${n}`,
      })
    const [first, second, third] = [admission(0), admission(1), admission(2)]
    const before = await mllpSender(port)
    expect(said(await before.ask(first))).toBe(`AA HEARD-${round}-0`)
    before.ignore()
    before.write(encodeFrame(second))
    await committed(`HEARD-${round}-1`)
    await server.kill()
    before.close()
    await server.start(settings)
    const after = await mllpSender(port)
    for (const [n, text] of [second, third, first].entries())
      expect(said(await after.ask(text))).toBe(`AA HEARD-${round}-${[1, 2, 0][n]}`)
    after.close()
    const rows = await query<{ key: string; movements: number; files: number }>(
      `select p.record_key as key,
        (select count(*)::int from patient_records r where r.patient_id = p.id and r.kind = 'ADT') as movements,
        (select count(*)::int from hl7_messages m where lower(m.control_id) = p.record_key) as files
       from patients p where p.record_key like $1 order by 1`,
      [`heard-${round}-%`],
    )
    expect(rows).toEqual([0, 1, 2].map((n) => ({ key: `heard-${round}-${n}`, movements: 1, files: 1 })))
  }
}, 600_000)
