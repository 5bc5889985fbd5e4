import { type IncomingMessage, request } from 'node:http'
import { once } from 'node:events'
import type { TestClient } from './test-client.ts'

export interface SlowRequest {
  /** Sends the rest; @returns what the server answers. */
  finish(): Promise<{ status: number; connection: string; body: Record<string, unknown> }>
  /** The code with which the line broke, e.g. ECONNRESET, should it break. */
  broken: Promise<string>
}

/** A request that the server has begun to read: its head and the first half of its body are on their way. */
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
      // The server says “continue” once it has read the head.
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
