import { parseCookie, stringifySetCookie } from 'cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'

interface Kind {
  name: string
  secure: boolean
}
/** The per-browser secret that a token alone is useless without (Q014, Q195). */
const usual: Kind = { name: '__Host-dictara', secure: true }
/** Safari keeps no `Secure` cookie over http of its own computer (bugs.webkit.org 281149), where nobody else is on the way. */
const ofSafariHere: Kind = { name: 'dictara-localhost', secure: false }
const yearSeconds = 365 * 24 * 60 * 60

const isSafari = (agent = '') => /\bSafari\//.test(agent) && !/Chrom(e|ium)\//.test(agent)
const kindFor = ({ protocol, hostname, headers }: FastifyRequest): Kind =>
  protocol === 'http' && /^(localhost|127\.0\.0\.1)$/.test(hostname) && isSafari(headers['user-agent'])
    ? ofSafariHere
    : usual

/** Null where the browser has none, or nothing that was ever one. */
export function cookieSecretOf(request: FastifyRequest): string | null {
  const secret = parseCookie(request.headers.cookie ?? '')[kindFor(request).name]
  return secret && /^[\w-]{43}$/.test(secret) ? secret : null
}

export function sessionCookie(request: FastifyRequest, reply: FastifyReply) {
  return {
    secret: cookieSecretOf(request),
    set(value: string) {
      const cookie = stringifySetCookie({
        ...kindFor(request),
        value,
        path: '/',
        httpOnly: true,
        sameSite: 'strict',
        maxAge: yearSeconds,
      })
      reply.header('set-cookie', cookie)
    },
  }
}
