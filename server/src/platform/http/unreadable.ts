import { sharedRefusals } from '@dictara/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'

const bodyOf = (message: string) => ({ success: false, message, code: sharedRefusals.invalid.code, result: [] })

const words: Record<number, string> = {
  400: 'The request couldn’t be read. Check that it’s complete.',
  408: 'The request took too long to arrive. Try again.',
  431: 'This address is too long for the server. Search for something shorter. If you weren’t searching, deleting this site’s cookies may help.',
}
const statuses: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }

/** Answers an address that cannot be decoded, e.g. `/api/%`, with 400 in the envelope. */
export function refuseAddress(_error: unknown, { raw }: FastifyRequest, reply: FastifyReply) {
  // Nobody else ends the line of an upgrade.
  if ((raw as { upgrade?: boolean }).upgrade) reply.raw.once('finish', () => raw.socket.destroySoon())
  return reply
    .header('cache-control', 'no-store')
    .status(400)
    .send(bodyOf('This address couldn’t be read. Check that it’s complete.'))
}

/** Answers on the bare connection what is no request yet: headers too large (431), too slow (408), no HTTP (400). */
export function refuseConnection(error: { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return
  const status = statuses[error.code ?? ''] ?? 400
  const body = JSON.stringify(bodyOf(words[status]!))
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    'x-content-type-options: nosniff',
    'connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
  // At once it would be a reset, which takes the answer from a client that is still sending.
  setTimeout(() => socket.destroy(), 1000).unref()
}
