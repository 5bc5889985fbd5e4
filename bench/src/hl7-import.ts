import { readFileSync } from 'node:fs'
import { hl7FileCalls, hl7Limits } from '@dictara/contract/hl7-files'
import pg from 'pg'
import { message, pid, type Sent, upload } from '../../server/src/features/hl7-files/hl7.fixtures.ts'
import { newId } from '../../server/src/platform/ids.ts'
import { killableServer } from '../../server/src/testing/killable-server.ts'
import { signInAs } from '../../server/src/testing/test-client.ts'

/**
 * Imports a folder of 100,000 files with one message each, and kills the server repeatedly meanwhile. Nothing may be
 * lost or doubled, and the memory of the server must not grow with the folder. `FILES=10000 npm run bench hl7-import`
 * uses fewer files.
 */
const files = Number(process.env['FILES'] ?? 100_000)
const patients = Math.ceil(files / 10)
const kills = 5
const mostGrowthMb = 300
const facilityName = 'Harbor Street Main'

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const server = await killableServer()
try {
  await server.start()
  const residentMb = () => {
    try {
      return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.serverPid()}/status`, 'utf8'))?.[1] ?? 0) / 1024
    } catch {
      return 0
    }
  }
  const query = async (text: string) => {
    const client = new pg.Client({ connectionString: server.databaseUrl() })
    await client.connect()
    try {
      return (await client.query<Record<string, string>>(text)).rows
    } finally {
      await client.end()
    }
  }
  await query(`update facilities set hl7_integration = true where name = '${facilityName}'`)
  const { email, password } = server.account('clinicAdmin')
  const admin = await signInAs(server.url, email, password)
  const clinicId = admin.user.clinicId!
  await pause(5_000)
  const before = residentMb()
  let most = before
  const watch = setInterval(() => (most = Math.max(most, residentMb())), 200)

  const importId = newId()
  const fileOf = (n: number): Sent => [
    `${n}.hl7`,
    message('ADT^A08', [`EVN|A08|20261101100000`, pid(`BULK-${n % patients}`), `PV1|1|I|North^1^B${n}`], {
      facility: facilityName,
      control: `B${n}`,
    }),
  ]
  const begun = performance.now()
  const stateOf = async () =>
    (await admin.call(hl7FileCalls.getHl7Import, { params: { clinicId, importId } })).result[0]!
  let killed = 0
  const killEvery = Math.floor(files / (kills + 1))
  let sent = 0
  async function killOnce() {
    killed += 1
    await server.kill()
    await server.start()
  }
  while (sent < files) {
    const batch = Array.from({ length: Math.min(hl7Limits.filesMost, files - sent) }, (_, n) => fileOf(sent + n))
    const answer = await upload(admin, clinicId, batch, { importId })
    if (answer.status !== 200) throw new Error(`An upload was answered with ${answer.status}: ${await answer.text()}`)
    sent += batch.length
    // Half of the kills happen while files are sent, the others while they are read.
    if (killed < Math.floor(kills / 2) && sent > killEvery * (killed + 1)) await killOnce()
  }
  console.log(`sent after ${((performance.now() - begun) / 1000).toFixed(0)} s`)
  for (;;) {
    const { read, messages } = await stateOf()
    if (read === files) break
    if (killed < kills && messages.applied > (files * (killed + 1)) / (kills + 1)) await killOnce()
    await pause(1_000)
  }
  clearInterval(watch)
  const seconds = (performance.now() - begun) / 1000
  const { messages } = await stateOf()
  const [{ count: made } = {}] = await query(`select count(*) from patients where record_key like 'bulk-%'`)
  const [{ count: late } = {}] = await query(
    `select count(*) from patients where record_key like 'bulk-%' and bed_id is distinct from
       'B' || (${files} - ${patients} + substr(record_key, 6)::int)`,
  )
  const growth = most - before
  const isWhole = messages.applied === files && Number(made) === patients && Number(late) === 0
  console.log(
    `${files} files in ${seconds.toFixed(0)} s (${(files / seconds).toFixed(0)} a second) over ${killed} kills: ` +
      `${JSON.stringify(messages)}, ${made} of ${patients} patients, ${late} not with their last bed`,
  )
  console.log(
    `memory grew by ${growth.toFixed(0)} MB (at most ${mostGrowthMb}, ratio ${(growth / mostGrowthMb).toFixed(2)})`,
  )
  if (!isWhole || growth > mostGrowthMb) process.exitCode = 1
} finally {
  server.remove()
}
