import { aClinic, aFacility, aJob, signedIn, type TestClinic, type TestJob } from '../../testing/clinic.fixtures.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

export interface AuditedClinic {
  server: TestServer
  clinic: TestClinic
  annexId: string
  clinicAdmin: TestClient
  /** Belongs to the annex only. */
  admin: TestClient
  doctor: TestClient
  colleague: TestClient
  /** Works for `doctor`. */
  biller: TestClient
  /** The clinicAdmin of another clinic. `strangeId` is a completed job of that clinic. */
  foreigner: TestClient
  strangeId: string
  /** The ids of the jobs, by the name of their state. */
  jobs: Record<string, string>
}

/** A clinic with two facilities and one job in each state that the audit distinguishes, submitted one day apart. */
export async function anAuditedClinic(): Promise<AuditedClinic> {
  const server = await startTestServer()
  const clinic = await aClinic(server)
  const annexId = await aFacility(server, clinic.clinicId, { name: 'Annex' })
  const both = { facilityIds: [clinic.facilityId, annexId] }
  const clinicAdmin = await signedIn(server, clinic.clinicId, { userType: 'clinicAdmin' })
  const admin = await signedIn(server, clinic.clinicId, { userType: 'admin', facilityIds: [annexId] })
  const doctor = await signedIn(server, clinic.clinicId, { ...both, firstName: 'Rosa', lastName: 'Lind' })
  const colleague = await signedIn(server, clinic.clinicId, { ...both, firstName: 'Omar', lastName: 'Vale' })
  const biller = await signedIn(server, clinic.clinicId, { ...both, userType: 'biller' })
  await server.owner.query('update users set biller_id = $1 where id = $2', [biller.user.id, doctor.user.id])
  const other = await aClinic(server, 'Other Clinic')
  const foreigner = await signedIn(server, other.clinicId, { userType: 'clinicAdmin' })
  const strangeId = await aJob(server, other, { authorId: foreigner.user.id, status: 'COMPLETED' })

  const jobs: Record<string, string> = {}
  const add = async (name: string, day: string, job: Partial<TestJob>) => {
    const submittedAt = `2026-11-${day}T08:00:00Z`
    jobs[name] = await aJob(server, clinic, { authorId: doctor.user.id, submittedAt, ...job })
  }
  await add('completed', '10', { status: 'COMPLETED' })
  await add('billed', '11', { status: 'BILLED' })
  await add('struck', '12', { status: 'STRUCK_OUT' })
  await add('at the annex', '13', { status: 'COMPLETED', facilityId: annexId })
  await add('of a colleague', '14', { status: 'COMPLETED', authorId: colleague.user.id })
  await add('in progress', '15', { status: 'IN_PROGRESS' })
  await add('in review', '16', { status: 'READY', level: 'LEVEL_1' })
  await add('deleted', '17', { status: 'COMPLETED' })
  await server.owner.query('update jobs set is_enabled = false where id = $1', [jobs['deleted']])
  await server.owner.query(
    `insert into filings (clinic_id, job_id, note_version, facility_id, state, queued_at, filed_at, strike_status)
     select clinic_id, id, 1, facility_id, 'FILED', now(), now(), 'STRUCK' from jobs where id = $1`,
    [jobs['struck']],
  )
  return { server, clinic, annexId, clinicAdmin, admin, doctor, colleague, biller, foreigner, strangeId, jobs }
}
