import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { answerRequest, requestName } from './answer-request.ts'
import { sandboxCards } from './cards.ts'
import type { Context } from './context.ts'
import { controlPath } from './control.ts'
import { answerWrong, type createFaults } from './faults.ts'

const mostRequestBytes = 1_048_576
const byteOrderMark = '\uFEFF'

interface Parts {
  /** Works on what the sandbox knows, and keeps it. */
  changing<T>(change: (context: Context) => T): T
  faults: ReturnType<typeof createFaults>
  isAway(): boolean
  /** What tests send besides, with the transaction key. @returns the status of the answer */
  control(sent: unknown, transactionKey: string | undefined): number
}

/** Any page may send a card here, as at the gateway itself; everything else takes a key that no page has. */
const fromAnyPage = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'POST, OPTIONS',
  'access-control-allow-headers': 'content-type',
  'access-control-max-age': '600',
}

const page = `Dictara’s payment sandbox. It takes play money only. Its cards:
${Object.entries(sandboxCards)
  .map(([behaviour, number]) => `${number}  ${behaviour}`)
  .join('\n')}
`

/** Serves the protocol on this computer only. @throws EADDRINUSE when the port is taken */
export async function listen(port: number, parts: Parts): Promise<{ port: number; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    answer(parts, request, response).catch(() => response.destroy())
  })
  await new Promise<void>((listening, failed) => {
    server.once('error', failed)
    server.listen(port, '127.0.0.1', () => {
      server.off('error', failed)
      listening()
    })
  })
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}

async function answer(parts: Parts, request: IncomingMessage, response: ServerResponse) {
  if (request.method === 'POST' && request.url === controlPath) {
    const key = request.headers['x-transaction-key']
    const sent = parse((await readBody(request)) ?? '')
    return response.writeHead(parts.control(sent, typeof key === 'string' ? key : undefined)).end()
  }
  if (parts.isAway()) return response.destroy()
  for (const [name, value] of Object.entries(fromAnyPage)) response.setHeader(name, value)
  response.setHeader('cache-control', 'no-store')
  if (request.method === 'OPTIONS') return response.writeHead(204).end()
  if (request.method === 'GET' && request.url === '/')
    return response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8' }).end(page)
  if (request.method !== 'POST' || request.url !== '/xml/v1/request.api') return response.writeHead(404).end()
  const body = await readBody(request)
  if (body === undefined) return response.writeHead(413, { connection: 'close' }).end()
  const parsed = parse(body)
  const fault = parts.faults.take(requestName(parsed))
  if (fault && !fault.isDone) return answerWrong(fault, response, '')
  const answered = parts.changing((context) => answerRequest(context, parsed))
  const usual = byteOrderMark + JSON.stringify(answered)
  if (fault) return answerWrong(fault, response, usual)
  return response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(usual)
}

/** @returns undefined when it is too long */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of request as AsyncIterable<Buffer>) {
    bytes += piece.length
    if (bytes > mostRequestBytes) return undefined
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
    .toString('utf8')
    .replace(/^\uFEFF/, '')
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
