import { identityCalls } from '@dictara/contract/identity'
import { mailCalls } from '@dictara/contract/mail'
import { peopleCalls } from '@dictara/contract/people'
import { afterEach, expect, test } from 'vitest'
import { movableClock } from '../../platform/clock.ts'
import { aClinic, aPerson, signedIn, type TestClinic, testPassword } from '../../testing/clinic.fixtures.ts'
import { callAnonymously, signInAs, type TestClient } from '../../testing/test-client.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

async function start(settings: Record<string, string> = {}) {
  const clock = movableClock(new Date('2026-11-20T08:00:00Z'))
  const server = await startTestServer({ tasks: true, settings, clock })
  stops.push(() => server.close())
  const clinic = await aClinic(server)
  const { email } = await aPerson(server, clinic.clinicId, {
    userType: 'clinicAdmin',
    facilityIds: [clinic.facilityId],
  })
  return { server, clinic, clock, admin: () => signInAs(server.url, email, testPassword) }
}
let npis = 1_900_000_000
const invite = (admin: TestClient, clinic: TestClinic) => {
  npis += 1
  const body = {
    firstName: 'Ann',
    lastName: 'Lee',
    email: `ann${npis}@example.org`,
    npi: String(npis),
    phoneNumber: { countryCode: '+1', number: '5550100' },
    facilityIds: [clinic.facilityId],
  }
  return admin.call(peopleCalls.addDoctor, { body: body as never })
}
const mails = (admin: TestClient) => admin.call(mailCalls.listMails, { query: { size: 100 } })
async function firstMail(admin: TestClient) {
  for (;;) {
    const [mail] = (await mails(admin)).result
    if (mail) return mail
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
const rowsOf = async (server: TestServer) => (await server.owner.query('select * from mailbox')).rows

test('a stored mail is encrypted in the database, and disappears once its link is used or too old', async () => {
  const { server, clinic, clock, admin } = await start()
  const clinicAdmin = await admin()
  expect((await invite(clinicAdmin, clinic)).status).toBe(200)
  const { body } = await firstMail(clinicAdmin)
  const token = /reset-password\/(\S+)/.exec(body)![1]!
  const [row] = await rowsOf(server)
  expect(JSON.stringify({ ...row, sealed: row.sealed.toString('latin1') })).not.toContain(token)
  const used = { body: { token, password: 'a walk along the quiet river' } }
  expect((await callAnonymously(server.url, identityCalls.resetPassword, used)).status).toBe(200)
  expect(await rowsOf(server)).toEqual([])

  expect((await invite(clinicAdmin, clinic)).status).toBe(200)
  const late = await firstMail(clinicAdmin)
  clock.advance(72 * 60 * 60_000 + 1)
  const again = await admin()
  expect((await mails(again)).result).toEqual([])
  expect((await invite(again, clinic)).status).toBe(200)
  expect((await firstMail(again)).id).not.toBe(late.id)
  expect(await rowsOf(server)).toHaveLength(1)
})

test('a page past the end of the mailbox answers the number of mails', async () => {
  const { clinic, admin } = await start()
  const clinicAdmin = await admin()
  expect((await invite(clinicAdmin, clinic)).status).toBe(200)
  await firstMail(clinicAdmin)
  const pastEnd = await clinicAdmin.call(mailCalls.listMails, { query: { page: 9, size: 20 } })
  expect(pastEnd).toMatchObject({ status: 200, result: [], size: 1, timeZone: expect.stringMatching(/\w/) })
})

test('on a public server without a mail server nobody can be invited and no link can be read', async () => {
  const { server, clinic, admin } = await start({ DICTARA_PUBLIC_URL: 'https://dictara.example.org' })
  const clinicAdmin = await admin()
  expect(await invite(clinicAdmin, clinic)).toMatchObject({ status: 422, code: 'no-mail-server' })
  expect((await server.owner.query("select from users where user_type = 'doctor'")).rows).toEqual([])
  expect((await mails(clinicAdmin)).status).toBe(404)
  // A demo clinic has no real data to protect, so its administrator may read the kept mails.
  const demo = await aClinic(server, 'Demo Clinic')
  await server.owner.query('update clinics set demo = true where clinic_id = $1', [demo.clinicId])
  const here = { userType: 'clinicAdmin', facilityIds: [demo.facilityId] } as const
  const demoAdmin = await signedIn(server, demo.clinicId, here)
  expect((await invite(demoAdmin, demo)).status).toBe(200)
  expect((await firstMail(demoAdmin)).subject).toContain('invited')
})

test('an invitation waits for an unreachable mail server as long as its link is valid, but not for one that refuses', async () => {
  const server = await startTestServer({ settings: { DICTARA_SMTP_URL: 'smtp://127.0.0.1:1' } })
  stops.push(() => server.close())
  const task = server.app.tasks.find(({ name }) => name === 'send-mail')!
  // The pause between two attempts grows to between five and ten minutes.
  expect(task.attempts * 7.5).toBeGreaterThan(3 * 24 * 60)
})

test('an invitation with a failed mail or an expired link is shown as ended until the person is invited again', async () => {
  const settings = { DICTARA_SMTP_URL: 'smtp://127.0.0.1:1' }
  const clock = movableClock(new Date('2026-11-20T08:00:00Z'))
  const server = await startTestServer({ settings, clock })
  stops.push(() => server.close())
  const clinic = await aClinic(server)
  const here = { userType: 'clinicAdmin', facilityIds: [clinic.facilityId] } as const
  const admin = await signedIn(server, clinic.clinicId, here)
  const invited = await invite(admin, clinic)
  const [{ id } = { id: '' }] = invited.result
  // Only the invited person gets the link.
  expect(JSON.stringify(invited)).not.toContain('reset-password')
  const listed = async (who = admin) =>
    (await who.call(peopleCalls.listDoctors, {})).result.find((person) => person.id === id)
  expect(await listed()).toMatchObject({ invited: true, isInvitationOpen: true })

  const task = server.app.tasks.find(({ name }) => name === 'send-mail')!
  const queued = "select data from pgboss.job where name = 'send-mail' order by created_on"
  const [{ data: first }] = (await server.owner.query(queued)).rows
  await task.whenDead!(first, 'The mail server refused the mail.', true)
  expect(await listed()).toMatchObject({ invited: true, isInvitationOpen: false })

  clock.advance(1_000)
  const again = await admin.call(peopleCalls.reInvite, { params: { id } })
  expect([again.status, again.invitationLink]).toEqual([200, undefined])
  // A failure of the earlier mail does not affect the new invitation.
  await task.whenDead!(first, 'The mail server refused the mail.', true)
  expect(await listed()).toMatchObject({ invited: true, isInvitationOpen: true })
  expect((await server.owner.query(queued)).rows).toHaveLength(2)

  clock.advance(72 * 60 * 60_000)
  const { email } = admin.user
  expect(await listed(await signInAs(server.url, email, testPassword))).toMatchObject({ isInvitationOpen: false })
})
