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

/** `result`: what a refusal carries besides its words. */
export const refused = (message: string, code = 'refused', status = 422, result: object[] = []) =>
  Response.json({ success: false, code, message, result }, { status })
export const unreachable = new TypeError('Failed to fetch')

/** An answer that comes when the test says so, or never when the page gives the call up. */
const inTime = (answer: Promise<Answer>, signal: AbortSignal | null | undefined) =>
  Promise.race([
    answer,
    new Promise<never>((_, reject) =>
      signal?.addEventListener('abort', () => reject(new DOMException('given up', 'AbortError'))),
    ),
  ])

/** Puts `answerTo` in the place of `fetch` until `vi.restoreAllMocks`. An Error is a wire that is cut. */
function standInForFetch(answerTo: (asked: Asked) => Answer | Promise<Answer>): void {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const url = new URL(String(input), location.origin)
    const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : null
    const what = `${init?.method ?? 'GET'} ${url.pathname}`
    const given = answerTo({ what, search: url.searchParams, body })
    const answer = given instanceof Promise ? await inTime(given, init?.signal) : given
    if (answer instanceof Error) throw answer
    // Read once and no more: a test may give the same one again.
    if (answer instanceof Response) return answer.clone()
    return Response.json({ success: true, message: '', result: [], ...answer })
  })
}

/** Where the recorder is, as the server tells it. */
export const recorderUrl = 'http://recorder.localhost:4001'

/** What the server tells every visitor; `facts` say what is different. */
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

/** What a call answers: its rows, or more of its envelope; a refusal, a cut wire, or any of them later. */
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
  /** What comes of a call that is not named: a refusal, unless it is this. */
  otherwise?: Error
  /** What comes of any call at this moment in the place of an answer; the server hears nothing of it. */
  cut?: () => Error | Promise<never> | null
}

/** The server, as far as a test needs it: its answers have the shapes of the contract. */
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
    /** Every call so far, oldest first. */
    everything,
    /** What every visitor is told from now on of where the two applications are. */
    answerSite(told: typeof site) {
      site = told
    },
    /** What a call answers from now on. */
    answer<C extends CallSpec>(spec: C, reply: Reply<C> | ((asked: Asked) => Reply<C>)) {
      replies.push({ spec, reply: (typeof reply === 'function' ? reply : () => reply) as (asked: Asked) => unknown })
    },
    /** The calls by this row of the contract so far, oldest first. */
    asked<C extends CallSpec>(spec: C) {
      type Body = ClientInput<C> extends { body: infer B } ? B : null
      return everything.filter((one) => isCallTo(spec, one)) as (Omit<Asked, 'body'> & { body: Body })[]
    },
  }
}
export type Calls = ReturnType<typeof openCalls>
