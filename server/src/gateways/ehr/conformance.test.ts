import { afterAll, beforeAll } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { guardedFetch } from '../../platform/outbound/index.ts'
import { aClinic, type TestClinic } from '../../testing/clinic.fixtures.ts'
import { testSecrets } from '../../testing/test-secrets.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { conformance, noteParts } from './conformance.fixtures.ts'
import { demoEhr } from './demo-ehr.ts'
import { saveBehaviour } from './demo-ehr.store.ts'
import { pointHealthEhr } from './point-health/point-health-ehr.ts'
import { pointHealthServer } from './point-health/point-health-server.fixtures.ts'
import type { EhrNoteKey } from './port.ts'

let server: TestServer
let clinic: TestClinic
let foreign: Awaited<ReturnType<typeof pointHealthServer>>

beforeAll(async () => {
  server = await startTestServer()
  clinic = await aClinic(server)
  foreign = await pointHealthServer()
  foreign.patients.push({ patientId: 'p1', patientStatus: 'Current', medicalRecordNumber: 'M-100' })
})
afterAll(async () => {
  foreign.close()
  await server.close()
})

const noteOf = ({ clinicId, facilityId }: TestClinic) => ({
  clinicId,
  facilityId,
  jobNumber: '000001',
  patientName: 'Greta Dubois',
  medicalRecordNumber: 'M-100',
  author: 'Rosa Lind',
  ...noteParts,
  authorId: newId(),
  workType: 'Progress Note',
  dateOfEncounter: '2026-11-20',
  text: 'ASSESSMENT\nStable.',
})

conformance('demo', async () => {
  const rows = async ({ jobId, noteVersion }: EhrNoteKey) =>
    (
      await server.owner.query('select * from demo_ehr_notes where job_id = $1 and note_version = $2', [
        jobId,
        noteVersion,
      ])
    ).rows as { struck_at: Date | null }[]
  return {
    ehr: demoEhr(server.doors, 60).connect({ ...clinic, settings: {} }),
    note: noteOf(clinic),
    count: async (key) => (await rows(key)).length,
    isStruck: async (key) => (await rows(key)).every(({ struck_at }) => struck_at !== null),
    behave: (behaviour) =>
      server.doors.asSystem('task test', (work) => saveBehaviour(work, clinic.facilityId, behaviour), clinic.clinicId),
  }
})

conformance('pointHealth-emr', async () => {
  const notes = ({ jobId, noteVersion }: EhrNoteKey) =>
    foreign.notes.filter(({ externalId }) => externalId === `${jobId}.${noteVersion}`)
  return {
    ehr: pointHealthEhr({
      fetchGuarded: guardedFetch({ allowed: [foreign.place] }),
      clock: systemClock,
      doors: server.doors,
      secrets: testSecrets,
      whenExpired: async () => {},
    }).connect({ ...clinic, settings: foreign.settings }),
    note: noteOf(clinic),
    count: async (key) => notes(key).length,
    isStruck: async (key) => notes(key).every(({ struckOut }) => struckOut),
    behave: foreign.behave,
  }
})
