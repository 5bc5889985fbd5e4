import { dashboardCalls } from '@dictara/contract/dashboards'
import { jobCalls } from '@dictara/contract/jobs'
import { rosterCalls } from '@dictara/contract/roster'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aClinic, aJob, aPerson, signedIn, type TestClinic } from '../../testing/clinic.fixtures.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { anInput } from './ehr-configuration.fixtures.ts'

let server: TestServer
let clinic: TestClinic
let clinicAdmin: TestClient
beforeAll(async () => {
  server = await startTestServer()
  clinic = await aClinic(server)
  clinicAdmin = await signedIn(server, clinic.clinicId, { userType: 'clinicAdmin' })
}, 120_000)
afterAll(() => server.close())

const dayIn = (timeZone: string) => new Intl.DateTimeFormat('en-CA', { timeZone }).format()

// These two time zones never have the same date.
test.each(['Pacific/Kiritimati', 'Pacific/Pago_Pago'])(
  'after a facility’s time zone changes to %s, today, the times of jobs and the clinic’s work days follow it',
  async (timeZone) => {
    const { id: authorId } = await aPerson(server, clinic.clinicId, { facilityIds: [clinic.facilityId] })
    const submittedAt = new Date().toISOString()
    const id = await aJob(server, clinic, { authorId, submittedAt })
    const { rows } = await server.owner.query(
      "select count(*)::int as jobs from jobs where clinic_id = $1 and submitted_at > now() - interval '1 hour'",
      [clinic.clinicId],
    )
    const saved = await clinicAdmin.ask('PUT /clinic/facility/ehr', {
      ...anInput('Hill Clinic Main', {}, timeZone),
      id: clinic.facilityId,
    })
    expect(saved.status, saved.message).toBe(200)
    const today = dayIn(timeZone)
    const now = Math.floor(Date.now() / 1000)
    const query = { startDate: now, endDate: now + 86_400, providerId: authorId }
    expect(await clinicAdmin.call(rosterCalls.listRoster, { query })).toMatchObject({ today })
    expect((await clinicAdmin.call(jobCalls.getJob, { params: { id } })).result).toMatchObject([{ timeZone }])
    const pipeline = await clinicAdmin.call(dashboardCalls.getPipeline, {})
    expect(pipeline.result[0]!.days.at(-1)).toMatchObject({ day: today, received: rows[0].jobs })
  },
)
