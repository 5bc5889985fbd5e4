import { setTimeout as pause } from 'node:timers/promises'
import {
  type GuardedFetch,
  type OutboundAnswer,
  OutboundFailed,
  type OutboundRequest,
} from '../../platform/outbound/index.ts'
import { EhrFailed } from './port.ts'

/** An answer of an EHR, with what it holds; undefined for one without content. */
export interface EhrAnswer {
  status: number
  headers: OutboundAnswer['headers']
  body: unknown
}

const tries = 3
const longestPauseSeconds = 20

/** How long a busy system wants to be left alone, bounded. */
function pauseOf({ headers }: OutboundAnswer, attempt: number): number {
  const wanted = headers['retry-after'] ?? ''
  const seconds = /^\d+$/.test(wanted) ? Number(wanted) : (Date.parse(wanted) - Date.now()) / 1000
  return Math.min(longestPauseSeconds, Number.isFinite(seconds) ? Math.max(0, seconds) : 2 ** (attempt - 1))
}

/**
 * Asks an EHR for JSON. One that is busy (429, 503) is asked again when it says so.
 * @returns any answer with a status below 500 that holds JSON or nothing
 * @throws EhrFailed in words for people, which repeat nothing of the answer; aborting rejects
 */
export async function askEhr(
  fetchGuarded: GuardedFetch,
  address: string,
  request: OutboundRequest,
): Promise<EhrAnswer> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await fetchGuarded(address, request).catch((error: unknown) => {
      throw error instanceof OutboundFailed ? new EhrFailed(error.kind, error.message) : error
    })
    const { status, headers, text } = answer
    if (status === 429 || status === 503) {
      if (attempt === tries) throw new EhrFailed('silent', 'The EHR is too busy to answer.')
      await pause(pauseOf(answer, attempt) * 1000, undefined, { signal: request.signal }).catch((error: unknown) => {
        request.signal.throwIfAborted()
        throw error
      })
    } else if (status >= 500) throw new EhrFailed('silent', `The EHR failed (status ${status}).`)
    else return { status, headers, body: text.trim() === '' ? undefined : readJson(answer) }
  }
}

function readJson({ status, headers, text }: OutboundAnswer): unknown {
  const type = headers['content-type'] ?? ''
  if (/\bjson\b/.test(type))
    try {
      return JSON.parse(text) as unknown
    } catch {
      throw new EhrFailed('silent', 'The EHR’s answer is broken: it isn’t JSON.')
    }
  // What a refusal says in another form is of no use; its status is.
  if (status >= 400) return undefined
  throw new EhrFailed(
    'refused',
    type.includes('html')
      ? 'The EHR answered with a web page. Check the address: it has to be that of the interface.'
      : 'The EHR answered with something other than JSON. Check the address.',
  )
}

/**
 * The content of an answer that is a success.
 * @param what for people, e.g. “take the note”
 * @throws EhrFailed otherwise
 */
export function succeeded({ status, body }: EhrAnswer, what: string): unknown {
  if (status >= 200 && status < 300) return body
  throw new EhrFailed('refused', `The EHR didn’t ${what}: ${reasonOf(status)}`)
}

function reasonOf(status: number): string {
  if (status === 401) return 'it doesn’t accept Dictara’s sign-in (401).'
  if (status === 403) return 'Dictara has no permission for it (403).'
  if (status === 404 || status === 410) return `it doesn’t have it (${status}).`
  if (status === 409 || status === 412) return `somebody changed it at the same time (${status}).`
  return `it doesn’t accept the request (${status}).`
}
