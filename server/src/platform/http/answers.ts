import type { RefusalSpec } from '@dictara/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Actor } from '../actor.ts'
import type { Log, LogFacts } from '../log.ts'
import { Invalid, translate } from './envelope.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The call's name in the contract; other routes are not logged. */
    call?: string
    /** The message for a body above the limit. */
    tooLarge?: RefusalSpec
  }
  interface FastifyRequest {
    /** The caller, once known. */
    actor: Actor | null
    /** The code of the refusal sent. */
    refusal: string | null
  }
}

const brokenOff = 'The request was cut off. Send it again.'

/** The only place that turns refusals and faults into answers, whatever threw them, and that logs calls. */
export function answerFaults(server: FastifyInstance, log: Log): void {
  server.decorateRequest('actor', null)
  server.decorateRequest('refusal', null)

  server.setErrorHandler((error, request, reply) => {
    const { call, tooLarge } = request.routeOptions.config
    // A client that hung up while sending gets no answer, and this is no fault of the server.
    const isHungUp = error === request.raw.errored && (error as { code?: string }).code === 'ECONNRESET'
    const { status, body, isBug } = translate(isHungUp ? new Invalid(brokenOff) : error, tooLarge)
    if (isBug) log.error({ requestId: request.id, call, status, error }, 'a call failed')
    request.refusal = body.code
    if (status === 503) reply.header('retry-after', '5')
    // The rest of a partly read body is never read, so this connection cannot take another request.
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
  // A client that hangs up before the end gets no answer.
  server.addHook('onRequest', async (request, reply) => {
    reply.raw.once('close', () => {
      if (!reply.raw.writableFinished) logCall(request, { code: 'broken-off', ms: Math.round(reply.elapsedTime) })
    })
  })
}
