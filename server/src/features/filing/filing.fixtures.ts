import type { EhrBehaviour, FiledNote } from '@dictara/contract/filing'
import { filingCalls } from '@dictara/contract/filing'
import type { JobStatus } from '@dictara/contract/jobs'
import { aJob, aNote, signedIn, type TestClinic } from '../../testing/clinic.fixtures.ts'
import type { TestClient } from '../../testing/test-client.ts'
import type { TestServer } from '../../testing/test-server.ts'
import { findJob } from '../jobs/jobs.store.ts'
import { moveJob } from '../jobs/move-job.ts'

/** Turns the clinic into a demo clinic that writes to the demo EHR, with an author and an admin. */
export async function aDemoClinic(server: TestServer, clinic: TestClinic) {
  await server.owner.query('update clinics set demo = true where clinic_id = $1', [clinic.clinicId])
  await server.owner.query("update facilities set ehr_type = 'demo' where clinic_id = $1", [clinic.clinicId])
  const linked = { facilityIds: [clinic.facilityId] }
  return {
    author: await signedIn(server, clinic.clinicId, { ...linked, firstName: 'Rosa', lastName: 'Lind' }),
    admin: await signedIn(server, clinic.clinicId, { ...linked, userType: 'admin' }),
  }
}

/** A job in its last review, with a note of one section. */
export async function aReviewedJob(server: TestServer, clinic: TestClinic, authorId: string, text: string) {
  const jobId = await aJob(server, clinic, { authorId, status: 'IN_REVIEW', level: 'LEVEL_1' })
  await aNote(server, clinic, jobId, [['ASSESSMENT', text]])
  return jobId
}

/** Approves the last review directly, without a call (row T14b of the state table). */
export const approve = ({ doors }: TestServer, { clinicId }: TestClinic, jobId: string) =>
  doors.asSystem(
    'task test',
    async (work) => moveJob(work, (await findJob(work, jobId))!, 'approveForFiling', {}),
    clinicId,
  )

/** Waits until the job has one of these statuses. */
export async function jobOnceIn({ owner }: TestServer, jobId: string, ...statuses: JobStatus[]) {
  for (;;) {
    const { rows } = await owner.query('select * from jobs where id = $1', [jobId])
    if (statuses.includes(rows[0].status)) return rows[0]
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

export const demoEhrOf = (admin: TestClient, { facilityId }: TestClinic) => ({
  behave: async (behaviour: EhrBehaviour) =>
    (await admin.call(filingCalls.setEhrBehaviour, { params: { facilityId }, body: { behaviour } })).status,
  /** The notes that the demo EHR received for a job. */
  async received(jobId: string): Promise<FiledNote[]> {
    const { result } = await admin.call(filingCalls.listFiledNotes, { params: { facilityId }, query: { size: 100 } })
    return result.filter((note) => note.jobId === jobId)
  },
})
