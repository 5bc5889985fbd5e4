import { identityCalls } from '@dictara/contract/identity'
import { jobCalls } from '@dictara/contract/jobs'
import { mailCalls } from '@dictara/contract/mail'
import { type Person, peopleCalls as calls } from '@dictara/contract/people'
import { signUpCalls } from '@dictara/contract/sign-up'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import {
  aClinic,
  aFacility,
  aJob,
  aPerson,
  signedIn,
  type TestClinic,
  testPassword,
} from '../../testing/clinic.fixtures.ts'
import { callAnonymously, signInAs, type TestClient } from '../../testing/test-client.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let clinic: TestClinic
let other: TestClinic
let annex: string
let clinicAdmin: TestClient
let admin: TestClient

beforeAll(async () => {
  server = await startTestServer({ tasks: true })
  clinic = await aClinic(server)
  other = await aClinic(server, 'Other Clinic')
  annex = await aFacility(server, clinic.clinicId)
  const here = { facilityIds: [clinic.facilityId] }
  clinicAdmin = await signedIn(server, clinic.clinicId, { ...here, userType: 'clinicAdmin' })
  admin = await signedIn(server, clinic.clinicId, { ...here, userType: 'admin' })
})
afterAll(() => server.close())

const input = (more: object = {}) => ({
  firstName: 'Ann',
  lastName: "O'Neil-Smith",
  email: `${newId()}@example.org`,
  phoneNumber: { countryCode: '+1', number: '5550100' },
  facilityIds: [clinic.facilityId],
  ...more,
})

const ask = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object, who = clinicAdmin) =>
  who.ask<Person>(`${method} ${path}`, body)
async function mailTo(email: string) {
  for (;;) {
    const { result } = await clinicAdmin.call(mailCalls.listMails, { query: { size: 100 } })
    const mail = result.find(({ to }) => to === email)
    if (mail) return mail.body
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
const eventsOf = async (userId: string) => {
  const { rows } = await server.owner.query<{ event: string }>(
    "select event from audit_events where detail->>'userId' = $1 order by id",
    [userId],
  )
  return rows.map(({ event }) => event)
}
const setPassword = async (mail: string) => {
  const token = /reset-password\/(\S+)/.exec(mail)![1]!
  return (await callAnonymously(server.url, identityCalls.resetPassword, { body: { token, password: testPassword } }))
    .status
}

test('billers are listed with name search, sort key, page, size and sort order [PEOP-74]', async () => {
  const bea = await aPerson(server, other.clinicId, { userType: 'biller', firstName: 'Bea', lastName: 'Hart' })
  for (const n of [1, 2, 3])
    await aPerson(server, other.clinicId, { userType: 'biller', firstName: 'Bo', lastName: `Nr ${n}` })
  await aPerson(server, other.clinicId, { userType: 'reviewer', firstName: 'Bo', lastName: 'Reviewer' })
  const theirs = await signedIn(server, other.clinicId, { userType: 'clinicAdmin' })
  const listed = async (query: string) => {
    const { success, size, result } = await ask('GET', `/clinic/biller/list?${query}`, undefined, theirs)
    return [success, size, result.map(({ fullName }) => fullName)]
  }
  const byName = 'sortKey=name&page=0&size=2&sortOrder=ascend'
  expect(await listed(`name=bo&${byName}`)).toEqual([true, 3, ['Bo Nr 1', 'Bo Nr 2']])
  expect(await listed('name=bo&sortKey=name&page=1&size=2&sortOrder=ascend')).toEqual([true, 3, ['Bo Nr 3']])
  expect(await listed('name=&sortKey=name&page=0&size=1&sortOrder=descend')).toEqual([true, 4, ['Bo Nr 3']])
  expect(await listed(`name=${bea.email}&sortKey=email&page=0&size=10&sortOrder=descend`)).toEqual([
    true,
    1,
    ['Bea Hart'],
  ])
  expect(await listed('name=bo&page=9&size=10')).toEqual([true, 3, []])
})

test('a biller is added by POST and changed by PUT, each with its own message [PEOP-75, PEOP-90, PEOP-91]', async () => {
  const body = input()
  const added = await ask('POST', '/clinic/biller', body)
  expect(added).toMatchObject({ status: 200, success: true, message: 'Biller added successfully' })
  expect(added.result).toMatchObject([{ ...body, userType: 'biller', userPrivilege: 'NONE', npi: null, invited: true }])
  const changed = { ...body, id: added.result[0]!.id, lastName: 'Moor', facilityIds: [clinic.facilityId, annex] }
  const edited = await ask('PUT', '/clinic/biller', changed)
  expect(edited).toMatchObject({ status: 200, message: 'Biller details updated.', result: [{ lastName: 'Moor' }] })
  expect(edited.result[0]!.facilityIds.toSorted()).toEqual([clinic.facilityId, annex].toSorted())
  expect(await eventsOf(changed.id)).toEqual(['person.added', 'person.invited', 'person.edited'])
})

test('reviewers and transcriptionists are listed with name search, sort key, page, size, sort order and facilities [PEOP-60]', async () => {
  const [north, south] = [await aFacility(server, other.clinicId), await aFacility(server, other.clinicId)]
  for (const [userType, lastName, facilityId] of [
    ['reviewer', 'Amsel', north],
    ['transcriptionist', 'Novak', north],
    ['reviewer', 'Iyer', south],
    ['doctor', 'Amsel', north],
  ] as const)
    await aPerson(server, other.clinicId, { userType, firstName: 'Ruth', lastName, facilityIds: [facilityId] })
  const theirs = await signedIn(server, other.clinicId, { userType: 'clinicAdmin' })
  const listed = async (query: string) => {
    const { success, size, result } = await ask('GET', `/clinic/reviewer?${query}`, undefined, theirs)
    return [success, size, result.map(({ lastName }) => lastName)]
  }
  const all = 'name=ruth&sortKey=name&page=0&size=2&sortOrder='
  expect(await listed(`${all}ascend`)).toEqual([true, 3, ['Amsel', 'Iyer']])
  expect(await listed(`${all}descend`)).toEqual([true, 3, ['Novak', 'Iyer']])
  expect(await listed(`${all}ascend&facilityIds=${north}`)).toEqual([true, 2, ['Amsel', 'Novak']])
  expect(await listed(`${all}ascend&only=TRANSCRIPTIONISTS`)).toEqual([true, 1, ['Novak']])
  expect(await listed('name=ruth&sortKey=name&page=1&size=2&sortOrder=ascend')).toEqual([true, 3, ['Novak']])
})

test('a reviewer is added by POST, with the documented message [PEOP-61, PEOP-86]', async () => {
  const body = input()
  const added = await ask('POST', '/clinic/reviewer', body)
  expect(added).toMatchObject({ status: 200, success: true, message: 'Reviewer added successfully.' })
  expect(added.result).toMatchObject([{ ...body, userType: 'reviewer', userPrivilege: 'REVIEWER_ONLY', invited: true }])
})

test('a reviewer is changed by PUT with the id in the body, with the documented message [PEOP-62, PEOP-87]', async () => {
  const body = input()
  const { id } = (await ask('POST', '/clinic/reviewer', body)).result[0]!
  const edited = await ask('PUT', '/clinic/reviewer', { ...body, id, lastName: 'Moor' })
  expect(edited).toMatchObject({
    status: 200,
    message: 'Reviewer details updated.',
    result: [{ id, lastName: 'Moor' }],
  })
  expect(await eventsOf(id)).toEqual(['person.added', 'person.invited', 'person.edited'])
})

test('a transcriptionist can take jobs from the pool, and cannot be changed to a reviewer [Q046]', async () => {
  const body = input({ userType: 'transcriptionist' })
  const [typist] = (await ask('POST', '/clinic/reviewer', body)).result
  expect(typist).toMatchObject({ userType: 'transcriptionist', userPrivilege: 'TRANSCRIPTION_ONLY' })
  await setPassword(await mailTo(body.email))
  const author = await aPerson(server, clinic.clinicId, { facilityIds: [clinic.facilityId] })
  const id = await aJob(server, clinic, { authorId: author.id, status: 'AVAILABLE' })
  const client = await signInAs(server.url, body.email, testPassword)
  expect((await client.call(jobCalls.startTranscription, { params: { id } })).status).toBe(200)
  const edit = (more: object) => ask('PUT', '/clinic/reviewer', { ...body, id: typist!.id, ...more })
  expect(await edit({ userType: 'reviewer' })).toMatchObject({ status: 422, code: 'works-as-fixed' })
  expect(await edit({ userType: undefined })).toMatchObject({ result: [{ userType: 'transcriptionist' }] })
})

const kinds = [
  { kind: 'biller', path: '/clinic/biller', listPath: '/clinic/biller/list', userType: 'biller' },
  { kind: 'reviewer', path: '/clinic/reviewer', listPath: '/clinic/reviewer', userType: 'reviewer' },
] as const

describe.each(kinds)('a $kind', ({ path, listPath, userType }) => {
  const add = (more: object = {}, who = clinicAdmin) => ask('POST', path, input(more), who)
  const edit = (body: object, who = clinicAdmin) => ask('PUT', path, body, who)
  const added = async (more: object = {}) => (await add(more)).result[0]!
  const names = async (query: string, who = clinicAdmin) =>
    (await ask('GET', `${listPath}?${query}`, undefined, who)).result.map(({ id }) => id)

  test('receives an invitation by mail, and signs in with the password set through its link', async () => {
    const { email, id } = await added()
    expect(await setPassword(await mailTo(email))).toBe(200)
    expect((await signInAs(server.url, email, testPassword)).user).toMatchObject({ id, userType })
    expect(await ask('POST', `/clinic/user/${id}/re-invite-user`)).toMatchObject({ code: 'not-invited' })
  })

  test('whose email was wrong gets an invitation at the corrected one, and the old link stops working', async () => {
    const person = await added()
    const old = await mailTo(person.email)
    const email = `right-${person.email}`
    expect((await edit(input({ id: person.id, email }))).status).toBe(200)
    expect(await setPassword(old)).toBe(410)
    expect(await setPassword(await mailTo(email))).toBe(200)
  })

  test('posted twenty times at the same time is added exactly once, with its facilities', async () => {
    const body = input()
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask('POST', path, body)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const refused = answers.filter(({ status }) => status !== 200)
    for (const answer of refused) expect(answer).toMatchObject({ status: 409, code: 'email-taken', success: false })
    const { rows } = await server.owner.query('select from users where email = $1', [body.email])
    expect(rows).toHaveLength(1)
    const links = await server.owner.query('select from facility_users where user_id = $1', [
      answers.find(({ status }) => status === 200)!.result[0]!.id,
    ])
    expect(links.rows).toHaveLength(1)
  })

  test('is refused with a foreign or disabled facility, and nothing is stored', async () => {
    const closed = await aFacility(server, clinic.clinicId, { isEnabled: false })
    for (const [facilityId, code] of [
      [other.facilityId, 'facility-unknown'],
      [closed, 'facility-disabled'],
    ] as const) {
      const body = input({ facilityIds: [clinic.facilityId, facilityId] })
      expect(await ask('POST', path, body)).toMatchObject({ status: 422, code })
      expect((await server.owner.query('select from users where email = $1', [body.email])).rows).toEqual([])
    }
    expect(await add({ facilityIds: [annex] }, admin)).toMatchObject({ status: 422, code: 'facility-unknown' })
  })

  test('of another clinic or facility is not found and not listed', async () => {
    const foreign = await aPerson(server, other.clinicId, { userType, facilityIds: [other.facilityId] })
    const facilityId = await aFacility(server, clinic.clinicId)
    const elsewhere = await added({ facilityIds: [facilityId] })
    for (const [id, who] of [
      [foreign.id, clinicAdmin],
      [newId(), clinicAdmin],
      [elsewhere.id, admin],
    ] as const) {
      expect((await edit(input({ id }), who)).status).toBe(404)
      expect((await ask('POST', `/clinic/user/${id}/re-invite-user`, undefined, who)).status).toBe(404)
    }
    const mine = await added()
    expect(await names('size=100', admin)).toContain(mine.id)
    expect(await names('size=100', admin)).not.toContain(elsewhere.id)
    expect(await names(`size=100&facilityIds=${facilityId}`)).toEqual([elsewhere.id])
    expect(await names('size=100')).not.toContain(foreign.id)
  })

  test('keeps the facilities that the editing admin cannot reach', async () => {
    const person = await added({ facilityIds: [clinic.facilityId, annex] })
    const { result } = await edit(input({ id: person.id, email: person.email, facilityIds: [] }), admin)
    expect(result[0]!.facilityIds).toEqual([annex])
  })

  test('cannot be edited as another kind of person, nor while disabled', async () => {
    const doctor = await aPerson(server, clinic.clinicId, { facilityIds: [clinic.facilityId] })
    expect(await edit(input({ id: doctor.id }))).toMatchObject({ status: 422, code: 'other-kind' })
    expect(await edit(input({ id: admin.user.id }))).toMatchObject({ status: 422, code: 'edited-in-admins' })
    const { id } = await added()
    const toggle = (who: TestClient) => who.call(calls.togglePerson, { params: { id }, body: { isEnabled: false } })
    expect((await toggle(admin)).status).toBe(403)
    expect((await toggle(clinicAdmin)).result).toEqual([{ isEnabled: false }])
    expect(await edit(input({ id }))).toMatchObject({ status: 422, code: 'person-disabled' })
    expect(await ask('POST', `/clinic/user/${id}/re-invite-user`)).toMatchObject({ code: 'person-disabled' })
  })

  test('disabled twice, by two people who both saw it enabled, stays disabled', async () => {
    const { id } = await added()
    const disable = () => clinicAdmin.call(calls.togglePerson, { params: { id }, body: { isEnabled: false } })
    for (const { status, result } of [await disable(), await disable()])
      expect([status, result]).toEqual([200, [{ isEnabled: false }]])
  })

  test('edited by two people who saw the same version keeps the first change and refuses the second', async () => {
    const { id, version } = await added()
    const first = input({ id, version, firstName: 'Dorothea' })
    expect((await edit(first)).status).toBe(200)
    expect(await edit(input({ id, version, lastName: 'Moor' }))).toMatchObject({
      status: 409,
      code: 'changed-meanwhile',
    })
    const [person] = (await ask('GET', `${listPath}?name=${first.email}`)).result
    expect(person).toMatchObject({ firstName: 'Dorothea', lastName: first.lastName })
    expect((await edit(input({ id, version: person!.version, lastName: 'Moor' }))).status).toBe(200)
  })

  test('edited twenty times at the same time is stored exactly as one of the edits', async () => {
    const { id } = await added()
    const wanted = Array.from({ length: 20 }, (_, n) =>
      input({ id, lastName: `Moor${'x'.repeat(n)}`, facilityIds: n % 2 ? [annex] : [clinic.facilityId] }),
    )
    const answers = await Promise.all(wanted.map((body) => edit(body)))
    // On a busy machine the last calls may wait too long and get 503.
    const saved = wanted.filter((_, n) => answers[n]!.status === 200)
    expect(saved.length + answers.filter(({ status }) => status === 503).length).toBe(20)
    const { rows } = await server.owner.query<{ email: string }>('select email from users where id = $1', [id])
    const winner = saved.find(({ email }) => email === rows[0]!.email)!
    const [person] = (await ask('GET', `${listPath}?name=${winner.email}`)).result
    expect(person).toMatchObject({ lastName: winner.lastName, facilityIds: winner.facilityIds })
  })

  test('never shares an email: of twenty simultaneous changes to one address, one succeeds and the others are refused', async () => {
    const email = `${newId()}@example.org`
    const people = await Promise.all(Array.from({ length: 20 }, () => added()))
    const answers = await Promise.all(people.map(({ id }) => edit(input({ id, email }))))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ code }) => code === 'email-taken')).toHaveLength(19)
  })

  test('gets an invalid field refused with the message of the form', async () => {
    const message = async (more: object) => (await add(more)).message
    expect(await message({ firstName: ' ' })).toContain('First Name is required')
    expect(await message({ lastName: 'R2D2' })).toContain('Please enter only alphabets')
    for (const email of [
      'nobody',
      'a\u200b@example.org',
      'a@exa\u202emple.org',
      'a\ud800@example.org',
      'a\u0000@example.org',
    ])
      expect(await message({ email })).toContain('Please enter valid email')
    expect(await message({ phoneNumber: null })).toContain('Phone Number is required')
  })
})

test('a clinicAdmin and an admin can add and change doctors, reviewers, reviewer groups, admins and billers; nobody else can [PEOP-01]', async () => {
  const doctor = await signedIn(server, clinic.clinicId, { userType: 'doctor', facilityIds: [clinic.facilityId] })
  for (const who of [clinicAdmin, admin, doctor]) {
    const reviewer = await aPerson(server, clinic.clinicId, { userType: 'reviewer', facilityIds: [clinic.facilityId] })
    const npi = String(7_000_000_000 + Math.floor(Math.random() * 1_000_000_000))
    const group = { groupName: newId(), reviewerIds: [reviewer.id], level: 'LEVEL_1', userId: who.user.id }
    for (const [path, body] of [
      ['/clinic/doctor', input({ npi })],
      ['/clinic/reviewer', input()],
      ['/clinic/reviewer/group', group],
      ['/clinic/admin', input()],
      ['/clinic/biller', input()],
    ] as const) {
      const added = await ask('POST', path, body, who)
      if (who === doctor) {
        expect([path, added.status]).toEqual([path, 403])
        continue
      }
      expect([path, added.status]).toEqual([path, 200])
      const changed = await ask('PUT', path, { ...body, id: added.result[0]!.id }, who)
      expect([path, changed.status]).toEqual([path, 200])
    }
  }
})

describe('the email of an account', () => {
  const path = '/clinic/doctor'
  const npi = () => String(5_000_000_000 + Math.floor(Math.random() * 1_000_000_000))

  test('cannot be changed by an admin when the person reaches facilities beyond the admin’s own, even through billing', async () => {
    const body = input({ npi: npi(), facilityIds: [clinic.facilityId, annex] })
    const doctor = (await ask('POST', path, body)).result[0]!
    const bill = input()
    const biller = (await ask('POST', '/clinic/biller', bill)).result[0]!
    const moved = { ...bill, id: biller.id, email: `x-${bill.email}` }
    const refused = { status: 422, code: 'email-fixed' }
    expect(await ask('PUT', path, { ...body, id: doctor.id, email: `x-${body.email}` }, admin)).toMatchObject(refused)
    expect((await ask('PUT', path, { ...body, id: doctor.id, lastName: 'Moor' }, admin)).status).toBe(200)
    await server.owner.query('update users set biller_id = $1 where id = $2', [biller.id, doctor.id])
    expect(await ask('PUT', '/clinic/biller', moved, admin)).toMatchObject(refused)
    expect((await ask('PUT', '/clinic/biller', moved)).status).toBe(200)
    const own = input({ npi: npi() })
    const { id } = (await ask('POST', path, own)).result[0]!
    expect((await ask('PUT', path, { ...own, id, email: `x-${own.email}` }, admin)).status).toBe(200)
  })

  test('with a password, when changed, ends the links sent to the old address and notifies that address', async () => {
    const doctor = await signedIn(server, clinic.clinicId, { facilityIds: [clinic.facilityId] })
    const { id, email } = doctor.user
    await callAnonymously(server.url, signUpCalls.forgotPassword, { query: { email } })
    const link = await mailTo(email)
    const body = input({ npi: npi(), firstName: 'Dana', email: `x-${email}`, id })
    expect((await ask('PUT', path, body)).status).toBe(200)
    expect(await setPassword(link)).toBe(410)
    await expect.poll(() => mailTo(email)).toContain(`to x-${email}.`)
  })
})

describe('an administrator', () => {
  const npi = () => String(6_000_000_000 + Math.floor(Math.random() * 1_000_000_000))
  const path = '/clinic/admin'
  const add = (more: object = {}, who = clinicAdmin, query = '') => ask('POST', path + query, input(more), who)
  const added = async (more: object = {}) => {
    const body = input(more)
    return { ...(await ask('POST', path, body)).result[0]!, body }
  }
  const edit = (body: object, who = clinicAdmin, query = '') => ask('PUT', path + query, body, who)

  test('is listed with name search, sort key, page, size, sort order and facilities, by name unless requested otherwise [PEOP-70]', async () => {
    const annexId = await aFacility(server, other.clinicId)
    for (const [userType, lastName, facilityId] of [
      ['admin', 'Quill', annexId],
      ['clinicAdmin', 'Arden', annexId],
      ['admin', 'Moor', other.facilityId],
      ['doctor', 'Quill', annexId],
    ] as const)
      await aPerson(server, other.clinicId, { userType, firstName: 'Olga', lastName, facilityIds: [facilityId] })
    const theirs = await signedIn(server, other.clinicId, { userType: 'clinicAdmin' })
    const listed = async (query: string) => {
      const { success, size, result } = await ask('GET', `${path}?${query}`, undefined, theirs)
      return [success, size, result.map(({ lastName }) => lastName)]
    }
    expect(await listed('name=olga')).toEqual([true, 3, ['Arden', 'Moor', 'Quill']])
    expect(await listed('name=olga&sortKey=name&page=0&size=2&sortOrder=descend')).toEqual([true, 3, ['Quill', 'Moor']])
    expect(await listed(`name=olga&sortKey=name&page=0&size=10&sortOrder=ascend&facilityIds=${annexId}`)).toEqual([
      true,
      2,
      ['Arden', 'Quill'],
    ])
  })

  test('is added by POST, with facility access when the address says so, and read back under its other name [PEOP-71, PEOP-23, PEOP-89]', async () => {
    const body = input({ reviewerFlowConfig: { reviewerFlow: 'LEVEL_1', reviewersForLevel1: ['any'] } })
    const answer = await ask('POST', `${path}?isFacilityAccessAllowed=true`, body)
    expect(answer).toMatchObject({ status: 200, success: true, message: 'Admin added successfully' })
    expect(answer.result).toMatchObject([
      {
        email: body.email,
        userType: 'admin',
        userPrivilege: 'NONE',
        isFacilityAccessEnabled: true,
        reviewerFlowConfig: { reviewerFlow: 'LEVEL_1', isAnySelectedForLevel1: true },
      },
    ])
    expect(await setPassword(await mailTo(body.email))).toBe(200)
    expect((await signInAs(server.url, body.email, testPassword)).user).toMatchObject({ facilityAccessEnable: true })
    expect((await add()).result).toMatchObject([{ isFacilityAccessEnabled: false }])
  })

  test('is changed by PUT with the id in the body, and keeps facility access when the call does not mention it [PEOP-72, PEOP-23, PEOP-88]', async () => {
    const { id, body } = await added()
    const changed = await edit({ ...body, id, lastName: 'Moor' }, clinicAdmin, '?isFacilityAccessAllowed=true')
    expect(changed).toMatchObject({ status: 200, message: 'Admin details updated.' })
    expect(changed.result).toMatchObject([{ id, lastName: 'Moor', isFacilityAccessEnabled: true }])
    expect((await edit({ ...body, id })).result).toMatchObject([
      { lastName: body.lastName, isFacilityAccessEnabled: true },
    ])
    expect((await edit({ ...body, id }, clinicAdmin, '?isFacilityAccessAllowed=false')).result).toMatchObject([
      { isFacilityAccessEnabled: false },
    ])
    expect(await eventsOf(id)).toContain('person.edited')
  })

  test('without a facility is refused with a readable message [PEOP-43]', async () => {
    expect(await add({ facilityIds: [] })).toMatchObject({ status: 400, message: 'Facility is required' })
    expect(await add({ facilityIds: undefined })).toMatchObject({ status: 400, message: 'Facility is required' })
  })

  test('who dictates needs an NPI, appears among the doctors, and is edited as an administrator [Q056, Q174]', async () => {
    const author = { userPrivilege: 'TRANSCRIPTION_REVIEWER', selfReviewEnabled: true }
    expect(await add(author)).toMatchObject({ status: 422, code: 'npi-missing' })
    const { id, email, body } = await added({ ...author, npi: npi() })
    const doctorsFound = async () => (await ask('GET', `/clinic/doctor?name=${email}`)).result.map((one) => one.id)
    expect(await doctorsFound()).toEqual([id])
    expect(await ask('PUT', '/clinic/doctor', { ...body, userPrivilege: 'NONE', id })).toMatchObject({
      code: 'edited-in-admins',
    })
    expect((await edit({ ...body, id, userPrivilege: 'NONE' })).status).toBe(200)
    expect(await doctorsFound()).toEqual([])
  })

  test('of some facilities cannot grant more than they have: no clinicAdmin role, no facility access, no other email', async () => {
    const { id, body } = await added()
    const { result } = await add({ userType: 'clinicAdmin' })
    for (const [answer, code] of [
      [await add({ userType: 'clinicAdmin' }, admin), 'clinic-admin-only'],
      [await edit({ ...body, id, userType: 'clinicAdmin' }, admin), 'clinic-admin-only'],
      [
        await edit({ ...body, id: admin.user.id, userType: 'clinicAdmin', email: admin.user.email }, admin),
        'clinic-admin-only',
      ],
      [await edit({ ...input(), id: result[0]!.id }, admin), 'clinic-admin-only'],
      [await edit({ ...body, id, email: `x-${body.email}` }, admin), 'admin-email-fixed'],
      [await edit({ ...body, id }, admin, '?isFacilityAccessAllowed=true'), 'facility-access-fixed'],
      [await add({}, admin, '?isFacilityAccessAllowed=true'), 'facility-access-fixed'],
      [await add({ facilityIds: [annex] }, admin), 'facility-unknown'],
    ] as const)
      expect(answer).toMatchObject({ status: 422, code })
    expect((await edit({ ...body, id, lastName: 'Moor' }, admin)).status).toBe(200)
    await server.owner.query('update users set facility_access = true where id = $1', [admin.user.id])
    expect((await edit({ ...body, id }, admin, '?isFacilityAccessAllowed=true')).status).toBe(200)
    await server.owner.query('update users set facility_access = false where id = $1', [admin.user.id])
  })

  test('of another facility or clinic is not found', async () => {
    const foreign = await aPerson(server, other.clinicId, { userType: 'admin', facilityIds: [other.facilityId] })
    const atAnnex = await added({ facilityIds: [annex] })
    expect((await edit(input({ id: foreign.id }))).status).toBe(404)
    expect((await edit({ ...atAnnex.body, id: atAnnex.id }, admin)).status).toBe(404)
  })

  test('cannot end their own clinicAdmin role, and of two clinicAdmins who demote each other one remains [Q053]', async () => {
    const { clinicId, facilityId } = await aClinic(server, 'Clinic of two')
    const of = { facilityIds: [facilityId], userType: 'clinicAdmin' } as const
    const [one, two] = [await signedIn(server, clinicId, of), await signedIn(server, clinicId, of)]
    const demote = (who: TestClient, whom: TestClient) =>
      edit(
        { ...input({ facilityIds: [facilityId], email: whom.user.email }), id: whom.user.id, userType: 'admin' },
        who,
      )
    expect(await demote(one, one)).toMatchObject({ status: 422, code: 'own-role' })
    const answers = await Promise.all([demote(one, two), demote(two, one)])
    // The second call either finds its caller demoted already, or waits and is then refused.
    const codes = answers.map(({ status, code }) => (status === 200 ? 'done' : code)).toSorted()
    expect(codes[0] === 'done' || codes[1] === 'done').toBe(true)
    const { rows } = await server.owner.query("select from users where clinic_id = $1 and user_type = 'clinicAdmin'", [
      clinicId,
    ])
    expect(rows).toHaveLength(1)
  })

  test('who was changed since they were read gets a conflict answer with their current data', async () => {
    const { id, version, body } = await added()
    await edit({ ...body, id, version, lastName: 'Moor' })
    const answer = await edit({ ...body, id, version, firstName: 'Anna' })
    expect(answer).toMatchObject({
      status: 409,
      code: 'changed-meanwhile',
      result: [{ id, lastName: 'Moor', firstName: 'Ann', version: version + 1 }],
    })
  })
})

describe('a disabled person', () => {
  const disable = (id: string) => clinicAdmin.call(calls.togglePerson, { params: { id }, body: { isEnabled: false } })
  const here = () => ({ facilityIds: [clinic.facilityId] })
  const statusOf = async (jobId: string) => {
    const { rows } = await server.owner.query('select status, level, holder_id from jobs where id = $1', [jobId])
    return rows[0] as unknown
  }

  test('loses their job exactly once even while saving or releasing, and the job returns to its pool [T23, Q054]', async () => {
    const author = await aPerson(server, clinic.clinicId, here())
    const typist = await signedIn(server, clinic.clinicId, { ...here(), userType: 'transcriptionist' })
    const reviewer = await signedIn(server, clinic.clinicId, { ...here(), userType: 'reviewer' })
    const typed = await aJob(server, clinic, { authorId: author.id, holderId: typist.user.id, status: 'IN_PROGRESS' })
    const reviewed = await aJob(server, clinic, {
      authorId: author.id,
      holderId: reviewer.user.id,
      status: 'IN_REVIEW',
      level: 'LEVEL_1',
    })
    const release = (who: TestClient, params: { id: string }) => who.call(jobCalls.releaseJob, { params })
    const [released] = await Promise.all([
      release(typist, { id: typed }),
      disable(typist.user.id),
      disable(reviewer.user.id),
    ])
    expect([200, 401, 409]).toContain(released.status)
    expect(await statusOf(typed)).toEqual({ status: 'AVAILABLE', level: null, holder_id: null })
    expect(await statusOf(reviewed)).toEqual({ status: 'READY', level: 'LEVEL_1', holder_id: null })
    for (const who of [typist, reviewer]) expect((await release(who, { id: typed })).status).toBe(401)
  })

  test('keeps their own dictations [Q054]', async () => {
    const author = await signedIn(server, clinic.clinicId, here())
    const own = { authorId: author.user.id, holderId: author.user.id, status: 'IN_PROGRESS' } as const
    const jobId = await aJob(server, clinic, own)
    await disable(author.user.id)
    expect(await statusOf(jobId)).toEqual({ status: 'IN_PROGRESS', level: null, holder_id: author.user.id })
  })

  test('has no working session, even when they are disabled while signing in [Q053]', async () => {
    const person = await aPerson(server, clinic.clinicId, { ...here(), userType: 'biller' })
    const signIns = Array.from({ length: 4 }, () => signInAs(server.url, person.email, testPassword).catch(() => null))
    await disable(person.id)
    for (const client of await Promise.all(signIns))
      if (client) expect((await client.call(identityCalls.renewToken, {})).status).toBe(401)
    await expect(signInAs(server.url, person.email, testPassword)).rejects.toThrow('403')
  })
})
