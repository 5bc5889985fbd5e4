import type { CallAnswer, CallInput, CallSpec } from '@dictara/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '../actor.ts'
import type { Doors, Gate, Work } from '../database/index.ts'

/** Of the two applications, each an origin of its own. */
export type Application = 'web' | 'recorder'

/** What a handler may know of the request beside its input. */
export interface RequestFacts {
  /** Whose origin was asked; null where one server stands for both. */
  application: Application | null
  ip: string
  userAgent: string
  /** The per-browser secret of the session cookie, or null; `set` gives the browser one. */
  cookie: { secret: string | null; set(secret: string): void }
  bearer: string | null
}

export interface RawContext {
  request: FastifyRequest
  reply: FastifyReply
  facts: RequestFacts
  doors: Doors
}

type ClinicHandler<C extends CallSpec> = (
  work: Work,
  actor: Actor,
  input: CallInput<C>,
  facts: RequestFacts,
) => Promise<CallAnswer<C>>
type GateHandler<C extends CallSpec> = (
  gate: Gate,
  actor: Actor,
  input: CallInput<C>,
  facts: RequestFacts,
) => Promise<CallAnswer<C>>
type PublicHandler<C extends CallSpec> = (
  gate: Gate,
  input: CallInput<C>,
  facts: RequestFacts,
) => Promise<CallAnswer<C>>
type RawHandler<C extends CallSpec> = (
  context: RawContext,
  actor: C extends { callers: 'public' } ? Actor | null : Actor,
  input: CallInput<C>,
) => Promise<CallAnswer<C> | FastifyReply>

/** Which arguments a call's handler gets follows from its row. */
export type Handler<C extends CallSpec> = C extends { kind: 'upload' | 'download' | 'in-steps' }
  ? RawHandler<C>
  : C extends { callers: 'public' }
    ? PublicHandler<C>
    : C extends { door: 'gate' }
      ? GateHandler<C>
      : ClinicHandler<C>

export interface ServedCall {
  name: string
  spec: CallSpec
  handler: unknown
}

/** Joins a feature's table of calls with its handlers; a missing or superfluous handler does not compile. */
export function serve<const T extends Record<string, CallSpec>>(
  calls: T,
  handlers: { [K in keyof T]: Handler<T[K]> },
): ServedCall[] {
  return Object.entries(calls).map(([name, spec]) => ({ name, spec, handler: handlers[name as keyof T] }))
}
