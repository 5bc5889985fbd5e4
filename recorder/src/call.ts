import type { CallSpec, ClientInput, Envelope } from '@dictara/contract'
import { currentUser } from './session.ts'

/** A call that was not answered with success; `status` 0: not answered at all. */
export class CallFailed extends Error {
  override readonly name = 'CallFailed'
  readonly status: number
  readonly code: string
  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

interface Options {
  signal?: AbortSignal
  handler?: boolean
  headers?: Record<string, string>
}
type Parts = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown }

function addressOf(spec: CallSpec, { params = {}, query = {} }: Parts): string {
  const path = spec.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null)
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)]))
  return `/api${path}${given.length ? `?${search}` : ''}`
}

async function send<C extends CallSpec>(spec: C, parts: Parts, body: BodyInit | undefined, options: Options) {
  const token = currentUser()?.token
  const answer = await fetch(addressOf(spec, parts), {
    method: spec.method,
    ...(body === undefined ? {} : { body }),
    ...(options.signal ? { signal: options.signal } : {}),
    headers: { ...options.headers, ...(token ? { authorization: `Bearer ${token}` } : {}) },
  })
  const envelope = (await answer.json().catch(() => ({}))) as Partial<Envelope<C>>
  if (!answer.ok) throw new CallFailed(answer.status, envelope.code ?? '', envelope.message ?? '')
  return envelope as Envelope<C>
}

export function call<C extends CallSpec>(spec: C, input: ClientInput<C>, options: Options = {}): Promise<Envelope<C>> {
  const { body } = input as Parts
  const json = body === undefined ? undefined : JSON.stringify(body)
  const headers: Record<string, string> = json === undefined ? {} : { 'content-type': 'application/json' }
  return send(spec, input as Parts, json, { ...options, headers: { ...headers, ...options.headers } })
}

/** A call whose body is raw bytes. */
export function rawCall<C extends CallSpec>(
  spec: C,
  input: Pick<Parts, 'params'>,
  bytes: Uint8Array<ArrayBuffer>,
  options: Options = {},
): Promise<Envelope<C>> {
  return send(spec, input, bytes, {
    ...options,
    headers: { 'content-type': 'application/octet-stream', ...options.headers },
  })
}
