import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import { sharedRefusals } from '@dictara/contract'
import type { Log } from '../platform/log.ts'
import { type Certificate, originServers } from '../platform/http/origin-servers.ts'

const { status, code, message } = sharedRefusals.starting
const refusal = JSON.stringify({ success: false, message, code, result: [] })
const page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Dictara</title><p>Dictara is starting. This page will open in a moment.</p></html>`

/** A client slower than this no longer delays the start. */
const answeredWithinMs = 200

const answer: RequestListener = (request, response) => {
  const path = (request.url ?? '').split('?')[0]
  const isPage = request.method === 'GET' && /text\/html/.test(request.headers.accept ?? '')
  const [answerStatus, type, body] =
    path === '/livez'
      ? ([200, 'application/json', JSON.stringify({ status: 'alive' })] as const)
      : path === '/readyz'
        ? ([503, 'application/json', JSON.stringify({ status: 'starting' })] as const)
        : isPage
          ? ([503, 'text/html; charset=utf-8', page] as const)
          : ([status, 'application/json; charset=utf-8', refusal] as const)
  if (isPage) response.setHeader('refresh', '2')
  if (answerStatus === 503) response.setHeader('retry-after', '2')
  response.setHeader('content-type', type)
  response.setHeader('cache-control', 'no-store')
  response.setHeader('x-content-type-options', 'nosniff')
  response.setHeader('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
  response.setHeader('connection', 'close')
  response.statusCode = answerStatus
  response.end(body)
  request.resume()
}

/**
 * Accepts connections for an origin while its server is being prepared, and answers that it is starting. An address that cannot
 * be used is left to the server itself, which reports it in words.
 * @returns a function that frees the addresses.
 */
export async function answerWhileStarting(parts: {
  port: number
  host: string
  tls: Certificate | null
  log: Log
}): Promise<() => Promise<void>> {
  const servers = originServers(parts.tls, parts.log)
  for (const { address } of await lookup(parts.host, { all: true }).catch(() => [])) {
    const server = servers.create(answer)
    server.on('upgrade', (_request, socket) => {
      socket.on('error', () => {})
      socket.destroy()
    })
    const listening = new AbortController()
    server.once('error', () => listening.abort())
    server.listen(parts.port, address)
    await once(server, 'listening', { signal: listening.signal }).catch(() => {})
  }
  return () => servers.stop(answeredWithinMs)
}
