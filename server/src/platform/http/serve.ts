import type { CallAnswer, CallInput, CallSpec } from '@dictara/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '../actor.ts'
import type { ClinicWork, Doors, Gate } from '../database/index.ts'
import type { AnyAnswer } from './envelope.ts'

/** Of the two applications, each an origin of its own. */
export type Application = 'web' | 'recorder'

/** What a handler may know of the request beside its input. */
export interface RequestFacts {
  /** Whose origin was asked; null where one server stands for both. */
  application: Application | null
  ip: string
  /** Asked by a name of this computer itself and without a proxy in between, as far as the request tells. */
  isFromHere: boolean
  userAgent: string
  /** The per-browser secret of the session cookie, or null; `set` gives the browser one. */
  cookie: { secret: string | null; set(secret: string): void }
  bearer: string | null
}

/** Where a handler works: in a transaction of the caller's clinic, at the gate, or on the raw request. */
type Place<C extends CallSpec> = C extends { kind: 'upload' | 'download' | 'in-steps' }
  ? { doors: Doors; request: FastifyRequest; reply: FastifyReply }
  : C extends { callers: 'public' } | { door: 'gate' }
    ? { gate: Gate }
    : { work: ClinicWork }

/** What a handler gets: one object, whatever its row says of it. */
export type Call<C extends CallSpec> = CallInput<C> &
  Place<C> & { facts: RequestFacts } & (C extends { callers: 'public' } ? unknown : { actor: Actor })

/** Sends a file. Called once the call is in the audit. */
export type SendFile = () => FastifyReply

/** What a handler of a file answers: for a caller who is known, what sends it; otherwise the reply that was sent. */
type FileAnswer<C extends CallSpec> = C extends { kind: 'download' }
  ? C extends { callers: 'public' }
    ? FastifyReply
    : SendFile
  : never

export type Handler<C extends CallSpec> = (call: Call<C>) => Promise<CallAnswer<C> | FileAnswer<C>>

type AnyHandler = (call: object) => Promise<AnyAnswer | FastifyReply | SendFile>

export interface ServedCall {
  name: string
  spec: CallSpec
  handler: AnyHandler
}

/** Joins a feature's table of calls with its handlers; a missing or superfluous handler does not compile. */
export function serve<const T extends Record<string, CallSpec>>(
  calls: T,
  handlers: { [K in keyof T]: Handler<T[K]> },
): ServedCall[] {
  return Object.entries(calls).map(([name, spec]) => ({ name, spec, handler: handlers[name as keyof T] as AnyHandler }))
}
