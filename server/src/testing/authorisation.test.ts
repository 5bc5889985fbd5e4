import type { CallSpec } from '@dictara/contract'
import { allCalls } from '@dictara/contract/all'
import type { UserType } from '@dictara/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../platform/ids.ts'
import { aClinic, aFacility, aJob, aPatient, signedIn, type TestClinic } from './clinic.fixtures.ts'
import { addressOf, callAnonymously, type TestClient } from './test-client.ts'
import { startTestServer, type TestServer } from './test-server.ts'

/**
 * Generated from the contract: every call, as every kind of person, with ids of their own facility, of another facility,
 * of another clinic, and of nothing (architecture.md section 5).
 */
const roles: readonly UserType[] = [
  'doctor',
  'transcriptionist',
  'reviewer',
  'biller',
  'admin',
  'clinicAdmin',
  'dictaraGod',
]
const calls = Object.entries(allCalls).flatMap(([feature, rows]) =>
  Object.entries(rows).map(([name, spec]) => ({ title: `${feature}.${name}`, spec: spec as CallSpec })),
)
const guarded = calls.filter(({ spec }) => spec.callers !== 'public' && spec.kind !== 'upload')

let server: TestServer
let clinic: TestClinic
let otherClinic: TestClinic
let otherFacility: TestClinic
const people = new Map<UserType, TestClient>()
let foreignUser: string
let colleague: string

const signInto = (userType: UserType) =>
  signedIn(server, clinic.clinicId, { userType, facilityIds: userType === 'dictaraGod' ? [] : [clinic.facilityId] })

type World = 'own' | 'other facility' | 'other clinic' | 'unknown'

beforeAll(async () => {
  server = await startTestServer()
  clinic = await aClinic(server)
  otherClinic = await aClinic(server, 'Other Clinic')
  const facilityId = await aFacility(server, clinic.clinicId)
  otherFacility = {
    clinicId: clinic.clinicId,
    facilityId,
    patientId: await aPatient(server, clinic.clinicId, facilityId),
  }
  foreignUser = (await signedIn(server, otherClinic.clinicId, { facilityIds: [otherClinic.facilityId] })).user.id
  for (const userType of roles) people.set(userType, await signInto(userType))
  colleague = (await signedIn(server, clinic.clinicId, { facilityIds: [facilityId] })).user.id
  await server.owner.query("update users set clinic_id = null where user_type = 'dictaraGod'")
}, 120_000)
afterAll(() => server.close())

/** What `$job`, `$facility` … of an example stand for in a world. */
async function idsIn(world: World, who: TestClient): Promise<Record<string, string>> {
  if (world === 'unknown') return new Proxy({}, { get: () => newId() })
  const place = { own: clinic, 'other facility': otherFacility, 'other clinic': otherClinic }[world]
  const mine = who.user.userType === 'dictaraGod' ? colleague : who.user.id
  const authorId = world === 'own' ? mine : world === 'other clinic' ? foreignUser : colleague
  return {
    job: await aJob(server, place, { authorId }),
    facility: place.facilityId,
    patient: place.patientId,
    user: authorId,
    doctor: authorId,
    self: authorId,
    session: world === 'own' ? who.user.sessionId : newId(),
    dictation: newId(),
    section: newId(),
    new: newId(),
    role: who.user.userType,
    token: who.user.token,
  }
}

const fill = (value: unknown, ids: Record<string, string>): unknown => {
  if (typeof value === 'string') return value.startsWith('$') ? ids[value.slice(1)] : value
  if (Array.isArray(value)) return value.map((element) => fill(element, ids))
  if (value && typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([key, element]) => [key, fill(element, ids)]))
  return value
}

async function ask(spec: CallSpec, who: TestClient, world: World) {
  const input = fill(spec.example, await idsIn(world, who)) as { params?: object; query?: object; body?: unknown }
  const response = await who.raw(addressOf(spec, input), {
    method: spec.method,
    ...(input.body === undefined
      ? {}
      : { body: JSON.stringify(input.body), headers: { 'content-type': 'application/json' } }),
  })
  const answer = { status: response.status, body: await response.text() }
  // Signing oneself out is what this call is for: the next question needs a new session.
  if (spec.path === '/authenticate/logout' && response.status === 200)
    people.set(who.user.userType, await signInto(who.user.userType))
  return answer
}

const guardedIds = (spec: CallSpec) =>
  Object.entries(spec.ids ?? {}).filter(
    ([name, kind]) => kind !== 'none' && JSON.stringify(spec.example).includes(`"${name}"`),
  )

describe.each(guarded)('$title', ({ spec }) => {
  const mayCall = (role: UserType) => spec.callers === 'signed-in' || (spec.callers as readonly string[]).includes(role)

  test('answers 401 without a bearer', async () => {
    const input = fill(spec.example, await idsIn('own', people.get('doctor')!)) as never
    expect((await callAnonymously(server.url, spec, input)).status).toBe(401)
  })

  test.each(roles)('answers a %s by the role matrix', async (role) => {
    const who = people.get(role)!
    const { status } = await ask(spec, who, 'own')
    if (!mayCall(role) || (role === 'dictaraGod' && spec.door !== 'gate')) expect(status).toBe(403)
    else expect(status).not.toBe(401)
    expect(status).toBeLessThan(500)
  })

  if (guardedIds(spec).length > 0) {
    test.each(roles.filter(mayCall))('answers a %s the same for another clinic’s thing as for none', async (role) => {
      const foreign = await ask(spec, people.get(role)!, 'other clinic')
      const unknown = await ask(spec, people.get(role)!, 'unknown')
      expect(foreign.status).toBe(404)
      expect(foreign).toEqual(unknown)
    })
    test.each(roles.filter((role) => mayCall(role) && role !== 'clinicAdmin'))(
      'does not let a %s reach another facility’s thing',
      async (role) => {
        expect((await ask(spec, people.get(role)!, 'other facility')).status).toBe(404)
      },
    )
  }
})

const told = guarded.filter(({ spec }) => spec.kind !== 'download')

test('every call answers success, message and result, and a list that is read by pages its size [ERR-04]', async () => {
  let paged = 0
  for (const { title, spec } of told)
    for (const world of ['own', 'unknown'] as const) {
      const role = roles.find((one) => spec.callers === 'signed-in' || (spec.callers as string[]).includes(one))!
      const { status, body } = await ask(spec, people.get(role)!, world)
      const answer = JSON.parse(body) as Record<string, unknown>
      expect(answer, title).toMatchObject({
        success: status === 200 ? expect.any(Boolean) : false,
        message: expect.stringMatching(/\S/),
        result: expect.any(Array),
      })
      if (status !== 200 || !Object.keys(spec.query?._zod.def.shape ?? {}).includes('page')) continue
      expect(answer.size, title).toEqual(expect.any(Number))
      paged += 1
    }
  expect(paged).toBeGreaterThan(5)
})
