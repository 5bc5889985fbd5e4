import { identityCalls } from '@dictara/contract/identity'
import { jobCalls } from '@dictara/contract/jobs'
import { mailCalls } from '@dictara/contract/mail'
import { peopleCalls as calls, type Person } from '@dictara/contract/people'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { aClinic, aFacility, aJob, signedIn, testPassword, type TestClinic } from '../../testing/clinic.fixtures.ts'
import { callAnonymously, signInAs, type TestClient } from '../../testing/test-client.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let clinic: TestClinic
let other: TestClinic
let clinicAdmin: TestClient
let admin: TestClient
let reviewer: TestClient
let otherReviewer: TestClient
let biller: TestClient

beforeAll(async () => {
  server = await startTestServer({ tasks: true })
  clinic = await aClinic(server)
  other = await aClinic(server, 'Other Clinic')
  const here = { facilityIds: [clinic.facilityId] }
  clinicAdmin = await signedIn(server, clinic.clinicId, { ...here, userType: 'clinicAdmin' })
  admin = await signedIn(server, clinic.clinicId, { ...here, userType: 'admin' })
  reviewer = await signedIn(server, clinic.clinicId, { ...here, userType: 'reviewer' })
  biller = await signedIn(server, clinic.clinicId, { ...here, userType: 'biller' })
  otherReviewer = await signedIn(server, other.clinicId, { facilityIds: [other.facilityId], userType: 'reviewer' })
})
afterAll(() => server.close())

let npis = 2_000_000_000
const input = (more: object = {}) => {
  npis += 1
  return {
    firstName: 'Ann',
    lastName: "O'Neil-Smith",
    email: `ann${npis}@example.org`,
    npi: String(npis),
    phoneNumber: { countryCode: '+1', number: '5550100' },
    facilityIds: [clinic.facilityId],
    ...more,
  }
}
const add = (more: object = {}, who = clinicAdmin) => who.ask<Person>('POST /clinic/doctor', input(more))
const added = async (more: object = {}) => (await add(more)).result[0]!
const list = async (query: Record<string, string> = {}, who = clinicAdmin) =>
  (await who.ask<Person>(`GET /clinic/doctor?${new URLSearchParams(query)}`)).result

async function mailTo(email: string) {
  for (;;) {
    const { result } = await clinicAdmin.call(mailCalls.listMails, { query: { size: 100 } })
    const mails = result.filter(({ to }) => to === email)
    if (mails.length > 0) return mails
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
/** Moves the person’s last invitation a minute into the past. */
const aWhileLater = (userId: string) =>
  server.owner.query("update invitations set created_at = created_at - interval '1 minute' where user_id = $1", [
    userId,
  ])
const tokenIn = (body: string) => /reset-password\/(\S+)/.exec(body)![1]!

describe('adding a doctor', () => {
  test('stores all fields and mails an invitation whose link sets the password exactly once [PEOP-21, PEOP-22, PEOP-66]', async () => {
    const facts = { email: 'greta@example.org', npi: '1999999998', dob: '1980-02-29', activateRoster: true }
    const doctor = await added({ ...facts, biller: biller.user.id })
    expect(doctor).toMatchObject({
      id: expect.any(String),
      firstName: 'Ann',
      lastName: "O'Neil-Smith",
      fullName: "Ann O'Neil-Smith",
      ...facts,
      phoneNumber: { countryCode: '+1', number: '5550100' },
      facilities: [{ facilityId: clinic.facilityId, facilityName: 'Hill Clinic Main', disabled: false }],
      facilityIds: [clinic.facilityId],
      biller: biller.user.id,
      isEnabled: true,
      signedUrl: null,
      userType: 'doctor',
      userPrivilege: 'TRANSCRIPTION_ONLY',
      invited: true,
      selfReviewEnabled: false,
      reviewerFlow: 'NONE',
      reviewerFlowConfig: { reviewerFlow: 'NONE', reviewersForLevel1: [], reviewersForLevel2: [] },
    })
    const [mail] = await mailTo(doctor.email)
    const token = tokenIn(mail!.body)
    const password = 'a walk along the quiet river'
    const set = () => callAnonymously(server.url, identityCalls.resetPassword, { body: { token, password } })
    expect((await set()).status).toBe(200)
    expect((await set()).status).not.toBe(200)
    const signedInDoctor = await signInAs(server.url, doctor.email, password)
    expect(signedInDoctor.user.userType).toBe('doctor')
    expect((await list({ name: doctor.email }))[0]!.invited).toBe(false)
  })

  test('sends a link whose token sets the password through reset-password, and the person can sign in [AUTH-42]', async () => {
    const { email } = await added({})
    const password = 'a boat across the northern lake'
    const post = (body: object) =>
      fetch(`${server.url}/api/authenticate/reset-password`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    const token = tokenIn((await mailTo(email))[0]!.body)
    expect((await post({ password, token: `${token}x` })).status).toBe(410)
    expect((await post({ password: 'short', token })).status).toBe(422)
    await expect(signInAs(server.url, email, password)).rejects.toThrow('401')
    const answer = await post({ password, token })
    expect(answer.status).toBe(200)
    expect(await answer.json()).toEqual({
      success: true,
      message: 'Please use your new password to login.',
      result: [],
    })
    expect((await signInAs(server.url, email, password)).user.email).toBe(email)
  })

  test('keeps the reviewers of each level, including Any [PEOP-24, PEOP-25, PEOP-26]', async () => {
    const doctor = await added({
      reviewerFlowConfig: {
        reviewerFlow: 'LEVEL_2',
        reviewersForLevel1: [reviewer.user.id],
        reviewersForLevel2: ['any'],
      },
    })
    expect(doctor.reviewerFlowConfig).toMatchObject({
      reviewerFlow: 'LEVEL_2',
      isAnySelectedForLevel1: false,
      isAnySelectedForLevel2: true,
      reviewersForLevel1: [{ id: reviewer.user.id }],
      reviewersForLevel2: [],
    })
  })

  test('is refused without reviewers for a level, and with people or facilities of another clinic', async () => {
    const flow = (reviewersForLevel1: string[]) => ({
      reviewerFlowConfig: { reviewerFlow: 'LEVEL_1', reviewersForLevel1 },
    })
    expect(await add(flow([]))).toMatchObject({ status: 422, code: 'reviewer-missing' })
    expect(await add(flow([otherReviewer.user.id]))).toMatchObject({ status: 422, code: 'reviewer-unknown' })
    expect(await add({ facilityIds: [other.facilityId] })).toMatchObject({ status: 422, code: 'facility-unknown' })
    expect(await add({ biller: reviewer.user.id })).toMatchObject({ status: 422, code: 'biller-unknown' })
  })

  test('refuses an invalid field with the message of the form', async () => {
    const message = async (more: object) => (await add(more)).message
    expect(await message({ firstName: ' ' })).toContain('First Name is required')
    expect(await message({ firstName: 'R2D2' })).toContain('Please enter only alphabets')
    expect(await message({ email: 'nobody' })).toContain('Please enter valid email')
    expect(await message({ email: '' })).toContain('Email is required')
    expect(await message({ npi: '' })).toContain('NPI number is required')
  })

  test('accepts a name of 100 letters, and refuses 101 letters, blanks, digits and marks with a readable message [QA-89]', async () => {
    expect(await added({ lastName: 'W'.repeat(100) })).toMatchObject({ lastName: 'W'.repeat(100) })
    const refused = async (lastName: string) => {
      const { status, message } = await add({ lastName })
      return [status, message]
    }
    expect(await refused('W'.repeat(101))).toEqual([400, 'Last Name may have at most 100 characters.'])
    expect(await refused(' \t\u00A0')).toEqual([400, 'Last Name is required'])
    for (const name of ['<b>Ada</b>', '\u202EadA', 'A\u200BB', 'A\u0000B'])
      expect(await refused(name)).toEqual([400, 'Please enter only alphabets'])
  })

  test('is refused with a used email or NPI, even for twenty simultaneous requests', async () => {
    const body = input() as never
    const answers = await Promise.all(Array.from({ length: 20 }, () => clinicAdmin.call(calls.addDoctor, { body })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19)
    expect(await add({ email: (body as { email: string }).email.toUpperCase() })).toMatchObject({ code: 'email-taken' })
    expect(await add({ npi: (body as { npi: string }).npi })).toMatchObject({ code: 'npi-taken' })
    expect(await add({ email: reviewer.user.email })).toMatchObject({ code: 'email-taken' })
  })

  test('can create one who sends to transcriptionists, and one who reviews their own notes', async () => {
    expect(await added({ userPrivilege: 'NONE' })).toMatchObject({ userPrivilege: 'NONE' })
    expect(await added({ selfReviewEnabled: true })).toMatchObject({ userPrivilege: 'TRANSCRIPTION_REVIEWER' })
  })
})

describe('the list of doctors', () => {
  test('can be searched, filtered by facility, sorted and paged [PEOP-68]', async () => {
    const annex = await aFacility(server, clinic.clinicId)
    const there = await added({ firstName: 'Zelda', facilityIds: [annex] })
    expect((await list({ name: 'zeld' })).map(({ id }) => id)).toEqual([there.id])
    expect((await list({ facilityIds: annex })).map(({ id }) => id)).toEqual([there.id])
    expect((await list({ sortKey: 'name', sortOrder: 'descend' }))[0]!.id).toBe(there.id)
    const answer = await clinicAdmin.ask('GET /clinic/doctor?page=0&size=2')
    expect(answer.result).toHaveLength(2)
    expect(answer.size).toBeGreaterThan(2)
    expect((await list({ name: 'zeld' }, admin)).map(({ id }) => id)).toEqual([])
    expect((await list({ name: '%' })).length).toBe(0)
  })
})

describe('a doctor', () => {
  test('can be edited, but not by an admin of another facility [PEOP-67]', async () => {
    const annex = await aFacility(server, clinic.clinicId)
    const doctor = await added({ facilityIds: [annex] })
    const body = { ...input({ facilityIds: [annex], lastName: 'Changed' }), id: doctor.id }
    const edit = (who: TestClient, changed: object) => who.ask<Person>('PUT /clinic/doctor', changed)
    expect((await edit(clinicAdmin, body)).result[0]).toMatchObject({ lastName: 'Changed' })
    expect((await edit(admin, body)).status).toBe(404)
    expect((await edit(clinicAdmin, { ...input(), id: newId() })).status).toBe(404)
  })

  test('can be disabled by a clinicAdmin only, which ends sessions and returns held work to its pool [PEOP-76]', async () => {
    const typist = await signedIn(server, clinic.clinicId, {
      userType: 'transcriptionist',
      facilityIds: [clinic.facilityId],
    })
    const author = await signedIn(server, clinic.clinicId, { facilityIds: [clinic.facilityId] })
    const jobId = await aJob(server, clinic, { authorId: author.user.id, status: 'AVAILABLE' })
    await typist.call(jobCalls.startTranscription, { params: { id: jobId } })
    const toggle = (id: string, who = clinicAdmin) => who.ask(`POST /clinic/clinicAdmin/toggle-ability/${id}`)
    expect((await toggle(typist.user.id, admin)).status).toBe(403)
    expect((await toggle(typist.user.id)).result).toEqual([{ isEnabled: false }])
    expect((await typist.call(jobCalls.getJob, { params: { id: jobId } })).status).toBe(401)
    const [job] = (await clinicAdmin.call(jobCalls.getJob, { params: { id: jobId } })).result
    expect(job).toMatchObject({ status: 'AVAILABLE', heldBy: null })
    await expect(signInAs(server.url, typist.user.email, testPassword)).rejects.toThrow()
    expect((await toggle(typist.user.id)).result).toEqual([{ isEnabled: true }])
    expect((await toggle(clinicAdmin.user.id)).code).toBe('yourself')
    expect((await toggle(otherReviewer.user.id)).status).toBe(404)
  })

  test('can be invited again until they have a password, and the earlier link stops working [PEOP-77]', async () => {
    const doctor = await added()
    const [first] = await mailTo(doctor.email)
    await aWhileLater(doctor.id)
    expect((await clinicAdmin.ask(`POST /clinic/user/${doctor.id}/re-invite-user`)).status).toBe(200)
    while ((await mailTo(doctor.email)).length < 2) await new Promise((resolve) => setTimeout(resolve, 50))
    const token = tokenIn(first!.body)
    const old = await callAnonymously(server.url, identityCalls.resetPassword, {
      body: { token, password: 'a walk along the quiet river' },
    })
    expect(old.status).not.toBe(200)
    expect((await clinicAdmin.call(calls.reInvite, { params: { id: reviewer.user.id } })).code).toBe('not-invited')
  })

  test('is invited without a mail server: the inviting person sees the link that the mail contains', async () => {
    const body = input({ npi: null }) as never
    const person = await clinicAdmin.call(calls.addBiller, { body })
    const [mail] = await mailTo(person.result[0]!.email)
    expect(person.invitationLink).toContain(`/reset-password/${tokenIn(mail!.body)}`)
    await aWhileLater(person.result[0]!.id)
    const again = await admin.call(calls.reInvite, { params: { id: person.result[0]!.id } })
    expect(again.invitationLink).toMatch(/\/reset-password\/\S+$/)
    expect(again.invitationLink).not.toBe(person.invitationLink)
  })

  test('is invited again only once for several quick requests, and again only after a while', async () => {
    const doctor = await added()
    await mailTo(doctor.email)
    const press = (who: TestClient) => who.call(calls.reInvite, { params: { id: doctor.id } })
    for (const mails of [2, 3]) {
      await aWhileLater(doctor.id)
      const answers = [...(await Promise.all([press(clinicAdmin), press(admin)])), await press(clinicAdmin)]
      for (const answer of answers)
        expect(answer).toMatchObject({
          status: 200,
          message: `${doctor.email} has been invited again.`,
        })
      // The queue sends in order. When this later mail has arrived, so have all earlier ones.
      await mailTo((await added()).email)
      const [last] = await mailTo(doctor.email)
      expect(await mailTo(doctor.email)).toHaveLength(mails)
      const body = { token: tokenIn(last!.body), password: 'short' }
      expect((await callAnonymously(server.url, identityCalls.resetPassword, { body })).status).toBe(422)
    }
  })
})

test('doctors from the EHR can each be invited once [PEOP-29, PEOP-32, PEOP-69]', async () => {
  await server.owner.query(
    "insert into ehr_doctors values ($1, 'e1', 'Mira', 'Lund', 'mira@example.org', '3000000001', '+1', '5550101'), ($1, 'e2', 'No', 'Mail', null, null, null, null)",
    [clinic.clinicId],
  )
  const candidates = async () => (await clinicAdmin.ask<{ invited: boolean }>('GET /clinic/doctor/ehr')).result
  expect(await candidates()).toMatchObject([
    { id: 'e1', email: 'mira@example.org', invited: false },
    { id: 'e2', email: null, invited: false },
  ])
  await add({ firstName: 'Mira', lastName: 'Lund', email: 'mira@example.org', npi: '3000000001', ehrDoctorId: 'e1' })
  expect((await candidates())[0]!.invited).toBe(true)
})

describe('an edit', () => {
  test('of the email of an open invitation ends the old link and invites the new address [PEOP-67]', async () => {
    const body = input()
    const doctor = await added(body)
    const token = tokenIn((await mailTo(doctor.email))[0]!.body)
    const email = `right-${doctor.email}`
    await clinicAdmin.call(calls.editDoctor, { body: { ...body, id: doctor.id, email } as never })
    const password = 'a walk along the quiet river'
    const reset = (link: string) =>
      callAnonymously(server.url, identityCalls.resetPassword, { body: { token: link, password } })
    expect(await reset(token)).toMatchObject({ status: 410, code: 'link-invalid' })
    expect((await reset(tokenIn((await mailTo(email))[0]!.body))).status).toBe(200)
  })

  test('may keep a reviewer and a biller who have been disabled, but may not choose them again [PEOP-67]', async () => {
    const here = { facilityIds: [clinic.facilityId] }
    const leaving = await signedIn(server, clinic.clinicId, { ...here, userType: 'reviewer' })
    const oldBiller = await signedIn(server, clinic.clinicId, { ...here, userType: 'biller' })
    const body = input({
      biller: oldBiller.user.id,
      reviewerFlowConfig: { reviewerFlow: 'LEVEL_1', reviewersForLevel1: [reviewer.user.id, leaving.user.id] },
    })
    const doctor = await added(body)
    for (const { user } of [leaving, oldBiller])
      await clinicAdmin.call(calls.togglePerson, { params: { id: user.id }, body: { isEnabled: false } })
    const edited = await clinicAdmin.call(calls.editDoctor, {
      body: { ...body, id: doctor.id, lastName: 'Moor' } as never,
    })
    expect(edited).toMatchObject({ status: 200, result: [{ lastName: 'Moor', biller: oldBiller.user.id }] })
    expect(edited.result[0]!.reviewerFlowConfig.reviewersForLevel1).toHaveLength(2)
    expect(await add({ biller: oldBiller.user.id })).toMatchObject({ code: 'biller-unknown' })
  })
})

test('a doctor unknown to the EHR, or already invited, is refused with a readable message [PEOP-66, PEOP-69]', async () => {
  await server.owner.query(
    "insert into ehr_doctors (clinic_id, id, first_name, last_name) values ($1, 'e9', 'Jo', 'Ek')",
    [clinic.clinicId],
  )
  expect(await add({ ehrDoctorId: 'nobody' })).toMatchObject({ status: 422, code: 'ehr-doctor-unknown' })
  expect((await add({ ehrDoctorId: 'e9' })).status).toBe(200)
  expect(await add({ ehrDoctorId: 'e9' })).toMatchObject({ status: 409, code: 'ehr-doctor-invited' })
})

test('when two clinic administrators disable each other at the same time, one succeeds and the other is refused', async () => {
  for (let round = 0; round < 8; round++) {
    const { clinicId, facilityId } = await aClinic(server, `Clinic of two ${round}`)
    const person = { facilityIds: [facilityId], userType: 'clinicAdmin' } as const
    const [one, two] = [await signedIn(server, clinicId, person), await signedIn(server, clinicId, person)]
    const answers = await Promise.all([
      one.call(calls.togglePerson, { params: { id: two.user.id }, body: { isEnabled: false } }),
      two.call(calls.togglePerson, { params: { id: one.user.id }, body: { isEnabled: false } }),
    ])
    const statuses = answers.map(({ status }) => status).toSorted()
    expect(statuses[0]).toBe(200)
    // The second call is refused because its caller is the last one, or already signed out.
    expect([401, 422]).toContain(statuses[1])
  }
})
