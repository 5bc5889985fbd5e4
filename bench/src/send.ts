import { Agent, request } from 'node:http'

export interface Answer {
  status: number
  text: string
}

/** A minimal HTTP client for both sides, because fetch would cost more than what is measured. */
const agent = new Agent({ keepAlive: true })

/** One HTTP call; the body may be sent in pieces. */
export function send(
  method: string,
  url: string,
  headers: Record<string, string>,
  body: readonly Uint8Array[] = [],
): Promise<Answer> {
  const length = body.reduce((sum, piece) => sum + piece.length, 0)
  return new Promise((answered, failed) => {
    const call = request(
      url,
      { method, agent, headers: { ...headers, 'content-length': String(length) } },
      (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (words: string) => (text += words))
        response.on('end', () => answered({ status: response.statusCode ?? 0, text }))
        response.on('error', failed)
      },
    )
    call.on('error', failed)
    for (const piece of body) call.write(piece)
    call.end()
  })
}
