import { patientCalls } from '@dictara/contract/patients'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aClinic, aJob, aPatient, signedIn, type TestClinic } from '../../testing/clinic.fixtures.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let clinic: TestClinic
let doctor: TestClient
let colleague: TestClient

beforeAll(async () => {
  server = await startTestServer()
  clinic = await aClinic(server)
  const here = { facilityIds: [clinic.facilityId] }
  doctor = await signedIn(server, clinic.clinicId, here)
  colleague = await signedIn(server, clinic.clinicId, here)
})
afterAll(() => server.close())

test('the last five patients of a person at a facility are listed, latest first and each once', async () => {
  const patients: string[] = []
  for (let number = 0; number < 6; number += 1)
    patients.push(await aPatient(server, clinic.clinicId, clinic.facilityId, { firstName: `R${number}` }))
  const [first, second, third, fourth, fifth, ofColleague] = patients as [
    string,
    string,
    string,
    string,
    string,
    string,
  ]
  const dictate = (patientId: string, day: number, who = doctor) =>
    aJob(server, clinic, {
      authorId: who.user.id,
      patientId,
      submittedAt: `2026-11-${String(day).padStart(2, '0')}T08:00:00Z`,
    })
  for (const [day, patientId] of [clinic.patientId, first, second, third, fourth, fifth, second].entries())
    await dictate(patientId, day + 1)
  await dictate(ofColleague, 20, colleague)
  const recent = (who: TestClient) =>
    who.call(patientCalls.listRecentPatients, { query: { facilityId: clinic.facilityId } })
  expect((await recent(doctor)).result.map(({ pid }) => pid)).toEqual([second, fifth, fourth, third, first])
  expect((await recent(colleague)).result).toMatchObject([{ pid: ofColleague, firstName: 'R5' }])
  const { rowCount } = await server.owner.query(
    "select from audit_events where event = 'patient.recent' and user_id = $1",
    [doctor.user.id],
  )
  expect(rowCount).toBe(1)
})
