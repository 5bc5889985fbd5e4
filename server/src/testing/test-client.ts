import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import type { CallSpec, ClientInput, Envelope } from '@dictara/contract'
import type { StoredUser } from '@dictara/contract/identity'
import { identityCalls } from '@dictara/contract/identity'

export type TestAnswer<C extends CallSpec> = Envelope<C> & { status: number; headers: Headers }

/** The raw answer. */
export interface WireAnswer<Row> {
  status: number
  success: boolean
  message: string
  code?: string
  size?: number
  result: Row[]
}

export interface TestClient {
  user: StoredUser
  cookie: string
  call<C extends CallSpec>(spec: C, input?: ClientInput<C>): Promise<TestAnswer<C>>
  /** A call by literal method and address, as other clients write it: `PUT /clinic/job/…/bill?sessionId=…`. */
  ask<Row = object>(what: string, body?: unknown): Promise<WireAnswer<Row>>
  /** As `ask`, with the answer as it was sent. */
  askText(what: string, body?: unknown): Promise<{ status: number; text: string }>
  /** Any request with this person's bearer and cookie. */
  raw(path: string, init?: RequestInit): Promise<Response>
}

/** The address of a call with path and query filled in. */
export function addressOf(spec: CallSpec, input: { params?: object; query?: object }): string {
  const params = (input.params ?? {}) as Record<string, unknown>
  const path = spec.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries((input.query ?? {}) as Record<string, unknown>))
    if (value !== undefined) query.set(key, Array.isArray(value) ? value.join(',') : String(value))
  return `/api${path}${query.size > 0 ? `?${query}` : ''}`
}

/** Calls without sign-in; `cookie` is the browser's cookie. */
export async function callAnonymously<C extends CallSpec>(
  url: string,
  spec: C,
  input: ClientInput<C>,
  headers: Record<string, string> = {},
): Promise<TestAnswer<C>> {
  const { params, query, body } = input as { params?: object; query?: object; body?: unknown }
  return send(spec.method, url + addressOf(spec, { params, query } as never), body, headers) as Promise<TestAnswer<C>>
}

/** A call and its answer. Avoids `fetch`, which needs three times the CPU, because the tests make thousands of calls. */
export async function exchange(method: string, url: string, body: unknown, headers: Record<string, string>) {
  const asked = request(url, {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
  })
  // If the connection breaks in the middle of an answer, the answer reports it too.
  asked.on('error', () => {})
  asked.end(body === undefined ? undefined : JSON.stringify(body))
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  response.setEncoding('utf8')
  let text = ''
  response.on('data', (piece: string) => (text += piece))
  await once(response, 'end')
  return { status: response.statusCode!, headersDistinct: response.headersDistinct, text }
}

async function send(...call: Parameters<typeof exchange>) {
  const { status, headersDistinct, text } = await exchange(...call)
  return {
    ...(text ? JSON.parse(text) : {}),
    status,
    get headers() {
      return new Headers(
        Object.entries(headersDistinct).flatMap(([name, values]) =>
          values!.map((value): [string, string] => [name, value]),
        ),
      )
    },
  }
}

export const cookieOf = (headers: Headers) => headers.getSetCookie()[0]?.split(';')[0] ?? ''

/** Signs in and stores token and cookie, as a browser does. */
export async function signInAs(url: string, email: string, password: string, cookie = ''): Promise<TestClient> {
  const answer = await callAnonymously(
    url,
    identityCalls.login,
    { body: { email, password } },
    cookie ? { cookie } : {},
  )
  const user = answer.result?.[0]
  if (!user) throw new Error(`${email} could not sign in: ${answer.status} ${answer.message}`)
  return clientOf(url, user, cookieOf(answer.headers) || cookie)
}

/** `agent`: the user agent, where it matters. */
export function clientOf(url: string, user: StoredUser, cookie: string, agent?: string): TestClient {
  const headers = { authorization: `Bearer ${user.token}`, cookie, ...(agent && { 'user-agent': agent }) }
  return {
    user,
    cookie,
    call: (spec, input) => callAnonymously(url, spec, input ?? ({} as never), headers),
    async ask(what, body) {
      const [method, address] = what.split(' ') as [string, string]
      const { headers: _, ...answer } = await send(method, `${url}/api${address}`, body, headers)
      return answer
    },
    askText(what, body) {
      const [method, address] = what.split(' ') as [string, string]
      return exchange(method, `${url}/api${address}`, body, headers)
    },
    raw: (path, init = {}) =>
      fetch(url + path, { ...init, headers: { ...headers, ...(init.headers as Record<string, string>) } }),
  }
}
