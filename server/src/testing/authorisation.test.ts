import { type CallSpec, type ExampleId, exampleIds, type UserType, userTypes } from '@dictara/contract'
import { allCalls } from '@dictara/contract/all'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { answersOfPatient, onlyAsks } from '../platform/http/audited.ts'
import { movableClock } from '../platform/clock.ts'
import { type CheckedInput, idsOf } from '../platform/http/guards.ts'
import { newId } from '../platform/ids.ts'
import {
  aClinic,
  aDictation,
  aDictionaryPhrase,
  aDictionaryTemplate,
  aFacility,
  aGroup,
  anHl7File,
  aJob,
  aNote,
  aPatient,
  aPayment,
  aPerson,
  aPhrase,
  aRosterEntry,
  aTemplate,
  signedIn,
  testPassword,
  type TestClinic,
} from './clinic.fixtures.ts'
import { addressOf, callAnonymously, signInAs, type TestClient } from './test-client.ts'
import { startTestServer, type TestServer } from './test-server.ts'

/**
 * Generated from the contract: every call, as every kind of person, with ids of their own facility, of another facility,
 * of another clinic, and of nothing (architecture.md section 5).
 */
const calls = Object.entries(allCalls).flatMap(([feature, rows]) =>
  Object.entries(rows).map(([name, spec]) => ({ title: `${feature}.${name}`, spec: spec as CallSpec })),
)
const guarded = calls.filter(({ spec }) => spec.callers !== 'public' && spec.kind !== 'upload')

let server: TestServer
let clinic: TestClinic
let otherClinic: TestClinic
let otherFacility: TestClinic
const people = new Map<UserType, TestClient>()
let foreigner: TestClient
/** An admin who also has the superAdmin flag (Q178). */
let operator: TestClient
let colleague: TestClient

/** A person of this kind with every permission that the kind can have. */
const signInto = (userType: UserType) =>
  signedIn(server, clinic.clinicId, {
    userType,
    ...(userType === 'admin' || userType === 'clinicAdmin' ? { userPrivilege: 'TRANSCRIPTION_REVIEWER' } : {}),
    selfReviewEnabled: true,
    facilityAccess: userType === 'admin',
    facilityIds: userType === 'dictaraGod' ? [] : [clinic.facilityId],
  })

type Ids = Partial<Record<ExampleId, string>>
type World = 'own' | 'other facility' | 'other clinic' | 'unknown'

beforeAll(async () => {
  // Its time stands still: on a slow machine a proof would otherwise become too old.
  server = await startTestServer({ clock: movableClock(new Date()) })
  clinic = await aClinic(server)
  otherClinic = await aClinic(server, 'Other Clinic')
  await server.owner.query('update clinics set demo = true where clinic_id = $1', [clinic.clinicId])
  await server.owner.query("update facilities set ehr_type = 'demo', hl7_integration = true where clinic_id = $1", [
    clinic.clinicId,
  ])
  const facilityId = await aFacility(server, clinic.clinicId)
  otherFacility = {
    clinicId: clinic.clinicId,
    facilityId,
    patientId: await aPatient(server, clinic.clinicId, facilityId),
  }
  foreigner = await signedIn(server, otherClinic.clinicId, { facilityIds: [otherClinic.facilityId] })
  for (const userType of userTypes) people.set(userType, await signInto(userType))
  colleague = await signedIn(server, clinic.clinicId, { facilityIds: [facilityId] })
  const sam = await aPerson(server, clinic.clinicId, { userType: 'admin', facilityIds: [clinic.facilityId] })
  await server.owner.query('update users set super_admin = true where id = $1', [sam.id])
  operator = await signInAs(server.url, sam.email, testPassword)
  await server.owner.query("update users set clinic_id = null where user_type = 'dictaraGod'")
}, 120_000)
afterAll(() => server.close())

/** A job of this person, at a stage in which they work on it. */
const theirJob = ({ user: { id, userType } }: TestClient, author: string) => {
  if (userType === 'biller') return { authorId: author, status: 'COMPLETED' } as const
  if (userType === 'transcriptionist') return { authorId: author, holderId: id }
  const authorId = userType === 'reviewer' ? author : id
  return { authorId, holderId: id, status: 'IN_REVIEW', level: 'LEVEL_1' } as const
}

/** The placeholders `$job`, `$facility` … in an example. */
const namesIn = (example: CallSpec['example']) =>
  new Set(Array.from(JSON.stringify(example).matchAll(/"\$(\w+)"/g), ([, name]) => name as ExampleId))

/**
 * The values for `$job`, `$facility` … of an example: real things, also those of another facility or clinic. Only those that the
 * example names are made, because a thousand calls would otherwise make ten unused things each.
 */
async function idsIn(world: World, asker: TestClient, example: CallSpec['example']): Promise<Ids> {
  if (world === 'unknown') return Object.fromEntries(exampleIds.map((name) => [name, newId()]))
  const place = { own: clinic, 'other facility': otherFacility, 'other clinic': otherClinic }[world]
  const owner = { own: asker, 'other facility': colleague, 'other clinic': foreigner }[world]
  // A person without a clinic owns nothing in one.
  const who = owner.user.userType === 'dictaraGod' ? colleague : owner
  const names = namesIn(example)
  const isNamed = (...some: ExampleId[]) => some.some((name) => names.has(name))
  const made: Ids = {
    // Another facility of the same clinic has the same clinic, which is their own.
    clinic: world === 'own' ? place.clinicId : otherClinic.clinicId,
    facility: place.facilityId,
    patient: place.patientId,
    self: owner.user.id,
    session: owner.user.sessionId,
    new: newId(),
    role: asker.user.userType,
    token: asker.user.token,
  }
  const facilityIds = [place.facilityId]
  // A separate patient for calls about patients, which may change or delete them.
  if (isNamed('patient') && names.size === 1) made.patient = await aPatient(server, place.clinicId, place.facilityId)
  const join = async (userType: UserType) => (await aPerson(server, place.clinicId, { userType, facilityIds })).id
  // These people read a patient's record only through a job.
  const readsByJob = ['transcriptionist', 'reviewer', 'biller'].includes(who.user.userType)
  const ofPatient = isNamed('patient') && readsByJob
  if (isNamed('doctor', 'user', 'job', 'section') || ofPatient) {
    made.doctor = made.user = await join('doctor')
    if (who.user.userType === 'biller')
      await server.owner.query('update users set biller_id = $1 where id = $2', [who.user.id, made.doctor])
    if (ofPatient) await aJob(server, { ...place, patientId: made.patient! }, theirJob(who, made.doctor))
    if (isNamed('job', 'section')) {
      made.job = await aJob(server, place, theirJob(who, made.doctor))
      made.section = (await aNote(server, place, made.job, [['PLAN', 'Rest.']]))[0]!
    }
  }
  if (isNamed('reviewer', 'group')) made.reviewer = await join('reviewer')
  if (isNamed('biller')) made.biller = await join('biller')
  if (isNamed('group')) made.group = await aGroup(server, place.clinicId, { reviewerIds: [made.reviewer!] })
  if (isNamed('roster')) made.roster = await aRosterEntry(server, place, who.user.id)
  if (isNamed('phrase')) made.phrase = await aPhrase(server, place, who.user.id)
  if (isNamed('template')) made.template = await aTemplate(server, place, who.user.id)
  // The same id serves both, because the path decides which one is meant.
  if (isNamed('entry')) made.entry = await aDictionaryTemplate(server, undefined, await aDictionaryPhrase(server))
  if (isNamed('file')) made.file = await anHl7File(server, place, who.user.id)
  if (isNamed('dictation')) made.dictation = await aDictation(server, place, who.user.id)
  if (isNamed('payment')) made.payment = await aPayment(server, place, who.user.id)
  return made
}

const fill = (value: unknown, ids: Ids): unknown => {
  if (typeof value === 'string') return value.startsWith('$') ? ids[value.slice(1) as ExampleId] : value
  if (Array.isArray(value)) return value.map((element) => fill(element, ids))
  if (value && typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([key, element]) => [key, fill(element, ids)]))
  return value
}

const signOuts: readonly string[] = [allCalls.identity.logout.path, allCalls.sessions.endSession.path]

/** The answers of all calls, for the tests of what is the same in every answer. `ids`: what was named, if made for this call. */
const answered: { spec: CallSpec; who: TestClient; status: number; body: string; ids: Ids | null }[] = []

async function ask(spec: CallSpec, who: TestClient, world: World, standingOnes?: Ids) {
  const ids = standingOnes ?? (await idsIn(world, who, spec.example))
  const input = fill(spec.example, ids) as CheckedInput
  const response = await who.askText(`${spec.method} ${addressOf(spec, input).replace('/api', '')}`, input.body)
  const answer = { status: response.status, body: response.text }
  answered.push({ spec, who, ...answer, ids: standingOnes ? null : ids })
  // These calls sign the person out, so the next call needs a new session.
  if (signOuts.includes(spec.path) && response.status === 200)
    people.set(who.user.userType, await signInto(who.user.userType))
  return answer
}

const existing = new Map<string, Promise<Ids>>()

/** Existing things, shared by all refused calls because these change nothing. */
async function existingIds(world: World, asker: TestClient, { example }: CallSpec): Promise<Ids> {
  const key = `${world} ${[...namesIn(example)].toSorted().join(' ')}`
  if (!existing.has(key)) existing.set(key, idsIn(world, people.get('doctor')!, example))
  return { ...(await existing.get(key)), role: asker.user.userType, token: asker.user.token }
}

/** The answers to people of these kinds, called in parallel with existing things. */
async function askAll(spec: CallSpec, roles: readonly UserType[], world: World) {
  const answers = roles.map(async (role) => {
    const who = people.get(role)!
    return [role, await ask(spec, who, world, await existingIds(world, who, spec))] as const
  })
  return Object.fromEntries(await Promise.all(answers))
}

const statuses = (answers: Record<string, { status: number }>) =>
  Object.fromEntries(Object.entries(answers).map(([role, { status }]) => [role, status]))
const everyOne = <T>(roles: readonly UserType[], value: T) => Object.fromEntries(roles.map((role) => [role, value]))

/** Whether the example contains the id of an existing thing. */
const hasGuardedId = (spec: CallSpec) => idsOf(spec)(spec.example as CheckedInput).length > 0

describe.each(guarded)('$title', ({ spec }) => {
  const mayCall = (role: UserType) => spec.callers === 'signed-in' || (spec.callers as readonly string[]).includes(role)
  const isLetIn = (role: UserType) => mayCall(role) && (role !== 'dictaraGod' || spec.door !== undefined)
  const callers = userTypes.filter(mayCall)

  test('answers 401 without a bearer', async () => {
    const input = fill(spec.example, await existingIds('own', people.get('doctor')!, spec)) as never
    expect((await callAnonymously(server.url, spec, input)).status).toBe(401)
  })

  test('answers every kind of person by the role matrix', async () => {
    const refused = userTypes.filter((role) => !isLetIn(role))
    expect(statuses(await askAll(spec, refused, 'own'))).toEqual(everyOne(refused, 403))
    for (const role of userTypes.filter(isLetIn))
      expect([200, 409, 422], role).toContain((await ask(spec, people.get(role)!, 'own')).status)
  })

  if ((spec.callers as readonly string[]).includes('superAdmin'))
    test('answers people with the superAdmin flag, and nobody else', async () => {
      expect([200, 404]).toContain((await ask(spec, operator, 'own')).status)
    })

  if (hasGuardedId(spec)) {
    test('answers the same for another clinic’s object as for an unknown one', async () => {
      const foreign = await askAll(spec, callers, 'other clinic')
      expect(statuses(foreign)).toEqual(everyOne(callers, 404))
      expect(foreign).toEqual(await askAll(spec, callers, 'unknown'))
    })
    test('lets nobody reach an object of another facility', async () => {
      const bound = callers.filter((role) => role !== 'clinicAdmin')
      expect(statuses(await askAll(spec, bound, 'other facility'))).toEqual(everyOne(bound, 404))
    })
  }
})

const jsonCalls = guarded.filter(({ spec }) => spec.kind !== 'download')

test('every call answers success, message and result, and a paged list its size [ERR-04]', () => {
  const paged = new Set<string>()
  for (const { title, spec } of jsonCalls) {
    const answers = answered.filter((one) => one.spec === spec)
    expect(
      answers.some(({ status }) => ![401, 403].includes(status)),
      title,
    ).toBe(true)
    for (const { status, body } of answers) {
      const answer = JSON.parse(body) as Record<string, unknown>
      expect(answer, title).toMatchObject({
        success: status === 200 ? expect.any(Boolean) : false,
        message: expect.stringMatching(/\S/),
        result: expect.any(Array),
      })
      if (status !== 200 || !Object.keys(spec.query?._zod.def.shape ?? {}).includes('page')) continue
      expect(answer.size, title).toEqual(expect.any(Number))
      paged.add(title)
    }
  }
  expect(paged.size).toBeGreaterThan(5)
})

/** The job is already assigned to this person, or has this patient: nothing changes, and nothing new is revealed. */
const changesNothing = ['jobs.takeReview', 'jobs.changePatient']

test('every call that answers patient data audits the caller and the job', async () => {
  const audited = new Set<string>()
  for (const { title, spec } of jsonCalls.filter(
    ({ title, spec }) => answersOfPatient(spec) && !changesNothing.includes(title),
  ))
    for (const { who, ids } of answered.filter((one) => one.spec === spec && one.ids && one.status === 200)) {
      const isOfJob = JSON.stringify(spec.example).includes('$job')
      const { rowCount } = await server.owner.query(
        `select from audit_events where session_id = $1
           and (job_id = $2 or job_id is null and (event = $3 or $3::text is null and patient_id is not null))`,
        [who.user.sessionId, isOfJob ? ids!.job : null, isOfJob ? '' : (spec.audit ?? null)],
      )
      expect(rowCount, `${title} by ${who.user.userType}`).toBeGreaterThan(0)
      audited.add(title)
    }
  const reads = jsonCalls.filter(({ spec }) => onlyAsks(spec) && answersOfPatient(spec))
  expect(reads.filter(({ title }) => !audited.has(title))).toEqual([])
  expect(audited.size).toBeGreaterThan(15)
})

/** A person who may make the call. */
const callerOf = ({ callers }: CallSpec) =>
  people.get(userTypes.find((one) => callers === 'signed-in' || (callers as readonly string[]).includes(one))!) ??
  operator

test('every call that needs a fresh proof refuses a session whose proof is five minutes old, and does nothing', async () => {
  const asking = jsonCalls.filter(({ spec }) => spec.stepUp)
  expect(asking.length).toBeGreaterThan(10)
  await server.owner.query("update sessions set proved_at = proved_at - interval '5 minutes'")
  for (const { title, spec } of asking) {
    const { status, body } = await ask(spec, callerOf(spec), 'own')
    expect([status, (JSON.parse(body) as { code: string }).code], title).toEqual([403, 'proof-needed'])
  }
})

test('a person who must first set up a second factor reaches only the calls for that', async () => {
  await server.owner.query(
    "insert into sign_in_policies (clinic_id, mode, required_types, required_since) values ($1, 'REQUIRED', $2, '2020-01-01') on conflict (clinic_id) do update set mode = 'REQUIRED', required_types = $2, required_since = '2020-01-01'",
    [clinic.clinicId, userTypes],
  )
  const reached: string[] = []
  for (const { title, spec } of guarded.filter(({ spec }) => spec.kind !== 'download')) {
    const { status, body } = await ask(spec, callerOf(spec), 'own')
    if (status !== 403 || (JSON.parse(body) as { code: string }).code !== 'factor-needed') reached.push(title)
  }
  expect(reached).toEqual(guarded.filter(({ spec }) => spec.beforeFactor).map(({ title }) => title))
  expect(reached.length).toBeLessThan(10)
})
