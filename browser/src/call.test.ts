import { defineCalls } from '@dictara/contract'
import { identityCalls, type StoredUser } from '@dictara/contract/identity'
import * as z from 'zod/mini'
import { beforeEach, describe, expect, test, vi } from 'vitest'

const kept = new Map<string, string>()
vi.stubGlobal('localStorage', {
  getItem: (name: string) => kept.get(name) ?? null,
  setItem: (name: string, value: string) => kept.set(name, value),
  removeItem: (name: string) => kept.delete(name),
})
const { addressOf, call, CallFailed, onFailure } = await import('./call.ts')
const { storeUser } = await import('./session.ts')

const calls = defineCalls({
  listFiles: {
    method: 'GET',
    path: '/private/clinic/clinicId/hl7-files',
    summary: '',
    callers: ['admin'],
    query: z.object({ page: z.optional(z.string()) }),
    result: z.string(),
    example: {},
  },
})

let asked: { url: string; init: RequestInit }[]
let answer: () => Response
beforeEach(() => {
  asked = []
  answer = () => Response.json({ success: true, message: 'Success', result: ['one'] })
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    asked.push({ url, init })
    return answer()
  })
  storeUser({ id: 'u', clinicId: 'c-1', token: 'the-token' } as StoredUser)
})

test('every call carries the bearer of the stored user [ERR-02]', async () => {
  await call(identityCalls.draftKey, {})
  expect(new Headers(asked[0]!.init.headers).get('authorization')).toBe('Bearer the-token')
  storeUser(null)
  await call(identityCalls.draftKey, {})
  expect(new Headers(asked[1]!.init.headers).has('authorization')).toBe(false)
})

test('every call goes to the API of the host that served the page [ERR-01]', async () => {
  await call(identityCalls.draftKey, {})
  await call(identityCalls.logout, { query: { sessionId: 's' } })
  const at = (host: string) => asked.map(({ url }) => new URL(url, `${host}/dashboard/jobs-list/ready`).href)
  for (const host of ['http://localhost:4000', 'https://dictara.example.org'])
    expect(at(host)).toEqual([`${host}/api/authenticate/draft-key`, `${host}/api/authenticate/logout?sessionId=s`])
})

test('the literal clinicId as third segment becomes the stored user’s clinic [ERR-03]', () => {
  expect(addressOf(calls.listFiles, {})).toBe('/api/private/clinic/c-1/hl7-files')
})

test('a query string joins lists with commas and leaves out undefined values', () => {
  const query = { facilityIds: ['a', 'b'], page: 0, name: undefined, on: true }
  expect(addressOf(identityCalls.draftKey, { query })).toBe(
    '/api/authenticate/draft-key?facilityIds=a%2Cb&page=0&on=true',
  )
})

describe('a failure', () => {
  const failing = async (status: number, body: object | null, options = {}) => {
    const handled: string[] = []
    onFailure((failure) => handled.push(failure.kind))
    answer = () => (body ? Response.json(body, { status }) : new Response('<html>', { status }))
    const failure = await call(identityCalls.draftKey, {}, options).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(CallFailed)
    return { failure: failure as InstanceType<typeof CallFailed>, handled }
  }
  const refusal = (code: string) => ({ success: false, message: 'No, because.', code, result: [] })

  test('with a refusal of the server is left to the screen, with the message of the server', async () => {
    const { failure, handled } = await failing(422, refusal('comment-missing'))
    expect(failure).toMatchObject({ kind: 'refused', message: 'No, because.' })
    expect(handled).toEqual([])
  })

  test('of permission, session, server and network goes to the shared handler [ERR-06]', async () => {
    expect((await failing(403, refusal('not-permitted'))).handled).toEqual(['denied'])
    expect((await failing(401, refusal('signed-out'))).handled).toEqual(['signed-out'])
    expect((await failing(500, refusal('internal'))).handled).toEqual(['server'])
    expect((await failing(502, null)).handled).toEqual(['server'])
  })

  test('without any answer says that the server cannot be reached, and what to do [ERR-13]', async () => {
    onFailure(() => {})
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
    vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('network')))
    const failure = await call(identityCalls.draftKey, {}).catch((error: unknown) => error)
    expect(failure).toMatchObject({
      kind: 'unreachable',
      message: expect.stringContaining('The server cannot be reached.'),
    })
    expect(logged.mock.calls).toEqual([['GET /authenticate/draft-key was not answered']])
    logged.mockRestore()
  })

  test('of an exempt request is left to the caller [ERR-09]', async () => {
    expect((await failing(500, null, { handler: false })).handled).toEqual([])
  })
})
