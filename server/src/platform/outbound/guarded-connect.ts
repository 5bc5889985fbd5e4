import net, { isIP, type Socket } from 'node:net'
import tls from 'node:tls'
import { findAddress, isAllowedPlace, type Lookup } from './find-address.ts'
import { OutboundFailed } from './outbound-failed.ts'

export interface ConnectTo {
  host: string
  port: number
  hasTls: boolean
}

/** Opens a connection to an address that a clinic entered. @throws OutboundFailed in words for people; aborting rejects. */
export type GuardedConnect = (to: ConnectTo, signal: AbortSignal) => Promise<Socket>

/** Ports of other services, which an interface never has. */
const leastPort = 1024

const troubles: Record<string, string> = {
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'it ended the connection',
  EHOSTUNREACH: 'there is no way to it',
  ENETUNREACH: 'there is no way to it',
  ETIMEDOUT: 'it didn’t answer',
}

const isCertificate = (code: string) => /CERT|SIGNATURE|ERR_TLS/.test(code)

function asPeopleRead(error: NodeJS.ErrnoException, { host, port, hasTls }: ConnectTo): OutboundFailed {
  const code = error.code ?? ''
  if (isCertificate(code))
    return new OutboundFailed('refused', `The certificate of ${host} isn’t valid or isn’t known here.`)
  if (hasTls && code.startsWith('ERR_SSL'))
    return new OutboundFailed('refused', `${host} doesn’t speak TLS at port ${port}.`)
  return new OutboundFailed(
    'silent',
    `${host} can’t be reached at port ${port}: ${troubles[code] ?? 'the connection failed'}.`,
  )
}

/**
 * The guard of `guardedFetch` for plain connections (S56): the name is looked up once and the connection goes to what was found;
 * private addresses, and connections without TLS, only where the operator allows them.
 */
export const guardedConnect =
  ({ allowed, lookup }: { allowed: readonly string[]; lookup?: Lookup }): GuardedConnect =>
  async (to, signal) => {
    const { host, port, hasTls } = to
    signal.throwIfAborted()
    const isAllowed = isAllowedPlace(allowed, host.toLowerCase(), port)
    if (port < leastPort) throw new OutboundFailed('refused', `Dictara doesn’t connect to port ${port}.`)
    if (!hasTls && !isAllowed)
      throw new OutboundFailed(
        'refused',
        `Without TLS, Dictara connects only to hosts that whoever runs it allows (DICTARA_EHR_HOSTS).`,
      )
    const address = await findAddress(host, isAllowed, lookup)
    signal.throwIfAborted()
    const place = { host: address, port }
    const socket = hasTls
      ? tls.connect({
          ...place,
          ...(!isIP(host.replace(/^\[|\]$/g, '')) && { servername: host }),
          rejectUnauthorized: true,
        })
      : net.connect(place)
    socket.setNoDelay(true)
    return new Promise((resolve, reject) => {
      const end = () => socket.destroy(signal.reason instanceof Error ? signal.reason : new Error('aborted'))
      signal.addEventListener('abort', end, { once: true })
      const settle = () => {
        signal.removeEventListener('abort', end)
        socket.removeListener('error', fail)
      }
      function fail(error: Error) {
        settle()
        // Whatever comes later belongs to nobody.
        socket.on('error', () => {})
        reject(signal.aborted ? signal.reason : asPeopleRead(error, to))
      }
      socket.once('error', fail)
      socket.once(hasTls ? 'secureConnect' : 'connect', () => {
        settle()
        resolve(socket)
      })
    })
  }
