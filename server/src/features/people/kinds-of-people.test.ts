import { identityCalls } from '@dictara/contract/identity'
import { jobCalls } from '@dictara/contract/jobs'
import { mailCalls } from '@dictara/contract/mail'
import { type Person, peopleCalls as calls } from '@dictara/contract/people'
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

test('billers are listed by name, sort key, page, size and sort order [PEOP-74]', async () => {
  const bea = await aPerson(server, other.clinicId, { userType: 'biller', firstName: 'Bea', lastName: 'Hart' })
  for (const n of [1, 2, 3])
    await aPerson(server, other.clinicId, { userType: 'biller', firstName: 'Bo', lastName: `Nr ${n}` })
  await aPerson(server, other.clinicId, { userType: 'reviewer', firstName: 'Bo', lastName: 'Reviewer' })
  const theirs = await signedIn(server, other.clinicId, { userType: 'clinicAdmin' })
  const of = async (query: string) => {
    const { success, size, result } = await ask('GET', `/clinic/biller/list?${query}`, undefined, theirs)
    return [success, size, result.map(({ fullName }) => fullName)]
  }
  const byName = 'sortKey=name&page=0&size=2&sortOrder=ascend'
  expect(await of(`name=bo&${byName}`)).toEqual([true, 3, ['Bo Nr 1', 'Bo Nr 2']])
  expect(await of('name=bo&sortKey=name&page=1&size=2&sortOrder=ascend')).toEqual([true, 3, ['Bo Nr 3']])
  expect(await of('name=&sortKey=name&page=0&size=1&sortOrder=descend')).toEqual([true, 4, ['Bo Nr 3']])
  expect(await of(`name=${bea.email}&sortKey=email&page=0&size=10&sortOrder=descend`)).toEqual([true, 1, ['Bea Hart']])
  expect(await of('name=bo&page=9&size=10')).toEqual([true, 3, []])
})

test('a biller is added by POST and changed by PUT, each with its words [PEOP-75, PEOP-90, PEOP-91]', async () => {
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

test('reviewers and transcriptionists are listed by name, sort key, page, size, sort order and facilities [PEOP-60]', async () => {
  const [north, south] = [await aFacility(server, other.clinicId), await aFacility(server, other.clinicId)]
  for (const [userType, lastName, facilityId] of [
    ['reviewer', 'Amsel', north],
    ['transcriptionist', 'Novak', north],
    ['reviewer', 'Iyer', south],
    ['doctor', 'Amsel', north],
  ] as const)
    await aPerson(server, other.clinicId, { userType, firstName: 'Ruth', lastName, facilityIds: [facilityId] })
  const theirs = await signedIn(server, other.clinicId, { userType: 'clinicAdmin' })
  const of = async (query: string) => {
    const { success, size, result } = await ask('GET', `/clinic/reviewer?${query}`, undefined, theirs)
    return [success, size, result.map(({ lastName }) => lastName)]
  }
  const all = 'name=ruth&sortKey=name&page=0&size=2&sortOrder='
  expect(await of(`${all}ascend`)).toEqual([true, 3, ['Amsel', 'Iyer']])
  expect(await of(`${all}descend`)).toEqual([true, 3, ['Novak', 'Iyer']])
  expect(await of(`${all}ascend&facilityIds=${north}`)).toEqual([true, 2, ['Amsel', 'Novak']])
  expect(await of('name=ruth&sortKey=name&page=1&size=2&sortOrder=ascend')).toEqual([true, 3, ['Novak']])
})

test('a reviewer is added by POST, in words of the server [PEOP-61, PEOP-86]', async () => {
  const body = input()
  const added = await ask('POST', '/clinic/reviewer', body)
  expect(added).toMatchObject({ status: 200, success: true, message: 'Reviewer added successfully.' })
  expect(added.result).toMatchObject([{ ...body, userType: 'reviewer', userPrivilege: 'REVIEWER_ONLY', invited: true }])
})

test('a reviewer is changed by PUT with the id in the body, in words of the server [PEOP-62, PEOP-87]', async () => {
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

test('who works as a transcriptionist takes from the pool, and works as that for good [Q046]', async () => {
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

  test('is invited by mail, and signs in with the password set by its link', async () => {
    const { email, id } = await added()
    expect(await setPassword(await mailTo(email))).toBe(200)
    expect((await signInAs(server.url, email, testPassword)).user).toMatchObject({ id, userType })
    expect(await ask('POST', `/clinic/user/${id}/re-invite-user`)).toMatchObject({ code: 'not-invited' })
  })

  test('whose address was wrong is invited at the right one; the old link ends', async () => {
    const person = await added()
    const old = await mailTo(person.email)
    const email = `right-${person.email}`
    expect((await edit(input({ id: person.id, email }))).status).toBe(200)
    expect(await setPassword(old)).toBe(410)
    expect(await setPassword(await mailTo(email))).toBe(200)
  })

  test('posted twenty times at once is added once, whole or not at all', async () => {
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

  test('is refused with a foreign or disabled facility, and then nothing was written', async () => {
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

  test('of another clinic or facility is not found, and not listed', async () => {
    const foreign = await aPerson(server, other.clinicId, { userType, facilityIds: [other.facilityId] })
    const yonder = await aFacility(server, clinic.clinicId)
    const elsewhere = await added({ facilityIds: [yonder] })
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
    expect(await names(`size=100&facilityIds=${yonder}`)).toEqual([elsewhere.id])
    expect(await names('size=100')).not.toContain(foreign.id)
  })

  test('keeps the facilities that an admin does not reach', async () => {
    const person = await added({ facilityIds: [clinic.facilityId, annex] })
    const { result } = await edit(input({ id: person.id, facilityIds: [] }), admin)
    expect(result[0]!.facilityIds).toEqual([annex])
  })

  test('is not edited as somebody of another kind, nor while disabled', async () => {
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

  test('disabled by two who both saw it enabled stays disabled', async () => {
    const { id } = await added()
    const disable = () => clinicAdmin.call(calls.togglePerson, { params: { id }, body: { isEnabled: false } })
    for (const { status, result } of [await disable(), await disable()])
      expect([status, result]).toEqual([200, [{ isEnabled: false }]])
  })

  test('edited by two who both saw it as it was keeps what the first one changed, and the second one is told', async () => {
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

  test('edited by twenty at once is as one of them said, whole', async () => {
    const { id } = await added()
    const wanted = Array.from({ length: 20 }, (_, n) =>
      input({ id, lastName: `Moor${'x'.repeat(n)}`, facilityIds: n % 2 ? [annex] : [clinic.facilityId] }),
    )
    const answers = await Promise.all(wanted.map((body) => edit(body)))
    expect(answers.map(({ status }) => status)).toEqual(wanted.map(() => 200))
    const { rows } = await server.owner.query<{ email: string }>('select email from users where id = $1', [id])
    const winner = wanted.find(({ email }) => email === rows[0]!.email)!
    const [person] = (await ask('GET', `${listPath}?name=${winner.email}`)).result
    expect(person).toMatchObject({ lastName: winner.lastName, facilityIds: winner.facilityIds })
  })

  test('shares an email with nobody: of twenty changed to the same one at once, one gets it, the others are told', async () => {
    const email = `${newId()}@example.org`
    const people = await Promise.all(Array.from({ length: 20 }, () => added()))
    const answers = await Promise.all(people.map(({ id }) => edit(input({ id, email }))))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ code }) => code === 'email-taken')).toHaveLength(19)
  })

  test('says what is wrong with a field, in the words of the form', async () => {
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
