import { randomUUID } from 'node:crypto'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { signatureOf } from '../read-notice.ts'
import type { Ledger, Notice } from './ledger.ts'

const mostTries = 10
const firstPauseMs = 3_000
const answerWithinMs = 5_000

/** A notice of what happened, as the gateway words it. */
export function noticeOf(
  now: number,
  eventType: string,
  entityName: string,
  id: string,
  more: Record<string, unknown> = {},
): Notice {
  const notificationId = randomUUID()
  const body = JSON.stringify({
    notificationId,
    eventType: `net.authorize.${eventType}`,
    eventDate: new Date(now).toISOString(),
    webhookId: '00000000-0000-4000-8000-000000000001',
    payload: { ...more, entityName, id },
  })
  return { notificationId, body, tries: 0, nextTryAt: now }
}

/** @returns the status of the answer; 0: there was none */
function post(url: string, body: string, signature: string): Promise<number> {
  return new Promise((end) => {
    const request = url.startsWith('https:') ? requestHttps : requestHttp
    const sent = request(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8', 'x-anet-signature': signature },
      timeout: answerWithinMs,
      // Both are on this computer, whose certificate may be for another name.
      rejectUnauthorized: false,
    })
    sent.on('timeout', () => sent.destroy())
    sent.on('error', () => end(0))
    sent.on('response', (answer) => {
      answer.resume()
      end(answer.statusCode ?? 0)
    })
    sent.end(body)
  })
}

export interface DeliveryOptions {
  /** Also those that wait for their next try. */
  isImpatient?: boolean
  order?: 'usual' | 'reversed'
  /** How often each is sent. */
  times?: number
}

/** Sends what was not taken yet. @returns how many were taken */
export async function sendNotices(
  ledger: Ledger,
  parts: { url: string; signatureKey: string; now: number },
  { isImpatient = false, order = 'usual', times = 1 }: DeliveryOptions,
): Promise<number> {
  const due = ledger.notices.filter(({ nextTryAt }) => isImpatient || nextTryAt <= parts.now)
  let taken = 0
  for (const notice of order === 'usual' ? due : due.toReversed()) {
    let isTaken = false
    for (let time = 0; time < times; time += 1) {
      const status = await post(parts.url, notice.body, signatureOf(notice.body, parts.signatureKey))
      isTaken ||= status >= 200 && status < 300
    }
    notice.tries += 1
    notice.nextTryAt = parts.now + firstPauseMs * 2 ** notice.tries
    if (isTaken) taken += 1
    if (isTaken || notice.tries >= mostTries) ledger.notices.splice(ledger.notices.indexOf(notice), 1)
  }
  return taken
}
