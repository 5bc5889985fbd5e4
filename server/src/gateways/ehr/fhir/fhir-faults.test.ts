import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../../../platform/clock.ts'
import { newId } from '../../../platform/ids.ts'
import { guardedFetch } from '../../../platform/outbound/index.ts'
import { noteParts } from '../conformance.fixtures.ts'
import type { Ehr } from '../port.ts'
import { withinLimit } from '../within-limit.ts'
import { readPrivateKey } from './backend-token.ts'
import { fhirEhr } from './fhir-ehr.ts'
import { backendSettings } from './fhir-settings.fixtures.ts'

const never = new AbortController().signal
const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-384' })
const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

interface Fault {
  status?: number
  headers?: Record<string, string>
  body?: unknown
  /** Sends half of the answer, then breaks the connection. */
  half?: boolean
  silent?: boolean
}
/** The faulty answers, by the start of the path. All other requests get the good answer. */
let faults: { path: string; faults: Fault[] }
const asked: string[] = []
let server: http.Server
let origin: string

const good: Record<string, unknown> = {
  '/fhir/.well-known/smart-configuration': () => ({ token_endpoint: `${origin}/token` }),
  '/token': { access_token: 'token', expires_in: 300 },
  '/fhir/metadata': { resourceType: 'CapabilityStatement', fhirVersion: '4.0.1' },
  '/fhir/Patient': {
    resourceType: 'Bundle',
    entry: [{ resource: { resourceType: 'Patient', id: 'p1', identifier: [{ value: 'M-1' }] } }],
  },
  '/fhir/DocumentReference': { resourceType: 'Bundle' },
}

beforeAll(async () => {
  server = http.createServer((request, answer) => {
    const version = request.headers['if-match']
    asked.push(`${request.method} ${request.url}${version ? ` ${version}` : ''}`)
    request.resume()
    const path = request.url!.split('?')[0]!
    const isFaulty = request.url!.startsWith(faults.path)
    const fault = isFaulty ? (faults.faults.shift() ?? {}) : {}
    if (fault.silent) return
    const known = good[path]
    const body =
      fault.body ?? (typeof known === 'function' ? (known as () => unknown)() : (known ?? { resourceType: 'Bundle' }))
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    answer.writeHead(fault.status ?? 200, { 'content-type': 'application/fhir+json', ...fault.headers })
    if (!fault.half) answer.end(text)
    else {
      answer.write(text.slice(0, text.length / 2))
      setTimeout(() => answer.destroy(), 10)
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  faults = { path: 'none', faults: [] }
  asked.length = 0
})

const connect = (): Ehr =>
  fhirEhr(guardedFetch({ allowed: [new URL(origin).host], seconds: 2 }), systemClock).connect({
    clinicId: newId(),
    facilityId: newId(),
    settings: backendSettings(`${origin}/fhir/`, pem),
  })
const aNote = () => ({
  clinicId: newId(),
  facilityId: newId(),
  jobId: newId(),
  noteVersion: 1,
  jobNumber: '000001',
  patientName: 'Greta Dubois',
  medicalRecordNumber: 'M-1',
  author: 'Rosa Lind',
  ...noteParts,
  authorId: newId(),
  workType: null,
  dateOfEncounter: null,
  text: 'Stable.',
})
async function readAll(bookmark: string | null = null) {
  const all = []
  for await (const page of connect().readPatients!(
    { bookmark, listAll: true, dischargedDays: null, findKnown: async () => new Set() },
    never,
  ))
    all.push(page)
  return all
}
const wrong = (path: string, ...some: Fault[]) => {
  faults = { path, faults: some }
}
const html: Fault = { headers: { 'content-type': 'text/html' }, body: '<h1>Portal of Greta Dubois</h1>' }

test.each<[string, string, Fault, 'refused' | 'silent', string]>([
  ['HTML instead of the token endpoint', '/fhir/.well-known', html, 'refused', 'answered with a web page'],
  ['no SMART configuration', '/fhir/.well-known', { status: 404, ...html }, 'refused', 'no SMART configuration'],
  [
    'a refused client',
    '/token',
    { status: 401, body: { error: 'invalid_client' } },
    'refused',
    'doesn’t know this client',
  ],
  ['a token answer with wrong types', '/token', { body: { access_token: [1] } }, 'refused', 'without a token'],
  ['a list instead of a token', '/token', { body: [] }, 'refused', 'without a token'],
  ['HTML instead of patients', '/fhir/Patient', html, 'refused', 'answered with a web page'],
  [
    'a resource instead of a list',
    '/fhir/Patient',
    { body: { resourceType: 'Patient' } },
    'refused',
    'something other than a list',
  ],
  ['broken JSON', '/fhir/Patient', { body: '{"resourceType":' }, 'silent', 'isn’t JSON'],
  [
    'another content type',
    '/fhir/Patient',
    { headers: { 'content-type': 'text/csv' }, body: 'a,b' },
    'refused',
    'other than JSON',
  ],
  [
    'a redirect to metadata',
    '/fhir/Patient',
    { status: 302, headers: { location: 'http://169.254.169.254/' } },
    'refused',
    'sends Dictara on',
  ],
  ['a failure', '/fhir/Patient', { status: 500, body: 'Greta Dubois' }, 'silent', 'failed (status 500)'],
  ['an incomplete answer', '/fhir/Patient', { half: true }, 'silent', 'broke off'],
  ['no permission', '/fhir/Patient', { status: 403 }, 'refused', 'no permission for it (403)'],
  [
    'an older FHIR',
    '/fhir/metadata',
    { body: { resourceType: 'CapabilityStatement', fhirVersion: '3.0.2' } },
    'refused',
    'speaks FHIR 3.0.2',
  ],
])('%s gets a readable message without anything from the answer', async (_, path, fault, kind, words) => {
  wrong(path, fault)
  const error = (await connect()
    .test(never)
    .catch((thrown: unknown) => thrown)) as Error
  expect(error).toMatchObject({ name: 'EhrFailed', kind })
  expect(error.message).toContain(words)
  expect(error.message).not.toMatch(/Greta|Dubois|169\.254/)
})

test('a busy server is asked again when it says so, at most three times', async () => {
  const busy: Fault = { status: 429, headers: { 'retry-after': '0' } }
  wrong('/fhir/Patient', busy, busy)
  await connect().test(never)
  expect(asked.filter((one) => one.startsWith('GET /fhir/Patient'))).toHaveLength(3)
  wrong('/fhir/Patient', busy, busy, { status: 503, headers: { 'retry-after': 'Sun, 06 Nov 1994 08:49:37 GMT' } })
  await expect(connect().test(never)).rejects.toThrow('too busy')
})

test('the pause requested by a busy server ends when the caller gives up', async () => {
  wrong('/fhir/Patient', { status: 429, headers: { 'retry-after': '100000' } })
  await expect(withinLimit(connect(), 0.2).test(never)).rejects.toMatchObject({ kind: 'silent' })
})

const next = (url: string) => ({ resourceType: 'Bundle', link: [{ relation: 'next', url }] })

test('reading stops when pages repeat', async () => {
  const page = { body: next(`${origin}/fhir/Patient?page=2`) }
  wrong('/fhir/Patient', page, page, page)
  await expect(readAll()).rejects.toThrow('pages repeat')
  wrong('/fhir/Patient', page, page, page)
  await expect(connect().fileNote(aNote(), never)).rejects.toThrow('pages repeat')
})

test.each(['http://169.254.169.254/latest', 'https://other.example/fhir', 'file:///etc/passwd', '//other.example/x'])(
  'a next page at %s is not followed',
  async (url) => {
    wrong('/fhir/Patient', { body: next(url) })
    await expect(readAll()).rejects.toThrow('on another server')
  },
)

test('an incomplete patient is read as far as possible, with a warning for the rest', async () => {
  const patient = {
    resourceType: 'Patient',
    id: 'p1',
    identifier: [{ value: 'M-1' }],
    birthDate: 5,
    name: 'Greta',
    gender: {},
  }
  wrong('/fhir/Patient', {
    body: { resourceType: 'Bundle', entry: [{ resource: patient }, 'x', null, { resource: 7 }] },
  })
  const [page] = await readAll()
  expect(page!.patients).toMatchObject([{ medicalRecordNumber: 'M-1' }])
  expect(page!.patients[0]).not.toHaveProperty('birthDate')
  expect(page!.warnings.join('\n')).toContain('Patient/p1.birthDate isn’t a date')
  expect(page!.warnings.join('\n')).not.toContain('Greta')
})

test('a kind of resource that cannot be read keeps its known state', async () => {
  wrong('/fhir/Coverage', { status: 403 })
  const [page] = await readAll()
  expect(page!.patients[0]!.records).not.toHaveProperty('COVERAGE')
  expect(page!.patients[0]!.records).toHaveProperty('ALLERGY')
  expect(page!.warnings).toContain('Patient/p1: its Coverage can’t be read')
})

test('changes of a kind that cannot be read give a warning, and are read once possible', async () => {
  const since = '2026-01-01T00:00:00.000Z'
  /** From which times changes of this kind were requested. */
  const askedSince = (kind: string) =>
    asked
      .filter((one) => one.startsWith(`GET /fhir/${kind}?_lastUpdated`))
      .map((one) => new URL(one.slice(4), origin).searchParams.get('_lastUpdated'))
  wrong('/fhir/Coverage?_lastUpdated', { status: 403 }, { status: 403 })
  let bookmark = JSON.stringify({ since, began: null, next: null })
  for (const warnings of [['Coverage: its changes can’t be read'], ['Coverage: its changes can’t be read'], [], []]) {
    const page = (await readAll(bookmark)).at(-1)!
    expect(page.warnings).toEqual(warnings)
    bookmark = page.bookmark
  }
  expect(askedSince('Coverage').map((one) => one === `ge${since}`)).toEqual([true, true, true, false])
  expect(askedSince('Condition').map((one) => one === `ge${since}`)).toEqual([true, false, false, false])
})

test('a strike-out reaches every resource of a note, even after the form of filing has changed', async () => {
  const list = (resourceType: string) => ({ resourceType: 'Bundle', entry: [{ resource: { resourceType, id: 'd1' } }] })
  good['/fhir/DocumentReference'] = list('DocumentReference')
  good['/fhir/Composition'] = list('Composition')
  onTestFinished(() => {
    good['/fhir/DocumentReference'] = { resourceType: 'Bundle' }
    delete good['/fhir/Composition']
  })
  const struck = () => asked.filter((one) => one.startsWith('PUT ')).map((one) => one.split('/')[2])
  await connect().strikeNote(aNote(), never)
  expect(struck()).toEqual(['DocumentReference', 'Composition'])
  // A server without this resource type refuses the search for it.
  wrong('/fhir/Composition', { status: 404 })
  await connect().strikeNote(aNote(), never)
  expect(struck()).toEqual(['DocumentReference', 'Composition', 'DocumentReference'])
})

test('a strike-out names the version that was read, and reads again when the note has changed meanwhile', async () => {
  const note = { resourceType: 'DocumentReference', id: 'd1', status: 'current', meta: { versionId: '3' } }
  const list = { body: { resourceType: 'Bundle', entry: [{ resource: note }] } }
  const changed = { ...note, meta: { versionId: '4' } }
  wrong('/fhir/DocumentReference', list, { body: note }, { status: 412 }, { body: changed }, { body: changed })
  await connect().strikeNote(aNote(), never)
  expect(asked.filter((one) => one.includes('DocumentReference/d1'))).toEqual([
    'GET /fhir/DocumentReference/d1',
    'PUT /fhir/DocumentReference/d1 W/"3"',
    'GET /fhir/DocumentReference/d1',
    'PUT /fhir/DocumentReference/d1 W/"4"',
  ])
  wrong('/fhir/DocumentReference', list, ...[1, 2, 3].flatMap(() => [{ body: note }, { status: 412 }]))
  await expect(connect().strikeNote(aNote(), never)).rejects.toThrow('somebody changed it at the same time (412)')
})

test('personal data is escaped in URLs', async () => {
  await connect()
    .fileNote({ ...aNote(), medicalRecordNumber: 'M-1|x,y&_count=9#' }, never)
    .catch(() => {})
  const [search] = asked.filter((one) => one.startsWith('GET /fhir/Patient'))
  expect(new URL(search!.slice(4), origin).searchParams.get('identifier')).toBe(String.raw`M-1\|x\,y&_count=9#`)
})

test('a private key can be PEM with or without line breaks, or a JWK', () => {
  const jwk = JSON.stringify({ ...privateKey.export({ format: 'jwk' }), kid: 'k7' })
  for (const text of [pem, pem.replaceAll('\n', ' '), jwk]) expect(readPrivateKey(text).alg).toBe('ES384')
  expect(readPrivateKey(jwk).kid).toBe('k7')
  const weak = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' })
  expect(() => readPrivateKey(String(weak))).toThrow('P-384')
  for (const text of ['', 'secret', '{}', '-----BEGIN PRIVATE KEY-----x-----END PRIVATE KEY-----'])
    expect(() => readPrivateKey(text)).toThrow('This isn’t a private key.')
})
