import * as z from 'zod/mini'
import { GatewayAway, GatewayRefusal, UnreadableAnswer } from './port.ts'
import { refusalInWords } from './refusal-in-words.ts'

export interface GatewayAccount {
  /** Of the gateway, without a path. */
  url: string
  login: string
  transactionKey: string
  clientKey: string
  /** Absent: what the gateway tells by itself is not believed. */
  signatureKey?: string | undefined
  /** How long one answer may take. */
  answerWithinMs?: number
}

/** Where every call of the protocol goes, of the server and of browsers. */
export const requestAddress = (url: string) => `${url}/xml/v1/request.api`

const mostAnswerBytes = 1_048_576
const usualAnswerWithinMs = 20_000

/** Codes with which the gateway says that it is in trouble itself: whether it did what it was asked is unknown. */
const inTrouble = new Set(['E00001', 'E00053', 'E00104'])

const Messages = z.object({
  messages: z.object({
    resultCode: z.enum(['Ok', 'Error']),
    message: z.array(z.object({ code: z.string(), text: z.string() })).check(z.minLength(1)),
  }),
})

/** What the gateway answered, its refusals included; what it answers besides may be absent of a refusal. */
export type GatewayAnswer<T> = { code: string; text: string } & (
  | { isOk: true; content: T }
  | { isOk: false; content: T | undefined }
)

/**
 * Asks the gateway once. Nothing of what it answers stands in an error, besides its code.
 * @param content what else is in the answer
 * @throws GatewayAway when no answer came that makes sense
 */
export async function askGateway<T>(
  account: GatewayAccount,
  name: string,
  fields: Record<string, unknown>,
  content: z.ZodMiniType<T>,
): Promise<GatewayAnswer<T>> {
  const answer = parse(await post(account, name, fields))
  const { data: told } = z.safeParse(Messages, answer)
  const read = z.safeParse(content, answer)
  if (!told) throw new GatewayAway(`The payment gateway answered ${name} with something else.`)
  if (told.messages.resultCode === 'Ok' && !read.success)
    throw new UnreadableAnswer(`The payment gateway answered ${name} in a form that is not known.`)
  const { code, text } = told.messages.message[0]!
  if (inTrouble.has(code)) throw new GatewayAway(`The payment gateway answered ${name} with ${code}.`)
  return told.messages.resultCode === 'Ok'
    ? { isOk: true, code, text, content: read.data! }
    : { isOk: false, code, text, content: read.data }
}

/**
 * Asks for what the gateway either does or refuses.
 * @throws GatewayRefusal as well
 */
export async function askForDone<T>(...question: Parameters<typeof askGateway<T>>): Promise<T> {
  const answer = await askGateway<T>(...question)
  if (!answer.isOk) throw refusalInWords(answer.code, answer.text)
  return answer.content
}

/** What a question about something comes to where the gateway may not know it. @returns undefined then */
export const orUnknown = <T>(answer: Promise<T>, ...codes: string[]): Promise<T | undefined> =>
  answer.catch((error: unknown) => {
    if (error instanceof GatewayRefusal && codes.includes(error.code)) return undefined
    throw error
  })

/** The fields stand in the order of the gateway’s schema: it refuses every other one. */
async function post(account: GatewayAccount, name: string, fields: Record<string, unknown>): Promise<string> {
  const merchantAuthentication = { name: account.login, transactionKey: account.transactionKey }
  try {
    const answer = await fetch(requestAddress(account.url), {
      method: 'POST',
      // A connection that is used again may have ended meanwhile, and nobody would know whether the gateway was asked.
      headers: { 'content-type': 'application/json', accept: 'application/json', connection: 'close' },
      body: JSON.stringify({ [name]: { merchantAuthentication, ...fields } }),
      redirect: 'error',
      signal: AbortSignal.timeout(account.answerWithinMs ?? usualAnswerWithinMs),
    })
    if (answer.status === 200) return await readLimited(answer, name)
    await answer.body?.cancel()
    throw new GatewayAway(`The payment gateway answered ${name} with status ${answer.status}.`)
  } catch (error) {
    if (error instanceof GatewayAway) throw error
    throw new GatewayAway(`The payment gateway gave ${name} no answer.`)
  }
}

async function readLimited(answer: Response, name: string): Promise<string> {
  const pieces: Uint8Array[] = []
  let bytes = 0
  for await (const piece of answer.body ?? []) {
    bytes += piece.length
    if (bytes > mostAnswerBytes) throw new GatewayAway(`The payment gateway answered ${name} at too great a length.`)
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString('utf8')
}

/** JSON, which the gateway begins with a byte order mark; undefined: something else. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    return undefined
  }
}
