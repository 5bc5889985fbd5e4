import { hl7FileCalls as calls, type Hl7Import } from '@dictara/contract/hl7-files'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Actor } from '../../platform/actor.ts'
import { newId } from '../../platform/ids.ts'
import type { Task } from '../../platform/tasks/index.ts'
import { aClinic, signedIn, type TestClinic } from '../../testing/clinic.fixtures.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { filesOf, message, pid, type Sent, upload } from './hl7.fixtures.ts'
import { addToImport } from './import-files.ts'
import type { ImportPayload } from './import-task.ts'

let server: TestServer
let clinic: TestClinic
let admin: TestClient
beforeAll(async () => {
  server = await startTestServer()
  clinic = await aClinic(server)
  await server.owner.query('update facilities set hl7_integration = true where id = $1', [clinic.facilityId])
  admin = await signedIn(server, clinic.clinicId, { userType: 'clinicAdmin' })
})
afterAll(() => server.close())

const task = () => server.app.tasks.find(({ name }) => name === 'import-hl7') as Task<ImportPayload>
/** The queued tasks of an import. Only the test runs them. */
const waitingTasks = async (importId: string) =>
  (
    await server.owner.query<{ data: ImportPayload }>(
      "select data from pgboss.job where name = 'import-hl7' and state = 'created' and data ->> 'importId' = $1",
      [importId],
    )
  ).rows.map(({ data }) => data)
const runTask = (payload: ImportPayload) =>
  task().run(payload, { id: 'run', signal: new AbortController().signal, attempt: 1, isLastAttempt: true })
const stateOf = async (importId: string, who = admin): Promise<Hl7Import> =>
  (await who.call(calls.getHl7Import, { params: { clinicId: clinic.clinicId, importId } })).result[0]!
const admissions = (count: number, start: string) =>
  Array.from({ length: count }, (_, n) => message('ADT^A01', [pid(`${start}${n}`), 'PV1|1|I|North^101^A']))
const sent = async (files: readonly Sent[], importId: string, who = admin) =>
  expect((await upload(who, clinic.clinicId, files, { importId })).status).toBe(200)

test('two copies of the server reading the same import apply each message once, and neither fails', async () => {
  const importId = newId()
  const nameless = message('ADT^A01', ['PID|1||NAMELESS^^^HIS^MR'])
  const files = admissions(6, 'COPY').map((text, n): Sent => [`copy-${n}.hl7`, text + nameless])
  await sent([...files, ['many.hl7', admissions(12, 'MANY').join('')]], importId)
  const [payload] = await waitingTasks(importId)
  await Promise.all([runTask(payload!), runTask(payload!), runTask(payload!)])
  expect(await stateOf(importId)).toMatchObject({
    files: 7,
    read: 7,
    unusable: 0,
    messages: { applied: 18, known: 0, nothing: 0, refused: 6 },
  })
})

test('files added while the task of their import starts are read by it', async () => {
  const importId = newId()
  await sent([['first.hl7', admissions(1, 'FIRST')[0]!]], importId)
  const [payload] = await waitingTasks(importId)
  const [added, mayCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const { rows } = await server.owner.query<{ blob: string; size: string }>(
    'select blob_id as blob, size_bytes as size from hl7_files where import_id = $1',
    [importId],
  )
  const adding = server.doors.inClinic(payload!.actor as Actor, async (work) => {
    await addToImport(work, task(), importId, [
      {
        fileName: 'late.hl7',
        blobId: rows[0]!.blob,
        sizeBytes: Number(rows[0]!.size),
        facilityId: null,
        fileType: 'PATIENT',
      },
    ])
    added.resolve()
    await mayCommit.promise
  })
  await added.promise
  // The queue holds only one waiting task per import. Mark it active, as if it has started.
  await server.owner.query(
    "update pgboss.job set state = 'active' where name = 'import-hl7' and data ->> 'importId' = $1",
    [importId],
  )
  const running = runTask(payload!)
  await new Promise((next) => setTimeout(next, 200))
  mayCommit.resolve()
  await Promise.all([adding, running])
  expect(await waitingTasks(importId)).toEqual([])
  expect(await stateOf(importId)).toMatchObject({ files: 2, read: 2 })
})

test('an import reads and ends only the files of the person who started it, even when another person uses its id', async () => {
  const importId = newId()
  const other = await signedIn(server, clinic.clinicId, { userType: 'admin', facilityIds: [clinic.facilityId] })
  await sent([['mine.hl7', admissions(1, 'MINE')[0]!]], importId)
  await sent([['theirs.hl7', admissions(1, 'THEIRS')[0]!]], importId, other)
  const payloads = await waitingTasks(importId)
  const payloadOf = (who: TestClient) => payloads.find(({ actor }) => actor.userId === who.user.id)!
  expect(payloads).toHaveLength(2)
  await server.owner.query('update users set is_enabled = false where id = $1', [other.user.id])
  await runTask(payloadOf(other))
  expect(await stateOf(importId)).toMatchObject({ files: 1, read: 0 })
  await runTask(payloadOf(admin))
  const problemOf = async (name: string) =>
    (await filesOf(admin, clinic.clinicId, 'PATIENT', { searchValue: name })).map(({ problem }) => problem)
  expect(await problemOf('mine.hl7')).toEqual([null])
  expect(await problemOf('theirs.hl7')).toEqual([expect.stringContaining('may no longer import files')])
})
