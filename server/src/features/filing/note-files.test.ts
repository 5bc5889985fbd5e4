import { filingCalls } from '@dictara/contract/filing'
import { hl7FileCalls } from '@dictara/contract/hl7-files'
import { parseMessage } from '@dictara/hl7'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aClinic, aFacility, signedIn } from '../../testing/clinic.fixtures.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { approve, aReviewedJob, jobOnceIn } from './filing.fixtures.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ tasks: ['deliver-notes'] })
}, 120_000)
afterAll(() => server.close())

test('a completed note and its strike-out become DICTATION files only at a facility with HL7 integration [Q150]', async () => {
  const clinic = await aClinic(server)
  const { clinicId, facilityId } = clinic
  await server.owner.query('update facilities set hl7_integration = true where id = $1', [facilityId])
  const annex = { ...clinic, facilityId: await aFacility(server, clinicId) }
  const author = await signedIn(server, clinicId, { facilityIds: [facilityId, annex.facilityId] })
  const reviewer = await signedIn(server, clinicId, { userType: 'reviewer', firstName: 'Ruth', lastName: 'Amsel' })
  const jobIds: string[] = []
  for (const place of [clinic, annex]) {
    const jobId = await aReviewedJob(server, place, author.user.id, 'Stable &amp; well.')
    await server.owner.query(
      `insert into job_stints (clinic_id, job_id, user_id, stage, level, started_at, ended_at, action) values
       ($1, $2, $3, 'TRANSCRIPTION', null, '2026-11-10T08:00Z', '2026-11-10T09:00Z', 'Completed'),
       ($1, $2, $4, 'REVIEW', 'LEVEL_1', '2026-11-10T10:00Z', '2026-11-10T10:05Z', 'Approved')`,
      [clinicId, jobId, author.user.id, place === clinic ? reviewer.user.id : author.user.id],
    )
    await approve(server, place, jobId)
    await jobOnceIn(server, jobId, 'COMPLETED')
    jobIds.push(jobId)
  }
  expect((await author.call(filingCalls.strikeJob, { params: { id: jobIds[0]! } })).status).toBe(200)

  const { rows } = await server.owner.query<{ facility_id: string; file_name: string; content: Buffer }>(
    "select facility_id, file_name, content from hl7_files where clinic_id = $1 and file_type = 'DICTATION' order by id",
    [clinicId],
  )
  expect(rows.map((row) => row.facility_id)).toEqual([facilityId, facilityId])
  expect(rows.map((row) => row.file_name.replace(/^\d{6}-\d+/, ''))).toEqual(['-T02.hl7', '-T11.hl7'])
  const messages = rows.map(({ content }) => parseMessage(content.toString()).message)
  const said = (...paths: string[]) => messages.map((message) => paths.map((path) => message.get(path)))
  expect(said('MSH-9.2', 'PID-5.1', 'TXA-19', 'TXA-22.2', 'TXA-22.15')).toEqual([
    ['T02', 'Byron', 'AV', 'Amsel', '20261110100500+0000'],
    ['T11', 'Byron', 'CA', 'Amsel', '20261110100500+0000'],
  ])
  expect(messages[0]!.get('OBX-5')).toContain('Stable')
  expect(messages[0]!.get('TXA-12')).toBe(messages[1]!.get('TXA-12'))

  const manager = await signedIn(server, clinicId, { userType: 'clinicAdmin' })
  const listed = await manager.call(hl7FileCalls.listHl7Files, {
    params: { clinicId },
    query: { fileType: 'DICTATION' },
  })
  expect(listed.result.map(({ job }) => job?.jobId)).toEqual([jobIds[0], jobIds[0]])
})
