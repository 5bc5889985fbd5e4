import type { CallSpec, ClientInput, Envelope } from '@dictara/contract'
import { vi } from 'vitest'

export interface Asked {
  /** Method and path, e.g. `POST /api/authenticate/login`. */
  what: string
  search: URLSearchParams
  body: unknown
}
type Answer = object | Response | Error

export const refusal = (status: number, code: string, message: string) =>
  Response.json({ success: false, code, message, result: [] }, { status })

/** An answer that comes when the test says so, or never when the page gives the call up. */
const inTime = (answer: Promise<Answer>, signal: AbortSignal | null | undefined) =>
  Promise.race([
    answer,
    new Promise<never>((_, reject) =>
      signal?.addEventListener('abort', () => reject(new DOMException('given up', 'AbortError'))),
    ),
  ])

/** Puts `answerTo` in the place of `fetch` until `vi.restoreAllMocks`. An Error is a wire that is cut. */
export function standInForFetch(answerTo: (asked: Asked, pathname: string) => Answer | Promise<Answer>): void {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const url = new URL(String(input), location.origin)
    const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : null
    const what = `${init?.method ?? 'GET'} ${url.pathname}`
    const given = answerTo({ what, search: url.searchParams, body }, url.pathname)
    const answer = given instanceof Promise ? await inTime(given, init?.signal) : given
    if (answer instanceof Error) throw answer
    // Read once and no more: a test may give the same one again.
    if (answer instanceof Response) return answer.clone()
    return Response.json({ success: true, message: '', result: [], ...answer })
  })
}

/** What each path answers, and everything that was asked; a path that is not named answers 404. */
export function openWire(answers: Record<string, (asked: Asked) => Answer>): Asked[] {
  const everything: Asked[] = []
  standInForFetch((asked, pathname) => {
    everything.push(asked)
    return answers[pathname]?.(asked) ?? refusal(404, 'not-found', 'This was not found.')
  })
  return everything
}

/** What a call answers: its rows, or more of its envelope; a refusal, a cut wire, or any of them later. */
type Reply<C extends CallSpec> = Envelope<C>['result'] | Partial<Envelope<C>> | Response | Error
type Replies<C extends CallSpec> = Reply<C> | Promise<Reply<C>> | ((asked: Asked) => Reply<C> | Promise<Reply<C>>)

const pathOf = (spec: CallSpec) => new RegExp(`^/api${spec.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`)
const isCallTo = (spec: CallSpec, { what }: Asked) => {
  const [method, pathname] = what.split(' ') as [string, string]
  return method === spec.method && pathOf(spec).test(pathname)
}
const envelopeOf = (reply: unknown): Answer =>
  Array.isArray(reply) ? { result: reply, size: reply.length } : (reply as Answer)

/** The server, as far as a test needs it: its answers have the shapes of the contract. A call that is not named is refused. */
export function openCalls() {
  const everything: Asked[] = []
  const replies: { spec: CallSpec; reply: (asked: Asked) => unknown }[] = []
  standInForFetch((asked) => {
    everything.push(asked)
    const known = replies.findLast(({ spec }) => isCallTo(spec, asked))
    const reply = known ? known.reply(asked) : refusal(422, 'refused', `Nobody answers ${asked.what}.`)
    return reply instanceof Promise ? reply.then(envelopeOf) : envelopeOf(reply)
  })
  return {
    /** Every call so far, oldest first. */
    everything,
    /** What a call answers from now on. */
    answer<C extends CallSpec>(spec: C, reply: Replies<C>) {
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

export const refused = (message: string, code = 'refused', status = 422) => refusal(status, code, message)
export const unreachable = new TypeError('Failed to fetch')
