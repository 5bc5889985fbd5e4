import type { RefusalSpec } from '@dictara/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Actor } from '../actor.ts'
import type { Log, LogFacts } from '../log.ts'
import { Invalid, translate } from './envelope.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Name of the call in the contract; other routes are not logged. */
    call?: string
    /** What is said of a body above the limit. */
    tooLarge?: RefusalSpec
  }
  interface FastifyRequest {
    /** Who calls, once that is known. */
    actor: Actor | null
    /** Code of the refusal that was answered. */
    refusal: string | null
  }
}

const brokenOff = 'The request was cut off. Send it again.'

/** The only place where refusals and faults become answers, whoever threw them, and where calls are logged. */
export function answerFaults(server: FastifyInstance, log: Log): void {
  server.decorateRequest('actor', null)
  server.decorateRequest('refusal', null)

  server.setErrorHandler((error, request, reply) => {
    const { call, tooLarge } = request.routeOptions.config
    // Who hung up in the middle of what they sent gets no answer, and nothing of ours has failed.
    const isHungUp = error === request.raw.errored && (error as { code?: string }).code === 'ECONNRESET'
    const { status, body, isBug } = translate(isHungUp ? new Invalid(brokenOff) : error, tooLarge)
    if (isBug) log.error({ requestId: request.id, call, status, error }, 'a call failed')
    request.refusal = body.code
    if (status === 503) reply.header('retry-after', '5')
    // What is left of a body that was read in part is never read: nothing else can be asked on this line.
    const isBrokenOff = request.raw.readableDidRead && !request.raw.complete
    if (status === 413 || isBrokenOff) reply.header('connection', 'close')
    return reply.header('cache-control', 'no-store').status(status).send(body)
  })

  const logCall = ({ id, actor, routeOptions }: FastifyRequest, facts: LogFacts) => {
    const { call } = routeOptions.config
    if (call)
      log.info({ requestId: id, call, ...facts, userId: actor?.userId, clinicId: actor?.clinicId ?? undefined }, 'call')
  }
  server.addHook('onResponse', async (request, reply) =>
    logCall(request, {
      status: reply.statusCode,
      code: request.refusal ?? undefined,
      ms: Math.round(reply.elapsedTime),
    }),
  )
  // Who hangs up before the end gets no answer.
  server.addHook('onRequest', async (request, reply) => {
    reply.raw.once('close', () => {
      if (!reply.raw.writableFinished) logCall(request, { code: 'broken-off', ms: Math.round(reply.elapsedTime) })
    })
  })
}
