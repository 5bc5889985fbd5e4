import { createHmac, timingSafeEqual } from 'node:crypto'
import * as z from 'zod/mini'
import type { GatewayNotice } from './port.ts'

const short = z.string().check(z.minLength(1), z.maxLength(100))
const Notice = z.object({
  notificationId: short,
  eventType: short,
  payload: z.object({ entityName: short, id: short }),
})

/** The signature of a body: HMAC-SHA512 with the key as it is spelled, not with the bytes that its hex digits stand for. */
export const signatureOf = (rawBody: Buffer | string, signatureKey: string) =>
  `sha512=${createHmac('sha512', signatureKey).update(rawBody).digest('hex').toUpperCase()}`

/** @returns undefined when the signature is wrong or the body makes no sense */
export function readNotice(
  rawBody: Buffer,
  signature: string | undefined,
  signatureKey: string | undefined,
): GatewayNotice | undefined {
  if (!signature || !signatureKey) return undefined
  const expected = Buffer.from(signatureOf(rawBody, signatureKey).toLowerCase())
  const given = Buffer.from(signature.toLowerCase())
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
  const { data } = z.safeParse(Notice, parse(rawBody))
  if (!data) return undefined
  const { notificationId, eventType, payload } = data
  return { notificationId, eventType, entity: payload.entityName, entityId: payload.id }
}

function parse(rawBody: Buffer): unknown {
  try {
    return JSON.parse(rawBody.toString('utf8'))
  } catch {
    return undefined
  }
}
