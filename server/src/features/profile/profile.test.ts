import { mailCalls } from '@dictara/contract/mail'
import { jobCalls } from '@dictara/contract/jobs'
import { notificationCalls } from '@dictara/contract/notifications'
import { peopleCalls } from '@dictara/contract/people'
import { profileCalls as calls } from '@dictara/contract/profile'
import { everyone } from '@dictara/contract/roles'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  aClinic,
  aJob,
  aNote,
  aPerson,
  signedIn,
  type TestClinic,
  testPassword,
} from '../../testing/clinic.fixtures.ts'
import { aLiveTab } from '../../testing/live-tab.ts'
import { signInAs, type TestClient } from '../../testing/test-client.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let clinic: TestClinic
let doctor: TestClient
let colleague: TestClient
let clinicAdmin: TestClient
let stranger: TestClient

beforeAll(async () => {
  server = await startTestServer({ tasks: true })
  clinic = await aClinic(server)
  const here = { facilityIds: [clinic.facilityId] }
  doctor = await signedIn(server, clinic.clinicId, { ...here, firstName: 'Dana', lastName: 'Okafor' })
  colleague = await signedIn(server, clinic.clinicId, here)
  clinicAdmin = await signedIn(server, clinic.clinicId, { ...here, userType: 'clinicAdmin' })
  const other = await aClinic(server, 'Other Clinic')
  stranger = await signedIn(server, other.clinicId, { facilityIds: [other.facilityId] })
}, 120_000)
afterAll(() => server.close())

const address = {
  country: 'US',
  state: 'New York',
  addressLine1: '12 Harbor Street',
  addressLine2: 'Floor 3',
  city: 'Albany',
  zipCode: '12207',
}
const details = {
  firstName: 'Dana',
  lastName: 'Okafor',
  phoneNumber: { countryCode: '+1', number: '2025550100' },
  address,
}
const profileOf = async (who: TestClient) =>
  (await who.ask<Record<string, unknown>>(`GET /clinic/user/profile?userId=${who.user.id}`)).result[0]!
const audited = async (userId: string, event: string) =>
  (
    await server.owner.query('select detail from audit_events where user_id = $1 and event = $2 order by at', [
      userId,
      event,
    ])
  ).rows

describe('the profile', () => {
  test('contains names, email, phone, address, roster and photo of the caller [PROF-12, PROF-25]', async () => {
    await doctor.call(calls.saveBasicDetails, { body: details })
    expect(await profileOf(doctor)).toEqual({
      id: doctor.user.id,
      ...details,
      fullName: 'Dana Okafor',
      email: doctor.user.email,
      activateRoster: false,
      profilePic: null,
      userType: 'doctor',
      version: expect.any(Number),
    })
  })

  test('can be read and changed by every kind of person for themselves [PROF-11]', async () => {
    for (const userType of everyone) {
      const who = await signedIn(server, clinic.clinicId, { userType, facilityIds: [clinic.facilityId] })
      const body = { ...details, lastName: 'Changed' }
      expect(await who.ask('PUT /clinic/user/basic-details', body), userType).toMatchObject({ status: 200 })
      expect(await profileOf(who)).toMatchObject({ id: who.user.id, fullName: 'Dana Changed', userType })
      expect((await who.ask(`GET /clinic/user/notification-config?userId=${who.user.id}`)).status).toBe(200)
    }
  })

  test.each([
    ['a colleague', () => colleague],
    ['another clinic’s admin', () => stranger],
  ])('of another person gives %s no answer and no change', async (_, who) => {
    const before = await profileOf(doctor)
    const of = `userId=${doctor.user.id}`
    const flags = { userId: doctor.user.id, facilityAuthenticationNotification: false, jobUpdateNotification: false }
    const all = { ...flags, emrSubmissionSuccessNotification: false, emrSubmissionFailureNotification: false }
    const asked = await Promise.all([
      who().ask(`GET /clinic/user/profile?${of}`),
      who().ask(`GET /clinic/user/notification-config?${of}`),
      who().ask('PUT /clinic/user/notification-config', all),
      who().ask('PUT /clinic/user/basic-details', { ...details, userId: doctor.user.id }),
      who().ask(`DELETE /clinic/user/delete-profile-pic?${of}`),
      who().raw(`/api/clinic/user/upload-profile-pic?${of}`, { method: 'POST' }),
      who().ask('PUT /clinic/user/credentials', {
        userId: doctor.user.id,
        email: 'mine@example.org',
        currentPassword: testPassword,
      }),
    ])
    expect(asked.map(({ status }) => status)).toEqual(asked.map(() => 404))
    expect(await profileOf(doctor)).toEqual(before)
  })

  test('is changed by its details, and the answer has the new profile [PROF-28]', async () => {
    const body = { ...details, firstName: 'Dana Q', address: { ...address, zipCode: 'SW1A1AA', country: 'GB' } }
    const answer = await doctor.ask('PUT /clinic/user/basic-details', body)
    expect(answer).toMatchObject({ status: 200, success: true, message: 'Successfully updated profile' })
    expect(answer.result).toEqual([await profileOf(doctor)])
    expect(answer.result[0]).toMatchObject({ fullName: 'Dana Q Okafor', address: body.address })
    expect(await audited(doctor.user.id, 'profile.changed')).toContainEqual({
      detail: { fields: expect.arrayContaining(['firstName', 'address']) },
    })
  })

  test('needs no address, and saving none removes the stored one', async () => {
    await doctor.call(calls.saveBasicDetails, { body: { ...details, address: null } })
    expect(await profileOf(doctor)).toMatchObject({ firstName: details.firstName, address: null })
    await doctor.call(calls.saveBasicDetails, { body: details })
    expect(await profileOf(doctor)).toMatchObject({ address })
  })

  test.each([
    [{ firstName: ' ' }, 'First Name is required'],
    [{ phoneNumber: { countryCode: '+1', number: '' } }, 'Cell Phone is required'],
    [{ phoneNumber: null }, 'Cell Phone is required'],
    [{ address: { ...address, country: 'XX' } }, 'Country is required'],
    [{ address: { ...address, state: '' } }, 'State is required'],
    [{ address: { ...address, state: 'N3w York' } }, 'Please enter valid state name'],
    [{ address: { ...address, city: '' } }, 'City is required'],
    [{ address: { ...address, city: 'Albany!' } }, 'Please enter valid city name'],
    [{ address: { ...address, addressLine1: '' } }, 'Address is required'],
    [{ address: { ...address, addressLine2: '  ' } }, 'Address is required'],
    [{ address: { ...address, zipCode: '' } }, 'Zip Code is required'],
    [{ address: { ...address, zipCode: '12 207' } }, 'Please enter valid zip code'],
  ])('refuses %o with a readable message, and changes nothing', async (wrong, message) => {
    const before = await profileOf(doctor)
    const answer = await doctor.ask('PUT /clinic/user/basic-details', { ...details, ...wrong })
    expect(answer).toMatchObject({ status: 400, success: false, message })
    expect(await profileOf(doctor)).toEqual(before)
  })

  test('saved by two tabs from the same version is changed by one, and so is one that an admin has changed meanwhile', async () => {
    const { version } = (await profileOf(doctor)) as { version: number }
    const save = (lastName: string) => doctor.call(calls.saveBasicDetails, { body: { ...details, lastName, version } })
    const both = await Promise.all([save('First'), save('Second')])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const winner = both.find(({ status }) => status === 200)!
    expect(await profileOf(doctor)).toEqual(winner.result[0])
    expect(both.find(({ status }) => status === 409)!.message).toContain('Someone else has changed this')
    const seen = winner.result[0]!.version
    const edited = {
      id: doctor.user.id,
      firstName: 'Dana',
      lastName: 'Okafor',
      email: doctor.user.email,
      npi: '1234567893',
      phoneNumber: details.phoneNumber,
      facilityIds: [clinic.facilityId],
    }
    expect((await clinicAdmin.call(peopleCalls.editDoctor, { body: edited as never })).status).toBe(200)
    const late = await doctor.call(calls.saveNotificationConfig, { body: { ...allOn, version: seen } })
    expect(late.status).toBe(409)
  })
})

const allOn = {
  facilityAuthenticationNotification: true,
  jobUpdateNotification: true,
  emrSubmissionSuccessNotification: true,
  emrSubmissionFailureNotification: true,
}

describe('the notification config', () => {
  test('has four flags for a person, all on at first [PROF-13, PROF-26, Q028]', async () => {
    const { result } = await colleague.ask('GET /clinic/user/notification-config')
    expect(result).toEqual([{ ...allOn, userId: colleague.user.id, version: expect.any(Number) }])
  })

  test('is set by the four flags and the person’s id, each flag separately [PROF-27]', async () => {
    for (const flag of Object.keys(allOn)) {
      const body = { ...allOn, [flag]: false, userId: colleague.user.id }
      expect(await colleague.ask('PUT /clinic/user/notification-config', body)).toMatchObject({ status: 200 })
      expect((await colleague.ask('GET /clinic/user/notification-config')).result).toMatchObject([body])
    }
    const { jobUpdateNotification: _, ...three } = { ...allOn, userId: colleague.user.id }
    expect((await colleague.ask('PUT /clinic/user/notification-config', three)).status).toBe(400)
  })

  test('decides only for its own kind of event what is created and counted; a job taken by others is still announced [Q027]', async () => {
    const here = { facilityIds: [clinic.facilityId] }
    const typist = await signedIn(server, clinic.clinicId, { ...here, userType: 'transcriptionist' })
    const other = await signedIn(server, clinic.clinicId, { ...here, userType: 'transcriptionist' })
    const author = await signedIn(server, clinic.clinicId, { ...here, userPrivilege: 'NONE' })
    const notificationsOf = async (who: TestClient) =>
      await who.call(notificationCalls.listNotifications, { params: { id: who.user.id }, query: { size: 100 } })
    const heldJob = async () => {
      const facts = { authorId: author.user.id, workType: 'Progress Note', holderId: typist.user.id }
      const id = await aJob(server, clinic, facts)
      await aNote(server, clinic, id, [['HISTORY', 'As converted.']])
      return id
    }
    const reject = async () =>
      typist.call(jobCalls.rejectTranscription, { params: { id: await heldJob() }, body: { comment: 'Not clear.' } })
    const set = (flags: object) => author.call(calls.saveNotificationConfig, { body: { ...allOn, ...flags } })
    await set({ jobUpdateNotification: false })
    expect((await reject()).status).toBe(200)
    expect(await notificationsOf(author)).toMatchObject({ size: 0, unReadCount: 0 })
    await set({ emrSubmissionSuccessNotification: false, emrSubmissionFailureNotification: false })
    await reject()
    expect(await notificationsOf(author)).toMatchObject({ size: 1, unReadCount: 1 })
    // The message that updates the pool’s badge is not a notification, so no setting suppresses it.
    await other.call(calls.saveNotificationConfig, { body: { ...allOn, jobUpdateNotification: false } })
    const tab = await aLiveTab(server.url, other)
    const facts = { authorId: author.user.id, workType: 'Progress Note', status: 'AVAILABLE' } as const
    const id = await aJob(server, clinic, facts)
    await aNote(server, clinic, id, [['HISTORY', 'As converted.']])
    expect((await typist.call(jobCalls.startTranscription, { params: { id } })).status).toBe(200)
    await expect
      .poll(() => tab.frames.flatMap((frame) => (frame.type === 'message' ? [frame.notification.target] : [])))
      .toEqual(['JOB_READY_INPROGRESS'])
    expect((await notificationsOf(other)).size).toBe(0)
    tab.close()
  })
})

test('the config of a manager stores their roster flag, and their notification flags when sent with it [PROF-29, C9]', async () => {
  const { version } = (await profileOf(clinicAdmin)) as { version: number }
  const on = await clinicAdmin.ask('PUT /clinic/user/config', { activateRoster: true, version })
  expect(on).toMatchObject({ status: 200, result: [{ activateRoster: true }] })
  const flags = { ...allOn, emrSubmissionSuccessNotification: false, userId: clinicAdmin.user.id }
  expect((await clinicAdmin.ask('PUT /clinic/user/config', flags)).status).toBe(200)
  expect((await clinicAdmin.ask('GET /clinic/user/notification-config')).result).toMatchObject([flags])
  expect(await profileOf(clinicAdmin)).toMatchObject({ activateRoster: true })
  expect((await clinicAdmin.ask('PUT /clinic/user/config', { activateRoster: false, version })).status).toBe(409)
  expect((await doctor.ask('PUT /clinic/user/config', { activateRoster: true })).status).toBe(403)
})

describe('the credentials', () => {
  const somebody = () => signedIn(server, clinic.clinicId, { facilityIds: [clinic.facilityId], firstName: 'Ann' })
  const put = (who: TestClient, body: object) => who.ask('PUT /clinic/user/credentials', body)
  const isSignedIn = async (who: TestClient) => (await who.ask('GET /clinic/user/profile')).status === 200
  const newPassword = 'seven herons over the marsh'
  const mailTo = async (to: string) =>
    (await clinicAdmin.call(mailCalls.listMails, { query: { size: 100 } })).result.filter((mail) => mail.to === to)

  test('are changed with the current password; every session ends, and the old address gets a mail [PROF-30, Q060]', async () => {
    const who = await somebody()
    const { email } = who.user
    const elsewhere = await signInAs(server.url, email, testPassword)
    const to = `new.${email}`
    const body = { email: to, currentPassword: testPassword, newPassword }
    expect(await put(who, body)).toMatchObject({ status: 200, success: true, message: 'Please Login To Continue' })
    expect([await isSignedIn(who), await isSignedIn(elsewhere)]).toEqual([false, false])
    await expect(signInAs(server.url, email, testPassword)).rejects.toThrow('could not sign in')
    await expect(signInAs(server.url, to, testPassword)).rejects.toThrow('could not sign in')
    expect(await isSignedIn(await signInAs(server.url, to, newPassword))).toBe(true)
    await expect.poll(() => mailTo(email)).toHaveLength(1)
    const [mail] = await mailTo(email)
    expect(mail!.body).toContain(`its email is now ${to}, and it has a new password`)
    expect(await mailTo(to)).toEqual([])
    expect(await audited(who.user.id, 'credentials.changed')).toEqual([{ detail: { email: true, password: true } }])
  })

  test('stay unchanged without the current password, and the session continues [S26]', async () => {
    const who = await somebody()
    const { email } = who.user
    expect(await put(who, { email, newPassword })).toMatchObject({
      status: 400,
      message: 'Current Password is required',
    })
    const wrong = { email: `other.${email}`, currentPassword: 'not my password', newPassword }
    expect(await put(who, wrong)).toMatchObject({ status: 422, message: 'The current password is wrong.' })
    const empty = { email, currentPassword: testPassword, newPassword: '' }
    expect(await put(who, empty)).toMatchObject({ status: 400, message: 'New Password is required' })
    for (const given of ['', 'ann', 'ann@example'])
      expect((await put(who, { email: given, currentPassword: testPassword })).status).toBe(400)
    const short = { email, currentPassword: testPassword, newPassword: 'short' }
    expect(await put(who, short)).toMatchObject({ status: 422, code: 'password-too-short' })
    expect((await put(who, { email, currentPassword: testPassword })).status).toBe(422)
    expect(await isSignedIn(who)).toBe(true)
    expect((await signInAs(server.url, email, testPassword)).user.email).toBe(email)
  })

  test('never accept an email of another person, in any clinic or case [Q060]', async () => {
    const who = await somebody()
    const taken = { email: stranger.user.email.toUpperCase(), currentPassword: testPassword }
    expect(await put(who, taken)).toMatchObject({ status: 409, code: 'email-taken' })
    const [one, two] = [await somebody(), await somebody()]
    const email = `wanted.${one.user.email}`
    const both = await Promise.all([one, two].map((each) => put(each, { email, currentPassword: testPassword })))
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  test('changed by two simultaneous requests of one person are changed by one of them [Q060]', async () => {
    const who = await somebody()
    const change = (password: string) =>
      put(who, { email: who.user.email, currentPassword: testPassword, newPassword: password })
    const passwords = [newPassword, 'nine lanterns on the quay'] as const
    const both = await Promise.all(passwords.map(change))
    const won = both.map(({ status }) => status === 200)
    expect(won.toSorted()).toEqual([false, true])
    const kept = passwords[won.indexOf(true)]!
    expect((await signInAs(server.url, who.user.email, kept)).user.id).toBe(who.user.id)
  })

  test('cannot be guessed in an open session: after five wrong passwords the correct one has to wait too [Q006]', async () => {
    const who = await somebody()
    const { email } = who.user
    for (let n = 0; n < 5; n += 1)
      expect((await put(who, { email, currentPassword: `guess ${n}`, newPassword })).status).toBe(422)
    const right = await put(who, { email, currentPassword: testPassword, newPassword })
    expect(right).toMatchObject({ status: 429, code: 'sign-in-delayed' })
    await expect(aPerson(server, clinic.clinicId)).resolves.toBeDefined()
  })
})
