import type { CallSpec, ClientInput, Envelope } from '@dictara/contract'
import { vi } from 'vitest'
import type { SiteConfig } from '../platform/site-config.ts'

export interface Asked {
  /** Method and path, e.g. `POST /api/authenticate/login`. */
  what: string
  search: URLSearchParams
  body: unknown
}
type Answer = object | Response | Error

/** Returns a refusal. `result` is what it carries besides its message. */
export const refused = (message: string, code = 'refused', status = 422, result: object[] = []) =>
  Response.json({ success: false, code, message, result }, { status })
export const unreachable = new TypeError('Failed to fetch')

/** Waits for the answer of the test. Rejects when the page aborts the call first. */
const inTime = (answer: Promise<Answer>, signal: AbortSignal | null | undefined) =>
  Promise.race([
    answer,
    new Promise<never>((_, reject) =>
      signal?.addEventListener('abort', () => reject(new DOMException('given up', 'AbortError'))),
    ),
  ])

/** Replaces `fetch` by `answerTo` until `vi.restoreAllMocks`. An Error makes the call fail like a broken connection. */
function standInForFetch(answerTo: (asked: Asked) => Answer | Promise<Answer>): void {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const url = new URL(String(input), location.origin)
    const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : null
    const what = `${init?.method ?? 'GET'} ${url.pathname}`
    const given = answerTo({ what, search: url.searchParams, body })
    const answer = given instanceof Promise ? await inTime(given, init?.signal) : given
    if (answer instanceof Error) throw answer
    // A body can be read only once, and a test may give the same response again.
    if (answer instanceof Response) return answer.clone()
    return Response.json({ success: true, message: '', result: [], ...answer })
  })
}

/** The address of the recorder, as the server returns it. */
export const recorderUrl = 'http://recorder.localhost:4001'

/** Returns the configuration that the server gives to every visitor. `facts` override its fields. */
export const aSite = (facts: Partial<SiteConfig> = {}): SiteConfig => ({
  productName: 'Dictara',
  webUrl: location.origin,
  recorderUrl,
  contactUrl: recorderUrl,
  hasDemo: false,
  keepsMails: false,
  hasPayments: true,
  ...facts,
})

/**
 * The answer to a call: its rows, other parts of its envelope, a refusal, or an error of the network. It may come
 * later, as a promise.
 */
type Told<C extends CallSpec> = Envelope<C>['result'] | Partial<Envelope<C>> | Response | Error
export type Reply<C extends CallSpec> = Told<C> | Promise<Told<C>>

const pathOf = (spec: CallSpec) => new RegExp(`^/api${spec.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`)
const isCallTo = (spec: CallSpec, { what }: Asked) => {
  const [method, pathname] = what.split(' ') as [string, string]
  return method === spec.method && pathOf(spec).test(pathname)
}
const envelopeOf = (reply: unknown): Answer =>
  Array.isArray(reply) ? { result: reply, size: reply.length } : (reply as Answer)

interface Wire {
  /** The outcome of a call without a given answer. By default, that is a refusal. */
  otherwise?: Error
  /** Returns a failure that replaces the answer of any call, or null. The server does not see such a call. */
  cut?: () => Error | Promise<never> | null
}

/** Opens a stand-in server. Its answers have the shapes of the contract. */
export function openCalls({ otherwise, cut }: Wire = {}) {
  const everything: Asked[] = []
  const replies: { spec: CallSpec; reply: (asked: Asked) => unknown }[] = []
  let site: () => SiteConfig | Error | Promise<SiteConfig> = () => aSite()
  standInForFetch((asked) => {
    const nothing = cut?.()
    if (nothing) return nothing
    everything.push(asked)
    if (asked.what === 'GET /api/config.json') return site()
    const known = replies.findLast(({ spec }) => isCallTo(spec, asked))
    const reply = known ? known.reply(asked) : (otherwise ?? refused(`Nobody answers ${asked.what}.`))
    return reply instanceof Promise ? reply.then(envelopeOf) : envelopeOf(reply)
  })
  return {
    /** All calls so far, oldest first. */
    everything,
    /** Sets the configuration that every visitor gets from now on. */
    answerSite(told: typeof site) {
      site = told
    },
    /** Sets what a call answers from now on. */
    answer<C extends CallSpec>(spec: C, reply: Reply<C> | ((asked: Asked) => Reply<C>)) {
      replies.push({ spec, reply: (typeof reply === 'function' ? reply : () => reply) as (asked: Asked) => unknown })
    },
    /** Returns the calls of this kind so far, oldest first. */
    asked<C extends CallSpec>(spec: C) {
      type Body = ClientInput<C> extends { body: infer B } ? B : null
      return everything.filter((one) => isCallTo(spec, one)) as (Omit<Asked, 'body'> & { body: Body })[]
    },
  }
}
export type Calls = ReturnType<typeof openCalls>
