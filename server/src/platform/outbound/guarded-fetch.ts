import http, { type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import https from 'node:https'
import { isIP } from 'node:net'
import { isSameAddress } from './addresses.ts'
import { findAddress, isAllowedPlace, type Lookup } from './find-address.ts'
import { OutboundFailed } from './outbound-failed.ts'

export interface OutboundRequest {
  method?: 'GET' | 'POST' | 'PUT'
  headers?: Record<string, string>
  body?: string
  signal: AbortSignal
}
export interface OutboundAnswer {
  status: number
  headers: IncomingHttpHeaders
  text: string
}

/**
 * Calls an address that a clinic entered (S56): https only, or http where the operator allows the host. The address that was checked
 * is the one that is connected to, redirects are errors, and time and size are bounded.
 * @throws OutboundFailed; aborting rejects with the signal's reason
 */
export type GuardedFetch = (address: string, request: OutboundRequest) => Promise<OutboundAnswer>

export interface GuardedFetchParts {
  /** Places in private networks that may be called: `host` or `host:port` (DICTARA_EHR_HOSTS). */
  allowed: readonly string[]
  lookup?: Lookup
  /** For the whole call. */
  seconds?: number
  mostBytes?: number
}

const isUsualPort = (port: number) => port === 443 || port >= 1024

/** @throws OutboundFailed unless the address can be called at all */
function readAddress(text: string, allowed: readonly string[]) {
  const refuse = (why: string) => new OutboundFailed('refused', why)
  if (!URL.canParse(text)) throw refuse('The address can’t be read.')
  const url = new URL(text)
  const port = Number(url.port || (url.protocol === 'http:' ? 80 : 443))
  const isAllowed = isAllowedPlace(allowed, url.hostname, port)
  if (url.username || url.password)
    throw refuse('The address contains a user name or password, which don’t belong there.')
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isAllowed))
    throw refuse('The address must begin with https://.')
  if (!isAllowed && !isUsualPort(port)) throw refuse(`Dictara doesn’t connect to port ${port}.`)
  return { url, port, isAllowed }
}

/** See `GuardedFetch`. Connections are kept open between calls; each belongs to an address that was checked. */
export function guardedFetch({
  allowed,
  lookup,
  seconds = 10,
  mostBytes = 5 * 1_048_576,
}: GuardedFetchParts): GuardedFetch {
  const agents = {
    'http:': new http.Agent({ keepAlive: true, maxSockets: 8, timeout: 30_000 }),
    'https:': new https.Agent({ keepAlive: true, maxSockets: 8, timeout: 30_000 }),
  }
  return async (text, { method = 'GET', headers = {}, body, signal: outer }) => {
    outer.throwIfAborted()
    const { url, port, isAllowed } = readAddress(text, allowed)
    const limit = AbortSignal.timeout(seconds * 1000)
    const signal = AbortSignal.any([outer, limit])
    try {
      const address = await beforeAbort(signal, findAddress(url.hostname, isAllowed, lookup))
      const isSecure = url.protocol === 'https:'
      const request = (isSecure ? https : http).request({
        agent: agents[isSecure ? 'https:' : 'http:'],
        host: address,
        port,
        path: `${url.pathname}${url.search}`,
        method,
        signal,
        headers: {
          'accept-encoding': 'identity',
          ...headers,
          host: url.host,
          ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }),
        },
        ...(isSecure && !isIP(url.hostname.replace(/^\[|\]$/g, '')) ? { servername: url.hostname } : {}),
      })
      return await exchange(request, address, body, mostBytes)
    } catch (error) {
      outer.throwIfAborted()
      if (error instanceof OutboundFailed) throw error
      if (limit.aborted)
        throw new OutboundFailed('silent', `${url.host} took longer than ${seconds} seconds to answer.`)
      throw new OutboundFailed('silent', inWords(url.host, error as NodeJS.ErrnoException))
    }
  }
}

function beforeAbort<T>(signal: AbortSignal, found: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const end = () => reject(signal.reason)
  signal.addEventListener('abort', end, { once: true })
  return Promise.race([found, promise]).finally(() => signal.removeEventListener('abort', end))
}

function exchange(request: http.ClientRequest, address: string, body: string | undefined, mostBytes: number) {
  const { promise, resolve, reject } = Promise.withResolvers<OutboundAnswer>()
  request.on('error', reject)
  request.on('socket', (socket) => {
    const check = () => {
      if (!isSameAddress(socket.remoteAddress ?? '', address))
        request.destroy(
          new OutboundFailed('refused', 'The connection led to another address than the one that was checked.'),
        )
    }
    if (socket.connecting) socket.once('connect', check)
    else check()
  })
  request.on('response', (answer) => readAnswer(answer, mostBytes).then(resolve, reject))
  request.end(body)
  return promise
}

async function readAnswer(answer: IncomingMessage, mostBytes: number): Promise<OutboundAnswer> {
  const { statusCode: status = 0, headers } = answer
  const fail = (why: string) => {
    answer.destroy()
    return new OutboundFailed('refused', why)
  }
  if (status >= 300 && status < 400)
    throw fail('It sends Dictara on to another address, which Dictara doesn’t follow. Enter the final address.')
  if (headers['content-encoding'] && headers['content-encoding'] !== 'identity')
    throw fail('It answered in a compressed form that was not asked for.')
  const pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of answer as AsyncIterable<Buffer>) {
    bytes += piece.length
    if (bytes > mostBytes) throw fail(`It answered with more than ${Math.round(mostBytes / 1_048_576)} MB.`)
    pieces.push(piece)
  }
  if (!answer.complete) throw new OutboundFailed('silent', 'It stopped in the middle of its answer.')
  return { status, headers, text: Buffer.concat(pieces).toString('utf8') }
}

function inWords(host: string, { code = '' }: NodeJS.ErrnoException): string {
  if (code === 'ECONNREFUSED') return `${host} refuses the connection.`
  if (/^(?:CERT_|ERR_TLS_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_)/.test(code))
    return `The certificate of ${host} isn’t valid or isn’t known here (${code}).`
  if (/^(?:EPROTO|ERR_SSL)/.test(code)) return `${host} doesn’t speak https.`
  if (/^(?:EHOSTUNREACH|ENETUNREACH|ETIMEDOUT)$/.test(code)) return `${host} can’t be reached from the server.`
  return `The connection to ${host} broke off.`
}
