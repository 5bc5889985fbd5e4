import { afterAll, beforeAll, expect, test } from 'vitest'
import { aJob, signedIn } from '../../testing/clinic.fixtures.ts'
import { anAuditedClinic, type AuditedClinic } from './audit.fixtures.ts'

let made: AuditedClinic
let jobs: AuditedClinic['jobs']
beforeAll(async () => {
  made = await anAuditedClinic()
  jobs = made.jobs
}, 120_000)
afterAll(() => made.server.close())

interface Listed {
  jobId: string
  status: string
}
const nameOf = (id: string) => Object.keys(jobs).find((name) => jobs[name] === id)
const listed = async (body: object = {}) =>
  (await made.biller.ask<Listed>('POST /clinic/biller/jobs/audit', body)).result.map(({ jobId }) => nameOf(jobId))
const byStatus = (searchValue: string) => ({ searchKey: 'status', searchValue })
const numberOf = async (name: string) =>
  String((await made.server.owner.query('select number from jobs where id = $1', [jobs[name]])).rows[0].number)

test('the biller’s audit is listed with the documented request body, and has jobs of linked doctors only [BILR-29]', async () => {
  const answer = await made.biller.ask<Listed>('POST /clinic/biller/jobs/audit', {
    page: 0,
    searchKey: 'status',
    searchValue: '',
    size: 10,
    sortKey: ['submissionTime'],
    sortOrder: ['DESCEND'],
    userTypeFilter: [],
    doctorIds: [made.doctor.user.id],
    submitTimeFrom: null,
    submitTimeTo: null,
  })
  expect(answer).toMatchObject({ status: 200, size: 5 })
  expect(answer.result.map(({ jobId, status }) => [nameOf(jobId), status])).toEqual([
    ['in review', 'InProgress'],
    ['in progress', 'InProgress'],
    ['at the annex', 'Completed'],
    ['billed', 'Billed'],
    ['completed', 'Completed'],
  ])
})

test('the biller’s audit can be filtered by doctors, days and status, and searched by job [BILR-18, BILR-19, BILR-20]', async () => {
  const second = await signedIn(made.server, made.clinic.clinicId, { facilityIds: [made.annexId], lastName: 'Second' })
  await made.server.owner.query('update users set biller_id = $1 where id = $2', [made.biller.user.id, second.user.id])
  jobs['of the second'] = await aJob(made.server, made.clinic, { authorId: second.user.id, status: 'BILLED' })
  expect(await listed({ ...byStatus('Billed'), doctorIds: [second.user.id] })).toEqual(['of the second'])
  // Another biller bills for this doctor.
  expect(await listed({ doctorIds: [made.colleague.user.id] })).toEqual([])
  expect(await listed(byStatus('Billed'))).toEqual(['of the second', 'billed'])
  expect(await listed(byStatus('Completed'))).toEqual(['at the annex', 'completed'])
  expect(await listed(byStatus('Ready to Bill'))).toEqual(['at the annex', 'completed'])
  expect(await listed(byStatus('InProgress'))).toEqual(['in review', 'in progress'])
  expect(await listed(byStatus('Transcription In-progress'))).toEqual(['in review', 'in progress'])
  expect(await listed(byStatus('Struck Out'))).toEqual([])
  const days = { submitTimeFrom: '2026-11-11', submitTimeTo: '2026-11-13' }
  expect(await listed(days)).toEqual(['at the annex', 'billed'])
  for (const name of ['billed', 'in progress', 'struck', 'of a colleague']) {
    const found = await listed({ searchKey: 'jobName', searchValue: await numberOf(name) })
    expect(found).toEqual(name === 'billed' || name === 'in progress' ? [name] : [])
  }
  const search = { searchKey: 'jobName', searchValue: await numberOf('billed') }
  expect(await listed({ ...search, doctorIds: [made.doctor.user.id] })).toEqual(['billed'])
  expect(await listed({ ...search, doctorIds: [second.user.id] })).toEqual([])
  await made.server.owner.query('update users set biller_id = null where id = $1', [second.user.id])
})

test('a biller can choose among the doctors they work for [BILR-30]', async () => {
  const { result } = await made.biller.ask('GET /clinic/biller/doctors')
  expect(result).toEqual([{ doctorId: made.doctor.user.id, doctorName: 'Rosa Lind' }])
  expect((await made.doctor.ask('GET /clinic/biller/doctors')).status).toBe(403)
})

test('a biller can read the audit of a linked doctor’s job unless it is struck out, but not the doctor’s audit', async () => {
  const asked = async (name: string) => [
    (await made.biller.ask(`GET /clinic/audit/jobs/${jobs[name]}`)).status,
    (await made.biller.ask(`POST /clinic/audit/jobs/${jobs[name]}/printed`)).status,
  ]
  expect(await asked('billed')).toEqual([200, 200])
  expect(await asked('struck')).toEqual([404, 404])
  expect(await asked('of a colleague')).toEqual([404, 404])
  expect((await made.biller.ask(`GET /clinic/audit/jobs/${jobs['billed']}/timeline`)).status).toBe(403)
  for (const path of ['jobs', 'jobs/csv'])
    expect((await made.biller.ask(`POST /clinic/audit/${path}`, {})).status).toBe(403)
  for (const path of ['audit', 'audit/csv'])
    expect((await made.doctor.ask(`POST /clinic/biller/jobs/${path}`, {})).status).toBe(403)
})
