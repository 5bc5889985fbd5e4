import { dashboardCalls } from '@dictara/contract/dashboards'
import { flavours, type UserPrivilege } from '@dictara/contract/identity'
import type { UserType } from '@dictara/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aClinic, signedIn, type TestClinic } from '../../testing/clinic.fixtures.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let clinic: TestClinic
beforeAll(async () => {
  server = await startTestServer()
  clinic = await aClinic(server)
})
afterAll(() => server.close())

/** The role names under which this person may open a dashboard. */
async function namesOf(userType: UserType, userPrivilege: UserPrivilege): Promise<string[]> {
  const facilityIds = [clinic.facilityId]
  const person = await signedIn(server, clinic.clinicId, { userType, userPrivilege, facilityIds })
  const names = []
  for (const role of ['doctor', 'transcriptionist', 'reviewer', 'none']) {
    const { status } = await person.call(dashboardCalls.getDashboard, { params: { role } })
    expect([200, 403]).toContain(status)
    if (status === 200) names.push(role)
  }
  return names
}

test('TRANSCRIPTION_ONLY is the dashboard flavour transcriptionist [AUTH-28]', async () => {
  expect(flavours.TRANSCRIPTION_ONLY).toBe('transcriptionist')
  expect(await namesOf('doctor', 'TRANSCRIPTION_ONLY')).toEqual(['doctor', 'transcriptionist'])
})

test('REVIEWER_ONLY is the dashboard flavour reviewer [AUTH-29]', async () => {
  expect(flavours.REVIEWER_ONLY).toBe('reviewer')
  expect(await namesOf('doctor', 'REVIEWER_ONLY')).toEqual(['doctor', 'reviewer'])
})

test('NONE is the dashboard flavour none, which adds nothing to the person’s own dashboard [AUTH-31]', async () => {
  expect(flavours.NONE).toBe('none')
  expect(await namesOf('doctor', 'NONE')).toEqual(['doctor'])
})

test('TRANSCRIPTION_REVIEWER is a transcriptionist with the reviewers’ board as well [AUTH-30]', async () => {
  expect(flavours.TRANSCRIPTION_REVIEWER).toBe('transcriptionist')
  expect(await namesOf('doctor', 'TRANSCRIPTION_REVIEWER')).toEqual(['doctor', 'transcriptionist', 'reviewer'])
})
