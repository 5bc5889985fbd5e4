import type { GuardedFetch } from '../../../platform/outbound/index.ts'
import { askEhr, type EhrAnswer, succeeded } from '../ask-ehr.ts'
import { Foreign, type Json } from '../foreign.ts'
import { EhrFailed } from '../port.ts'
import type { BackendClient, BackendTokens } from './backend-token.ts'

/** A page of a search: its resources, and the address of the next page. */
export interface Page {
  resources: Json[]
  next: string | null
}

const mostPages = 5_000
const fhirJson = 'application/fhir+json'

/** A FHIR R4 server, as one client of it. Each method throws EhrFailed in words for people; aborting rejects. */
export interface FhirClient {
  /** One request below the base URL, with a token; asked once more with a new one when it is refused. */
  ask(path: string, request: FhirRequest): Promise<EhrAnswer>
  /** One page: of a search by its parameters, or at the address of a `next` link. */
  readPage(search: Search | { next: string }, signal: AbortSignal): Promise<Page>
  /** All pages of a search, each once. */
  search(search: Search, signal: AbortSignal): AsyncGenerator<Json[]>
  /** Undefined when the server doesn’t have it, or doesn’t show it. */
  read(reference: string, signal: AbortSignal): Promise<Json | undefined>
}

export interface FhirRequest {
  method?: 'GET' | 'POST' | 'PUT'
  headers?: Record<string, string>
  resource?: unknown
  signal: AbortSignal
}
export interface Search {
  type: string
  parameters: Readonly<Record<string, string>>
}

/** A reference to a resource of the same server: `Type/id`. */
export const localReference = /^[A-Z][A-Za-z]{1,63}\/[\w.-]{1,64}$/

export function fhirClient(fetchGuarded: GuardedFetch, tokens: BackendTokens, backend: BackendClient): FhirClient {
  const { origin } = new URL(backend.baseUrl)

  async function askAt(
    address: string,
    { method = 'GET', headers, resource, signal }: FhirRequest,
  ): Promise<EhrAnswer> {
    const send = async () =>
      askEhr(fetchGuarded, address, {
        method,
        signal,
        headers: {
          accept: fhirJson,
          authorization: `Bearer ${await tokens.get(backend, signal)}`,
          ...(resource === undefined ? {} : { 'content-type': fhirJson }),
          ...headers,
        },
        ...(resource === undefined ? {} : { body: JSON.stringify(resource) }),
      })
    const answer = await send()
    if (answer.status !== 401) return answer
    tokens.forget(backend)
    return send()
  }

  const client: FhirClient = {
    ask: (path, request) => askAt(`${backend.baseUrl}/${path}`, request),
    async readPage(search, signal) {
      const address =
        'next' in search
          ? search.next
          : `${backend.baseUrl}/${search.type}?${new URLSearchParams({ ...search.parameters }).toString()}`
      const body = succeeded(await askAt(address, { signal }), 'show what Dictara asked for')
      return readBundle(body, origin, address)
    },
    async *search(search, signal) {
      const seen = new Set<string>()
      let page = await client.readPage(search, signal)
      for (;;) {
        yield page.resources
        if (page.next === null) return
        if (seen.has(page.next)) throw new EhrFailed('refused', 'The EHR’s pages repeat.')
        seen.add(page.next)
        if (seen.size > mostPages) throw new EhrFailed('refused', 'The EHR has more pages than Dictara reads.')
        page = await client.readPage({ next: page.next }, signal)
      }
    },
    async read(reference, signal) {
      if (!localReference.test(reference)) return undefined
      const { status, body } = await client.ask(reference, { signal })
      return status === 200 && typeof body === 'object' && body !== null ? (body as Json) : undefined
    },
  }
  return client
}

/** @throws EhrFailed when it is no Bundle, or its next page is on another server */
function readBundle(body: unknown, origin: string, address: string): Page {
  const bundle = new Foreign('Bundle', body)
  if (bundle.text('resourceType') !== 'Bundle')
    throw new EhrFailed('refused', 'The EHR answered a search with something other than a list. Check the base URL.')
  const resources = bundle
    .parts('entry')
    .filter((entry) => entry.part('search').text('mode') !== 'outcome')
    .map((entry) => entry.object('resource'))
    .filter((resource) => resource !== null)
  const link =
    bundle
      .parts('link')
      .find((one) => one.text('relation') === 'next')
      ?.whole('url') ?? null
  if (link === null) return { resources, next: null }
  const next = URL.canParse(link, address) ? new URL(link, address) : undefined
  if (next?.origin !== origin) throw new EhrFailed('refused', 'The next page of the EHR’s list is on another server.')
  return { resources, next: next.href }
}
