import type { ServerResponse } from 'node:http'
import type { RequestName } from './fields.ts'

/**
 * How an answer goes wrong. What was asked is done, except by `error` and `hangUpBefore`.
 */
export const faultKinds = [
  'slow',
  'html',
  'half',
  'nonsense',
  'huge',
  'error',
  'redirect',
  'hangUpBefore',
  'hangUpAfter',
] as const
export type FaultKind = (typeof faultKinds)[number]

export interface Fault {
  kind: FaultKind
  /** Only of this request; absent: of whatever comes next. */
  request?: RequestName | undefined
  /** How many times; once by default. */
  times?: number | undefined
  /** How late a slow answer is. */
  ms?: number | undefined
}

const isDone = (kind: FaultKind) => kind !== 'error' && kind !== 'hangUpBefore'

/** The faults that wait for a request. */
export function createFaults() {
  const waiting: (Fault & { left: number })[] = []
  return {
    add: (fault: Fault) => void waiting.push({ ...fault, left: fault.times ?? 1 }),
    /** The fault of a request that came now. */
    take(request: RequestName | undefined): (Fault & { isDone: boolean }) | undefined {
      const index = waiting.findIndex((one) => one.request === undefined || one.request === request)
      const fault = waiting[index]
      if (!fault) return undefined
      fault.left -= 1
      if (fault.left <= 0) waiting.splice(index, 1)
      return { ...fault, isDone: isDone(fault.kind) }
    },
  }
}

/** Answers in the way of a fault. @param usual what would have been answered */
export function answerWrong({ kind, ms = 60_000 }: Fault, response: ServerResponse, usual: string) {
  const html = '<!doctype html><title>The service is unavailable</title>'
  if (kind === 'hangUpBefore' || kind === 'hangUpAfter') return response.destroy()
  if (kind === 'redirect') return response.writeHead(307, { location: '/xml/v1/request.api' }).end()
  if (kind === 'error') return response.writeHead(500, { 'content-type': 'text/html' }).end(html)
  if (kind === 'html') return response.writeHead(200, { 'content-type': 'text/html' }).end(html)
  response.setHeader('content-type', 'application/json; charset=utf-8')
  if (kind === 'half') return response.end(usual.slice(0, usual.length / 2))
  if (kind === 'nonsense') return response.end('{"messages":{"resultCode":"Perhaps"},"customerProfileId":{}}')
  if (kind === 'huge') return response.end(usual + ' '.repeat(2 * 1_048_576))
  const late = setTimeout(() => response.end(usual), ms)
  response.once('close', () => clearTimeout(late))
  return response
}
