import { jobCalls } from '@dictara/contract/jobs'
import { peopleCalls } from '@dictara/contract/people'
import { type ReviewerGroup, reviewerGroupCalls as calls } from '@dictara/contract/reviewer-groups'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { aClinic, aFacility, aGroup, aJob, aPerson, signedIn, type TestClinic } from '../../testing/clinic.fixtures.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let clinic: TestClinic
let other: TestClinic
let annex: string
let clinicAdmin: TestClient
let admin: TestClient
let ruth: TestClient
let rohan: TestClient
let elsewhere: string

beforeAll(async () => {
  server = await startTestServer()
  other = await aClinic(server, 'Other Clinic')
})
afterAll(() => server.close())
beforeEach(async () => {
  clinic = await aClinic(server)
  annex = await aFacility(server, clinic.clinicId)
  const here = { facilityIds: [clinic.facilityId] }
  clinicAdmin = await signedIn(server, clinic.clinicId, { ...here, userType: 'clinicAdmin' })
  admin = await signedIn(server, clinic.clinicId, { ...here, userType: 'admin' })
  const reviewer = { ...here, userType: 'reviewer' } as const
  ruth = await signedIn(server, clinic.clinicId, { ...reviewer, firstName: 'Ruth', lastName: 'Amsel' })
  rohan = await signedIn(server, clinic.clinicId, { ...reviewer, firstName: 'Rohan', lastName: 'Iyer' })
  elsewhere = (await aPerson(server, clinic.clinicId, { userType: 'reviewer', facilityIds: [annex] })).id
})

const ask = (method: 'GET' | 'POST' | 'PUT', query = '', body?: object, who = clinicAdmin) =>
  who.ask<ReviewerGroup>(`${method} /clinic/reviewer/group${query}`, body)
const input = (more: object = {}, who = clinicAdmin) => ({
  groupName: `Group ${newId()}`,
  reviewerIds: [ruth.user.id],
  level: 'LEVEL_1',
  userId: who.user.id,
  ...more,
})
const add = (more: object = {}, who = clinicAdmin) => ask('POST', '', input(more, who), who)
const added = async (more: object = {}, who = clinicAdmin) => (await add(more, who)).result[0]!
const stored = async () =>
  (await server.owner.query('select from reviewer_groups where clinic_id = $1', [clinic.clinicId])).rows.length

test('a group has an id, a name, reviewers with their ids, and one of three levels [PEOP-27, PEOP-64]', async () => {
  for (const level of ['LEVEL_1', 'LEVEL_2', 'ALL_LEVELS']) {
    const groupName = `Night shift ${level}`
    const answer = await add({ groupName, level, reviewerIds: [ruth.user.id, rohan.user.id] })
    expect(answer).toEqual({
      status: 200,
      success: true,
      message: 'Reviewer group added successfully.',
      result: [
        {
          id: expect.any(String),
          groupName,
          reviewers: [
            { id: rohan.user.id, fullName: 'Rohan Iyer', email: rohan.user.email },
            { id: ruth.user.id, fullName: 'Ruth Amsel', email: ruth.user.email },
          ],
          reviewerIds: [rohan.user.id, ruth.user.id],
          level,
          version: 1,
        },
      ],
    })
  }
})

test('an edit replaces a whole group with the reviewer message, and adding and editing are audited [PEOP-65, PEOP-87]', async () => {
  const { id } = await added()
  const changed = { groupName: 'Seniors', reviewerIds: [rohan.user.id], level: 'ALL_LEVELS' }
  const answer = await ask('PUT', '', { id, userId: clinicAdmin.user.id, ...changed })
  expect(answer).toMatchObject({ status: 200, message: 'Reviewer details updated.', result: [{ id, ...changed }] })
  const { rows } = await server.owner.query<{ event: string; user_id: string }>(
    "select event, user_id from audit_events where detail->>'groupId' = $1 order by id",
    [id],
  )
  const userId = clinicAdmin.user.id
  expect(rows).toEqual([
    { event: 'reviewer-group.added', user_id: userId },
    { event: 'reviewer-group.edited', user_id: userId },
  ])
})

test('a group edited by two people who saw the same version keeps the first change and refuses the second', async () => {
  const { id, version } = await added()
  const save = (more: object) => ask('PUT', '', { ...input(more), id })
  const changed = { groupName: 'Seniors', reviewerIds: [ruth.user.id, rohan.user.id] }
  expect((await save({ version, ...changed })).status).toBe(200)
  expect(await save({ version, level: 'LEVEL_2' })).toMatchObject({ status: 409, code: 'changed-meanwhile' })
  const [group] = (await ask('GET', '?page=0')).result
  expect(group).toMatchObject({
    ...changed,
    reviewerIds: expect.arrayContaining(changed.reviewerIds),
    version: version + 1,
  })
})

test('groups are listed by page, search, sort key, size and sort order, also with the spelling “ac” [PEOP-63]', async () => {
  for (const groupName of ['Day shift', 'Late shift', 'Night shift', 'Seniors']) await added({ groupName })
  const listed = async (query: string) => {
    const { success, size, result } = await ask('GET', `?${query}`)
    return [success, size, result.map(({ groupName }) => groupName)]
  }
  const shifts = 'page=0&search=shift&sortKey=groupName&size=2&sortOrder='
  expect(await listed(`${shifts}ac`)).toEqual([true, 3, ['Day shift', 'Late shift']])
  expect(await listed(`${shifts}descend`)).toEqual([true, 3, ['Night shift', 'Late shift']])
  expect(await listed('page=1&search=shift&sortKey=groupName&size=2&sortOrder=ac')).toEqual([true, 3, ['Night shift']])
  expect(await listed(`page=0&facilityIds=${annex}`)).toEqual([true, 0, []])
  expect((await listed(`page=0&facilityIds=${clinic.facilityId}`))[1]).toBe(4)
})

test('a group without a name, reviewer or level is refused with a readable message and not stored [PEOP-48, PEOP-49, PEOP-50]', async () => {
  for (const [more, message] of [
    [{ groupName: ' ' }, 'Please enter group name'],
    [{ groupName: undefined }, 'Please enter group name'],
    [{ reviewerIds: [] }, 'Please select at least one reviewer'],
    [{ reviewerIds: undefined }, 'Please select at least one reviewer'],
    [{ level: undefined }, 'Please select level'],
    [{ level: 'LEVEL_3' }, 'Please select level'],
  ] as const)
    expect(await add(more)).toMatchObject({ status: 400, message: expect.stringContaining(message) })
  for (const groupName of ['Night\u0000shift', '\u200b', '\u200d', 'Night\u200bshift', 'Night\u202eshift'])
    expect((await add({ groupName })).message).toContain('This contains characters that can’t be stored.')
  const reviewerIds = Array.from({ length: 501 }, () => newId())
  expect((await add({ reviewerIds })).message).toContain('A group may have at most 500 reviewers.')
  expect(await stored()).toBe(0)
})

test.each([
  ['Night shift', 'NIGHT Shift'],
  ['\u039f\u0394\u039f\u03a3', '\u039f\u0394\u039f\u03a3'],
  ['Caf\u00e9', 'Cafe\u0301'],
])('a group with the name of another group is refused: %s and %s', async (groupName, again) => {
  await added({ groupName })
  expect(await add({ groupName: again })).toMatchObject({ status: 409, code: 'group-name-taken' })
  expect(await stored()).toBe(1)
})

test('only enabled reviewers within reach can become members; otherwise nothing is stored', async () => {
  const [typist, foreign, gone] = [
    await aPerson(server, clinic.clinicId, { userType: 'transcriptionist', facilityIds: [clinic.facilityId] }),
    await aPerson(server, other.clinicId, { userType: 'reviewer', facilityIds: [other.facilityId] }),
    rohan.user,
  ]
  await clinicAdmin.call(peopleCalls.togglePerson, { params: { id: gone.id }, body: { isEnabled: false } })
  for (const { id } of [typist, foreign, gone, { id: newId() }])
    expect(await add({ reviewerIds: [ruth.user.id, id] })).toMatchObject({ status: 422, code: 'reviewer-unknown' })
  expect(await add({ reviewerIds: [elsewhere] }, admin)).toMatchObject({ status: 422, code: 'reviewer-unknown' })
  expect(await stored()).toBe(0)
  expect((await add({ reviewerIds: [elsewhere] })).status).toBe(200)
})

test('an edit keeps existing members, even disabled ones or those now of another facility', async () => {
  const group = await added({ reviewerIds: [ruth.user.id, rohan.user.id, elsewhere] })
  await clinicAdmin.call(peopleCalls.togglePerson, { params: { id: rohan.user.id }, body: { isEnabled: false } })
  const answer = await ask(
    'PUT',
    '',
    { ...input({ ...group, groupName: 'Seniors' }, admin), reviewers: undefined },
    admin,
  )
  expect(answer).toMatchObject({ status: 200, result: [{ groupName: 'Seniors' }] })
  expect(answer.result[0]!.reviewerIds).toHaveLength(3)
})

test('a group of another clinic or facility is not found, and another person’s user id is refused', async () => {
  const foreign = await aGroup(server, other.clinicId)
  const there = await added({ reviewerIds: [elsewhere] })
  const edit = (id: string, who: TestClient) => ask('PUT', '', input({ id }, who), who)
  expect((await edit(foreign, clinicAdmin)).status).toBe(404)
  expect((await edit(newId(), clinicAdmin)).status).toBe(404)
  expect((await edit(there.id, admin)).status).toBe(404)
  expect((await add({ userId: admin.user.id })).status).toBe(404)
  const [mine, empty] = [await added({}, admin), await aGroup(server, clinic.clinicId)]
  const seen = (await admin.call(calls.listGroups, {})).result.map(({ id }) => id)
  expect(seen.toSorted()).toEqual([mine.id, empty].toSorted())
  expect((await ask('GET')).result.map(({ id }) => id)).not.toContain(foreign)
})

test('of twenty people who post the same group at the same time one adds it, and the others read that the name is taken', async () => {
  const body = input({ groupName: 'Night shift' })
  const answers = await Promise.all(Array.from({ length: 20 }, () => ask('POST', '', body)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  for (const answer of answers.filter(({ status }) => status !== 200))
    expect(answer).toMatchObject({ status: 409, message: 'Your clinic already has a group with this name.' })
  expect(await stored()).toBe(1)
  expect(await add({ groupName: 'NIGHT SHIFT' })).toMatchObject({ code: 'group-name-taken' })
})

test('a group edited twenty times at the same time is stored exactly as one of the edits', async () => {
  const { id } = await added()
  const ids = [ruth.user.id, rohan.user.id]
  const wanted = Array.from({ length: 20 }, (_, n) => input({ id, reviewerIds: n % 2 ? ids : ids.slice(0, 1) }))
  const answers = await Promise.all(wanted.map((body) => ask('PUT', '', body)))
  // On a busy machine the last calls may wait too long and get 503.
  const saved = wanted.filter((_, n) => answers[n]!.status === 200)
  expect(saved.length + answers.filter(({ status }) => status === 503).length).toBe(20)
  const [group] = (await ask('GET')).result
  const winner = saved.find(({ groupName }) => groupName === group!.groupName)!
  expect(group!.reviewerIds.toSorted()).toEqual(winner.reviewerIds.toSorted())
})

test('members of a group may take the jobs of its level; people who leave it may not', async () => {
  const group = await added({ reviewerIds: [ruth.user.id] })
  const phoneNumber = { countryCode: '+1', number: '5550100' }
  const [doctor] = (
    await clinicAdmin.call(peopleCalls.addDoctor, {
      body: {
        firstName: 'Dana',
        lastName: 'Okafor',
        email: `${newId()}@example.org`,
        npi: '5000000001',
        phoneNumber,
        facilityIds: [clinic.facilityId],
        reviewerFlowConfig: { reviewerFlow: 'LEVEL_1', reviewerGroupsForLevel1: [group.id] },
      },
    })
  ).result
  const id = await aJob(server, clinic, { authorId: doctor!.id, status: 'READY', level: 'LEVEL_1' })
  const start = async (who: TestClient) => (await who.call(jobCalls.startReview, { params: { id } })).status
  expect(await start(rohan)).toBe(404)
  await ask('PUT', '', input({ id: group.id, reviewerIds: [rohan.user.id] }))
  expect(await start(ruth)).toBe(404)
  expect(await start(rohan)).toBe(200)
})
