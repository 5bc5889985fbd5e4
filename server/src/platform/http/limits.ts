import { type CallSpec, callLimits, sharedRefusals } from '@dictara/contract'
import rateLimit, { type FastifyRateLimitStore } from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Clock } from '../clock.ts'
import type { Doors } from '../database/index.ts'
import { Refusal } from '../refusal.ts'
import { takeCalls } from './limits.store.ts'

const minuteMs = 60_000
/** The number of shares of a limit, and so the most statements a minute that a busy caller costs. */
const shares = 100

interface Share {
  left: number
  /** This is the last share of the minute. */
  isLast: boolean
  endsAtMs: number
}

/** Whether one more call of this key stays within `most` a minute, and when the minute ends. */
export type TakeCall = (key: string, most: number) => Promise<{ isWithin: boolean; endsAtMs: number }>

/**
 * Counts calls per minute in PostgreSQL, across all copies of the server. Each copy takes a hundredth of the limit at a time and
 * uses it up locally. Together the copies never exceed the limit, but may stop as many hundredths short of it as there are
 * copies.
 */
export function countCalls(doors: Pick<Doors, 'beforeClinic'>, clock: Clock): TakeCall {
  const held = new Map<string, Share>()
  let clearedAtMs = 0
  // A clock that was set back must not turn the minute into an hour.
  const isOver = ({ endsAtMs }: Share, nowMs: number) => nowMs > endsAtMs || endsAtMs - nowMs > 2 * minuteMs

  function find(key: string): Share | undefined {
    const nowMs = clock.now().getTime()
    if (Math.abs(nowMs - clearedAtMs) > minuteMs) {
      clearedAtMs = nowMs
      for (const [name, share] of held) if (isOver(share, nowMs)) held.delete(name)
    }
    const share = held.get(key)
    return share && !isOver(share, nowMs) ? share : undefined
  }

  async function takeShare(key: string, most: number): Promise<Share> {
    const wanted = Math.ceil(most / shares)
    const { granted, endsAt } = await doors.beforeClinic((gate) => takeCalls(gate, key, wanted, most))
    const endsAtMs = endsAt.getTime()
    // A simultaneous call took a share as well.
    const known = find(key)
    const left = known?.endsAtMs === endsAtMs ? known.left : 0
    const share = { left: left + granted, isLast: granted < wanted, endsAtMs }
    held.set(key, share)
    return share
  }

  return async (key, most) => {
    const known = find(key)
    const share = known && (known.left > 0 || known.isLast) ? known : await takeShare(key, most)
    const isWithin = share.left > 0
    if (isWithin) share.left -= 1
    return { isWithin, endsAtMs: share.endsAtMs }
  }
}

/** The store in which @fastify/rate-limit keeps its counts. */
const storeOf = (take: TakeCall, clock: Clock) =>
  class CountedCalls implements FastifyRateLimitStore {
    child() {
      return this
    }
    async incr(key: string, done: Parameters<FastifyRateLimitStore['incr']>[1], _windowMs: number, most: number) {
      try {
        const { isWithin, endsAtMs } = await take(key, most)
        done(null, { current: isWithin ? most : most + 1, ttl: Math.max(0, endsAtMs - clock.now().getTime()) })
      } catch (error) {
        done(error as Error)
      }
    }
  }

const noHeaders = { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false }

/**
 * Applies the limits of the contract's rows to the calls registered afterwards, behind the hook that identifies the caller.
 * @returns for an address that called too often without a session, the seconds until it may call again; else 0.
 */
export async function registerLimits(server: FastifyInstance, take: TakeCall, clock: Clock) {
  await server.register(rateLimit, {
    global: false,
    hook: 'onRequest',
    timeWindow: minuteMs,
    store: storeOf(take, clock),
    keyGenerator: ({ actor, ip }) => `${actor?.userId ?? ip} `,
    errorResponseBuilder: () => new Refusal(sharedRefusals.tooMany),
    // The rest of a share says little about the limit, so do not send it.
    addHeaders: noHeaders,
    addHeadersOnExceeding: noHeaders,
  })
  const look = server.createRateLimit({ max: callLimits.stranger, keyGenerator: ({ ip }) => `${ip} stranger ` })
  return async (request: FastifyRequest): Promise<number> => {
    const seen = await look(request)
    return !seen.isAllowed && seen.isExceeded ? seen.ttlInSeconds : 0
  }
}

/** A call's limit in the form that the plugin reads from the route. */
export function limitOf({ limit = 'person' }: CallSpec) {
  return limit === 'none' ? {} : { rateLimit: { max: callLimits[limit], groupId: limit } }
}
