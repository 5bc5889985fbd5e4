import { type IncomingMessage, request } from 'node:http'
import { once } from 'node:events'
import type { TestClient } from './test-client.ts'

export interface SlowRequest {
  /** Sends the rest. @returns the server's answer */
  finish(): Promise<{ status: number; connection: string; body: Record<string, unknown> }>
  /** The error code if the connection breaks, e.g. ECONNRESET. */
  broken: Promise<string>
}

/** A request whose head and first half of the body were sent, so that the server has begun to read it. */
export async function aSlowRequest(
  url: string,
  who: TestClient,
  { method, path, headers, body }: { method: string; path: string; headers: Record<string, string>; body: Buffer },
): Promise<SlowRequest> {
  const asked = request(url + path, {
    method,
    agent: false,
    headers: {
      ...headers,
      authorization: `Bearer ${who.user.token}`,
      cookie: who.cookie,
      'content-length': body.length,
      // The server answers “continue” after reading the head.
      expect: '100-continue',
    },
  })
  const answered = once(asked, 'response') as Promise<[IncomingMessage]>
  answered.catch(() => {})
  const broken = once(asked, 'error').then(([error]) => (error as NodeJS.ErrnoException).code ?? '')
  broken.catch(() => {})
  asked.flushHeaders()
  await once(asked, 'continue')
  const half = Math.floor(body.length / 2)
  await new Promise((sent) => asked.write(body.subarray(0, half), sent))
  return {
    broken,
    async finish() {
      asked.end(body.subarray(half))
      const [answer] = await answered
      const text = Buffer.concat(await Array.fromAsync(answer as AsyncIterable<Buffer>)).toString()
      return {
        status: answer.statusCode!,
        connection: answer.headers.connection ?? '',
        body: JSON.parse(text) as Record<string, unknown>,
      }
    },
  }
}
