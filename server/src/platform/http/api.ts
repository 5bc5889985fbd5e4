import multipart from '@fastify/multipart'
import { type CallSpec, sharedRefusals } from '@dictara/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '../actor.ts'
import type { ClinicWork, Doors } from '../database/index.ts'
import { notFound, Refusal } from '../refusal.ts'
import { sessionCookie } from './cookie.ts'
import { type AnyAnswer, envelopeOf } from './envelope.ts'
import { type CheckedInput, guardIds, guardRole, idsOf, readInput, type ScopeRules } from './guards.ts'
import type { Application, RequestFacts, ServedCall } from './serve.ts'

export interface ApiParts {
  calls: readonly ServedCall[]
  scopes: ScopeRules
  doors: Doors
  /** Who the bearer is, or null. `byPerson` moves the idle clock. */
  authenticate(facts: RequestFacts, byPerson: boolean): Promise<Actor | null>
  /** True for a session of the actor that is open: the one they call in, or another (Q181). */
  isOwnSession(actor: Actor, sessionId: string): Promise<boolean>
  /** True when this person, or this address before sign-in, called too often; without a call, when it is refused too often. */
  isTooOften(key: string, spec?: CallSpec): boolean
  /** Whose origin this is; null where one server stands for both. */
  application: Application | null
  uploadLimitBytes: number
}

/** Puts every call of the contract on a Fastify instance, each behind its guards. */
export async function registerApi(server: FastifyInstance, parts: ApiParts): Promise<void> {
  const json = parts.calls.filter(({ spec }) => spec.kind !== 'upload')
  const uploads = parts.calls.filter(({ spec }) => spec.kind === 'upload')
  await server.register(async (scope) => {
    // A page of another site may send text without asking first.
    scope.removeContentTypeParser('text/plain')
    for (const call of json) route(scope, call, parts)
  })
  await server.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    await scope.register(multipart, { limits: { files: 1, fields: 20, fileSize: parts.uploadLimitBytes } })
    for (const call of uploads) route(scope, call, parts)
  })
}

function route(scope: FastifyInstance, call: ServedCall, parts: ApiParts) {
  scope.route({
    method: call.spec.method,
    url: call.spec.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    handler: (request, reply) => answer(call, parts, request, reply),
    config: {
      call: call.name,
      isRecording: call.spec.kind === 'upload',
      ...(call.spec.tooLarge && { tooLarge: call.spec.tooLarge }),
    },
    ...(call.spec.kind === 'upload' && { bodyLimit: parts.uploadLimitBytes + 1_048_576 }),
  })
}

async function answer(call: ServedCall, parts: ApiParts, request: FastifyRequest, reply: FastifyReply) {
  const { spec } = call
  const facts = factsOf(request, reply, parts.application)
  const actor = spec.callers === 'public' ? null : await whoCalls(spec, parts, request, facts)
  request.actor = actor
  if (parts.isTooOften(actor?.userId ?? facts.ip, spec)) throw new Refusal(sharedRefusals.tooMany)
  if (actor) guardRole(spec, actor)
  const input = readInput(spec, request)
  const done = await run(call, parts, { actor, input, facts, request, reply })
  return done === reply ? reply : envelopeOf(spec, done as AnyAnswer)
}

async function whoCalls(spec: CallSpec, parts: ApiParts, request: FastifyRequest, facts: RequestFacts) {
  const actor = await parts.authenticate(facts, spec.person || request.headers['x-user-active'] === '1')
  if (!actor) throw new Refusal(parts.isTooOften(facts.ip) ? sharedRefusals.tooMany : sharedRefusals.signedOut)
  return actor
}

interface Situation {
  actor: Actor | null
  input: CheckedInput
  facts: RequestFacts
  request: FastifyRequest
  reply: FastifyReply
}

async function run({ spec, handler }: ServedCall, parts: ApiParts, situation: Situation) {
  const { actor, input, facts, request, reply } = situation
  const { doors } = parts
  const ids = idsOf(spec, input)
  const call = { ...input, facts, ...(actor && { actor }) }
  const enter = async (work: ClinicWork) => {
    await guardIds(parts.scopes, work, ids)
    if (spec.audit) await work.audit({ event: spec.audit, ...auditedIds(input) })
  }
  if (spec.kind === 'upload' || spec.kind === 'download' || spec.kind === 'in-steps') {
    if (actor && (ids.length > 0 || spec.audit)) await doors.inClinic(actor, enter)
    return handler({ ...call, doors, request, reply })
  }
  if (!actor || spec.door === 'gate') {
    for (const { kind, id } of actor ? ids : [])
      if (kind === 'session' && !(await parts.isOwnSession(actor!, id))) throw notFound()
    return doors.beforeClinic((gate) => handler({ ...call, gate }))
  }
  return doors.inClinic(actor, async (work) => {
    await enter(work)
    return handler({ ...call, work })
  })
}

function auditedIds(input: CheckedInput) {
  const of = (name: string) => {
    const value = input.params[name] ?? input.query[name]
    return typeof value === 'string' ? value : null
  }
  return { jobId: of('jobId') ?? of('id'), facilityId: of('facilityId') }
}

function factsOf(request: FastifyRequest, reply: FastifyReply, application: Application | null): RequestFacts {
  const authorization = request.headers.authorization
  return {
    application,
    ip: request.ip,
    userAgent: String(request.headers['user-agent'] ?? '').slice(0, 300),
    cookie: sessionCookie(request, reply),
    bearer: authorization?.startsWith('Bearer ') ? authorization.slice(7) : null,
  }
}
