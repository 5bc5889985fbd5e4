import type { CallSpec, ClientInput, Envelope } from '@dictara/contract'
import { takeActivity } from './activity.ts'
import { currentUser, isSomebodyElses } from './session.ts'

export type FailureKind = 'refused' | 'denied' | 'signed-out' | 'server' | 'unreachable'

/** A call without a successful answer; `status` 0: no answer at all. */
export class CallFailed extends Error {
  override readonly name = 'CallFailed'
  readonly kind: FailureKind
  readonly status: number
  readonly code: string
  /** Data of a refusal besides its message, e.g. both texts of a stale save. */
  readonly result: unknown[]

  constructor(status: number, code: string, message: string, result: unknown[] = []) {
    super(message)
    this.kind = kindOf(status, code)
    this.status = status
    this.code = code
    this.result = result
  }
}

/** The failure of a call; undefined for any other error. */
export const failureOf = (error: unknown) => (error instanceof CallFailed ? error : undefined)

/**
 * The failure of a call.
 * @throws any other error
 */
export function failureOrThrow(error: unknown): CallFailed {
  if (error instanceof CallFailed) return error
  throw error
}

/** The server's message for a failure, for a page that shows it itself. */
export const wordsOfFailure = (error: unknown) => failureOf(error)?.message || 'Please try again later'

/** An answer with the envelope is a refusal in words; 401, 403, 5xx and the rest go to the shared handler (Q170). */
function kindOf(status: number, code: string): FailureKind {
  if (status === 0) return 'unreachable'
  if (status === 401) return code === 'signed-out' || code === '' ? 'signed-out' : 'refused'
  if (status === 403) return code === 'not-permitted' || code === '' ? 'denied' : 'refused'
  return status >= 500 || code === '' ? 'server' : 'refused'
}

/** How long an answer may take unless the call's row says otherwise. The server gives up earlier (503). */
const answerWithinMs = 30_000
const noAnswer = 'The server cannot be reached. Check the network, then try again.'

type Handler = (failure: CallFailed) => void
let handle: Handler = () => {}

/** Registers the application's handler for failures that no screen shows itself (ERR-05 to ERR-09). */
export function onFailure(handler: Handler): void {
  handle = handler
}

let tellSessionEnd = () => {}

/**
 * Registers what an application does when the server says that the session has ended. The handler is called for every such answer, whoever
 * made the call and shows the failure, because nothing works until the person has signed in again.
 */
export function onSessionEnd(handler: () => void): () => void {
  tellSessionEnd = handler
  return () => {
    if (tellSessionEnd === handler) tellSessionEnd = () => {}
  }
}

let askForProof: (() => Promise<boolean>) | undefined
let proving: Promise<boolean> | undefined

/**
 * Registers how an application asks the person to prove their identity when a call requires it (S32). If the result is true, the call is
 * repeated. Several calls at once cause only one question.
 */
export function onProofNeeded(ask: () => Promise<boolean>): () => void {
  askForProof = ask
  return () => {
    if (askForProof === ask) askForProof = undefined
  }
}

const isProved = (error: unknown) => {
  if (failureOf(error)?.code !== 'proof-needed' || !askForProof) return false
  proving ??= askForProof().finally(() => {
    proving = undefined
  })
  return proving
}

export interface CallOptions {
  signal?: AbortSignal
  /**
   * False: the caller shows every failure itself (ERR-09). `page`: the page itself shows that the server does not answer, so that one
   * failure is reported once; the shared handler still reports denied calls and ended sessions.
   */
  handler?: boolean | 'page'
  headers?: Record<string, string>
  /** The call continues when its page is closed. */
  keepalive?: boolean
  /** The token of the person who has just left, for their last call. */
  token?: string
}
type Parts = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown }

/** The address of a call: path parameters filled in, lists joined by commas, the literal `clinicId` replaced (ERR-03). */
export function addressOf(spec: CallSpec, { params = {}, query = {} }: Parts): string {
  const segments = spec.path
    .replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))
    .split('/')
  if (segments[3] === 'clinicId') segments[3] = currentUser()?.clinicId ?? 'clinicId'
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null)
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)]))
  return `/api${segments.join('/')}${given.length > 0 ? `?${search}` : ''}`
}

type Read<T> = (answer: Response, unanswered: (error: unknown) => never) => Promise<T>

async function answered<T>(
  spec: CallSpec,
  parts: Parts,
  body: BodyInit | undefined,
  { signal, headers, keepalive = false }: CallOptions,
  token: string | undefined,
  read: Read<T>,
): Promise<T> {
  const limit = AbortSignal.timeout(spec.answerWithinMs ?? answerWithinMs)
  const unanswered = (error: unknown): never => {
    if (signal?.aborted) throw error
    throw new CallFailed(0, limit.aborted ? 'too-late' : '', noAnswer)
  }
  const answer = await fetch(addressOf(spec, parts), {
    method: spec.method,
    ...(body === undefined ? {} : { body }),
    ...(keepalive && { keepalive }),
    signal: signal ? AbortSignal.any([signal, limit]) : limit,
    headers: {
      ...headers,
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(takeActivity() ? { 'x-user-active': '1' } : {}),
    },
  }).catch(unanswered)
  return read(answer, unanswered)
}

/** The envelope of an answer. An HTML page from something in between, e.g. a guest network, is not an answer of the server. */
async function readEnvelope<C extends CallSpec>(answer: Response, unanswered: (error: unknown) => never) {
  const envelope = envelopeOf<C>(await answer.text().catch(unanswered))
  if (!answer.ok) throw new CallFailed(answer.status, envelope.code ?? '', envelope.message ?? '', envelope.result)
  if (envelope.success === undefined) throw new CallFailed(0, '', noAnswer)
  return envelope as Envelope<C>
}

/** The file of a download. */
async function readFile(answer: Response, unanswered: (error: unknown) => never): Promise<Blob> {
  const isFile = answer.ok && answer.headers.get('content-disposition')?.startsWith('attachment')
  if (!isFile) await readEnvelope(answer, unanswered)
  return answer.blob().catch(unanswered)
}

const isShared = (kind: FailureKind, { handler }: CallOptions) =>
  kind === 'denied' || kind === 'signed-out'
    ? handler !== false
    : kind !== 'refused' && handler !== false && handler !== 'page'

function envelopeOf<C extends CallSpec>(text: string): Partial<Envelope<C>> {
  try {
    return (JSON.parse(text) as Partial<Envelope<C>> | null) ?? {}
  } catch {
    return {}
  }
}

async function send<T>(
  spec: CallSpec,
  parts: Parts,
  body: BodyInit | undefined,
  options: CallOptions,
  read: Read<T>,
): Promise<T> {
  if (isSomebodyElses()) throw new CallFailed(401, 'signed-out', 'Sign in to continue.')
  const token = options.token ?? currentUser()?.token
  try {
    return await answered(spec, parts, body, options, token, read).catch(async (error: unknown) => {
      if (!(await isProved(error))) throw error
      return answered(spec, parts, body, options, currentUser()?.token, read)
    })
  } catch (error) {
    const failure = failureOrThrow(error)
    if (failure.kind === 'unreachable')
      // oxlint-disable-next-line no-console -- ERR-13, ERR-15: logged, by the path without its ids
      console.error(`${spec.method} ${spec.path} was not answered`)
    // If the token was renewed meanwhile, the failure says nothing about the present session.
    if (failure.kind === 'signed-out' && token === currentUser()?.token) tellSessionEnd()
    if (isShared(failure.kind, options)) handle(failure)
    throw failure
  }
}

function sendJson<T>(spec: CallSpec, { params, query, body }: Parts, options: CallOptions, read: Read<T>): Promise<T> {
  const sent = spec.readsBody ? query : body
  const json = sent === undefined ? undefined : JSON.stringify(sent)
  const headers: Record<string, string> = json === undefined ? {} : { 'content-type': 'application/json' }
  const parts = { ...(params && { params }), ...(query && !spec.readsBody && { query }) }
  return send(spec, parts, json, { ...options, headers: { ...headers, ...options.headers } }, read)
}

/**
 * Makes one call of the contract, typed by its row.
 * @throws CallFailed for every unsuccessful answer; the caller shows refusals, the shared handler the rest
 */
export const call = <C extends CallSpec>(
  spec: C,
  input: ClientInput<C>,
  options: CallOptions = {},
): Promise<Envelope<C>> => sendJson(spec, input as Parts, options, readEnvelope<C>)

/**
 * Makes a call that answers with a file.
 * @throws CallFailed as `call`
 */
export const fetchFile = <C extends CallSpec>(
  spec: C,
  input: ClientInput<C>,
  options: CallOptions = {},
): Promise<Blob> => sendJson(spec, input as Parts, options, readFile)

/** Makes a call whose body is raw bytes. */
export function rawCall<C extends CallSpec>(
  spec: C,
  input: Pick<Parts, 'params'>,
  bytes: Uint8Array<ArrayBuffer>,
  options: CallOptions = {},
): Promise<Envelope<C>> {
  const headers = { 'content-type': 'application/octet-stream', ...options.headers }
  return send(spec, input, bytes, { ...options, headers }, readEnvelope<C>)
}

/** Makes a call whose body is a form with files; the browser sets the multipart boundary. */
export function formCall<C extends CallSpec>(
  spec: C,
  input: Pick<Parts, 'params' | 'query'>,
  form: FormData,
  options: CallOptions = {},
): Promise<Envelope<C>> {
  return send(spec, input, form, options, readEnvelope<C>)
}
