import { parseCookie, stringifySetCookie } from 'cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** The per-browser secret that a token alone is useless without (Q014, Q195). */
const name = '__Host-dictara'
const yearSeconds = 365 * 24 * 60 * 60

export function sessionCookie(request: FastifyRequest, reply: FastifyReply) {
  const secret = parseCookie(request.headers.cookie ?? '')[name] ?? null
  return {
    secret: secret && /^[\w-]{43}$/.test(secret) ? secret : null,
    set(value: string) {
      reply.header(
        'set-cookie',
        stringifySetCookie({
          name,
          value,
          path: '/',
          httpOnly: true,
          secure: true,
          sameSite: 'strict',
          maxAge: yearSeconds,
        }),
      )
    },
  }
}
