import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Work } from '../../platform/database/index.ts'
import { aClinic, aJob, aPerson, type TestClinic } from '../../testing/clinic.fixtures.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { addNotices, finishConversion } from './convert-job.ts'

let server: TestServer
let clinic: TestClinic
beforeAll(async () => {
  server = await startTestServer()
  clinic = await aClinic(server)
})
afterAll(() => server.close())

/** Returns a function whose callers all wait until this many have called it. */
function barrier(people: number) {
  let release = () => {}
  const all = new Promise<void>((resolve) => {
    release = resolve
  })
  let arrived = 0
  return () => {
    arrived += 1
    if (arrived === people) release()
    return all
  }
}

// This once failed with "deadlock detected": inserting the row of the listening copy and that of the note each locked
// the job’s key, and each transaction then waited to update the job.
test('the listening copy and the note of a job can be stored at the same time without a deadlock', async () => {
  const { id: authorId } = await aPerson(server, clinic.clinicId, { facilityIds: [clinic.facilityId] })
  const jobId = await aJob(server, clinic, { authorId, status: 'CONVERTING' })
  const bothArrived = barrier(2)
  const afterARow = (then: (work: Work) => Promise<unknown>) =>
    server.doors.asSystem(
      'task convert',
      async (work) => {
        // The lock that inserting a row with a foreign key to the job takes.
        await sql`select from jobs where clinic_id = ${clinic.clinicId} and id = ${jobId} for key share`.execute(
          work.db,
        )
        await bothArrived()
        await then(work)
      },
      clinic.clinicId,
    )
  await Promise.all([
    afterARow((work) => addNotices(work, jobId, ['The end could not be read.'])),
    afterARow((work) => finishConversion(work, jobId, { audioMs: 1000, notices: [] })),
  ])
  const { rows } = await server.owner.query('select status, notices from jobs where id = $1', [jobId])
  expect(rows).toEqual([{ status: 'IN_PROGRESS', notices: ['The end could not be read.'] }])
})
