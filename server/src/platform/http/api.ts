import multipart from '@fastify/multipart'
import { type CallSpec, sharedRefusals } from '@dictara/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '../actor.ts'
import type { Clock } from '../clock.ts'
import type { ClinicWork, Doors } from '../database/index.ts'
import { notFound, Refusal } from '../refusal.ts'
import { sessionCookie } from './cookie.ts'
import { type AnyAnswer, envelopeOf } from './envelope.ts'
import { auditOf } from './audited.ts'
import { refuseCardNumbers } from './card-numbers.ts'
import {
  type CheckedInput,
  type GuardedId,
  guardIds,
  guardProof,
  guardRole,
  idsOf,
  isByPerson,
  readInput,
  type ScopeRules,
  withOwnClinic,
} from './guards.ts'
import { limitOf, registerLimits, type TakeCall } from './limits.ts'
import type { Application, RequestFacts, ServedCall } from './serve.ts'

export interface ApiParts {
  calls: readonly ServedCall[]
  scopes: ScopeRules
  doors: Doors
  /** The bearer's identity, or null. `byPerson` resets the idle timer. */
  authenticate(facts: RequestFacts, byPerson: boolean): Promise<Actor | null>
  /** True for an open session of the actor: the calling one, or another (Q181). */
  isOwnSession(actor: Actor, sessionId: string): Promise<boolean>
  takeCall: TakeCall
  clock: Clock
  /** The application of this origin; null where one server serves both. */
  application: Application | null
  uploadLimitBytes: number
}

declare module 'fastify' {
  interface FastifyRequest {
    facts: RequestFacts
  }
}

/** Registers every call of the contract on a Fastify instance, each behind its guards. */
export async function registerApi(server: FastifyInstance, parts: ApiParts): Promise<void> {
  server.decorateRequest('facts')
  const strangerWaits = await registerLimits(server, parts.takeCall, parts.clock)
  const identify = (spec: CallSpec) => async (request: FastifyRequest, reply: FastifyReply) => {
    request.facts = factsOf(request, reply, parts.application)
    if (spec.callers === 'public') return
    request.actor = await parts.authenticate(
      request.facts,
      isByPerson(spec) || request.headers['x-user-active'] === '1',
    )
    if (request.actor) return
    const seconds = await strangerWaits(request)
    if (seconds === 0) throw new Refusal(sharedRefusals.signedOut)
    reply.header('retry-after', String(seconds))
    throw new Refusal(sharedRefusals.tooMany)
  }
  const route = (scope: FastifyInstance, call: ServedCall, isUpload: boolean) =>
    scope.route({
      method: call.spec.method,
      url: call.spec.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      // Identify the caller before the body is read, however large it is.
      onRequest: identify(call.spec),
      handler: answering(call, parts),
      config: {
        call: call.name,
        isRecording: isUpload,
        ...limitOf(call.spec),
        ...(call.spec.tooLarge && { tooLarge: call.spec.tooLarge }),
      },
      ...(call.spec.bodyBytes && { bodyLimit: call.spec.bodyBytes }),
      ...(isUpload && { bodyLimit: parts.uploadLimitBytes + 1_048_576 }),
    })
  const isUpload = ({ spec }: ServedCall) => spec.kind === 'upload'
  await server.register(async (scope) => {
    // A page of another site may send plain text without a preflight request.
    scope.removeContentTypeParser('text/plain')
    for (const call of parts.calls) if (!isUpload(call)) route(scope, call, false)
  })
  await server.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    await scope.register(multipart, { limits: { files: 1, fields: 20, fileSize: parts.uploadLimitBytes } })
    for (const call of parts.calls) if (isUpload(call)) route(scope, call, true)
  })
}

function answering(call: ServedCall, parts: ApiParts) {
  const { spec } = call
  const idsOfInput = idsOf(spec)
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const { actor } = request
    if (actor) {
      guardRole(spec, actor)
      guardProof(spec, actor, parts.clock.now())
    }
    const { query, body } = request
    refuseCardNumbers(spec, query, body)
    const input = readInput(spec, { params: withOwnClinic(request.params, actor), query, body })
    const done = await run(call, parts, { actor, input, ids: idsOfInput(input), request, reply })
    // Awaiting a reply object yields no value, so return the reply itself.
    return reply.sent ? reply : envelopeOf(spec, done as AnyAnswer)
  }
}

interface Situation {
  actor: Actor | null
  input: CheckedInput
  ids: readonly GuardedId[]
  request: FastifyRequest
  reply: FastifyReply
}

async function run({ spec, handler }: ServedCall, parts: ApiParts, situation: Situation) {
  const { actor, input, ids, request, reply } = situation
  const { doors } = parts
  const call = { ...input, facts: request.facts, ...(actor && { actor }) }
  const enter = (work: ClinicWork) => guardIds(parts.scopes, work, ids)
  const audit = async (work: ClinicWork) => {
    if (spec.audit) await work.audit(auditOf(spec, input, ids), isByPerson(spec) ? undefined : 'once-a-minute')
  }
  if (spec.kind === 'upload' || spec.kind === 'download' || spec.kind === 'in-steps') {
    const isFile = spec.kind === 'download'
    if (actor && (ids.length > 0 || (spec.audit && !isFile)))
      await doors.inClinic(actor, async (work) => {
        await enter(work)
        if (!isFile) await audit(work)
      })
    const done = await handler({ ...call, doors, request, reply })
    if (typeof done !== 'function') return done
    // A file that was refused is not in the audit; one that is sent is there before its first byte.
    await doors.inClinic(actor!, audit)
    return done()
  }
  if (!actor || spec.door === 'gate') {
    for (const { kind, id } of actor ? ids : [])
      if (kind === 'session' && !(await parts.isOwnSession(actor!, id))) throw notFound()
    return doors.beforeClinic((gate) => handler({ ...call, gate }))
  }
  const enterBy = spec.door === 'dictionary' ? doors.inDictionary : doors.inClinic
  return enterBy(actor, async (work) => {
    await enter(work)
    // Sent with the first statement of the handler; no query is open when the transaction ends, also when the handler throws at once.
    const handle = async () => handler({ ...call, work })
    const [audited, done] = await Promise.allSettled([audit(work), handle()])
    if (audited.status === 'rejected') throw audited.reason
    if (done.status === 'rejected') throw done.reason
    return done.value
  })
}

const ofProxies = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip']

/**
 * True for a request to a name of this computer without a proxy. A site that points its own name at this computer still sends
 * that name.
 */
const isFromHere = ({ hostname, headers }: FastifyRequest) =>
  /^(localhost|.+\.localhost|127\.0\.0\.1|\[::1\])$/.test(hostname) && !ofProxies.some((name) => name in headers)

function factsOf(request: FastifyRequest, reply: FastifyReply, application: Application | null): RequestFacts {
  const authorization = request.headers.authorization
  return {
    application,
    ip: request.ip,
    isFromHere: isFromHere(request),
    userAgent: String(request.headers['user-agent'] ?? '').slice(0, 300),
    cookie: sessionCookie(request, reply),
    bearer: authorization?.startsWith('Bearer ') ? authorization.slice(7) : null,
  }
}
