import { succeeded } from '../ask-ehr.ts'
import { Foreign, type Json } from '../foreign.ts'
import { inTurn } from '../in-turn.ts'
import { EhrFailed } from '../port.ts'
import { type PatientPage, type PatientReading, wantedOf } from '../read-patient.ts'
import { type FhirClient, localReference } from './fhir-client.ts'
import {
  type FhirPatient,
  onlySome,
  readFhirPatient,
  type ResourceOfPatient,
  resourcesOfPatient,
} from './read-fhir-patient.ts'

const pageSize = '50'
/** Changes of the last minutes are read again: a server may store a moment later than it stamps. */
const overlapMs = 5 * 60_000
/** How many resources of one kind a patient may have. */
const mostOfPatient = 2_000
const mostReferred = 500

/**
 * Where reading stands: everything before `since` is known; `began` will be the next `since`; `next` is the page in between. `unread`:
 * the kinds that the server refused, each with the `since` from which it is still to be read.
 */
interface Bookmark {
  since: string | null
  began: string | null
  next: string | null
  unread?: Record<string, string>
}

function readBookmark(text: string | null): Bookmark {
  if (text === null) return { since: null, began: null, next: null }
  return JSON.parse(text) as Bookmark
}

/**
 * Reads the patients of a FHIR server that changed: first all of them, page by page, then those of whom any resource changed since.
 * A first reading that was cut off goes on at its page; when the server doesn’t know that page any more, it begins again.
 */
export async function* readPatients(
  client: FhirClient,
  reading: PatientReading,
  now: Date,
  signal: AbortSignal,
): AsyncGenerator<PatientPage> {
  const mark = readBookmark(reading.bookmark)
  const began = mark.began ?? new Date(now.getTime() - overlapMs).toISOString()
  const referred = new Map<string, Json | undefined>()
  const page = async (patients: Json[], bookmark: Bookmark): Promise<PatientPage> => {
    const read = await inTurn(patients, (patient) => readOne(client, patient, referred, signal))
    // What others refer to is looked at anew after some time.
    if (referred.size > mostReferred) referred.clear()
    return {
      patients: await wantedOf(read, reading, now),
      warnings: read.flatMap(({ warnings }) => warnings),
      bookmark: JSON.stringify(bookmark),
    }
  }
  const settled: Bookmark = { since: began, began: null, next: null }
  if (mark.since !== null) {
    const { changed, unread } = await listChanged(client, { since: mark.since, unread: mark.unread ?? {} }, signal)
    for (let at = 0; at < changed.length; at += Number(pageSize)) {
      const some = await inTurn(changed.slice(at, at + Number(pageSize)), (id) => client.read(`Patient/${id}`, signal))
      yield page(
        some.filter((one) => one !== undefined),
        mark,
      )
    }
    const warnings = Object.keys(unread).map((type) => `${type}: its changes can’t be read`)
    yield { patients: [], warnings, bookmark: JSON.stringify({ ...settled, unread }) }
    return
  }
  const seen = new Set<string>()
  let found = await firstPage(client, mark.next, signal)
  for (;;) {
    const { next } = found
    if (next !== null && seen.has(next)) throw new EhrFailed('refused', 'The EHR’s pages repeat.')
    if (next !== null) seen.add(next)
    const patients = found.resources.filter((one) => one.resourceType === 'Patient')
    yield await page(patients, next === null ? settled : { since: null, began, next })
    if (next === null) return
    found = await client.readPage({ next }, signal)
  }
}

async function firstPage(client: FhirClient, next: string | null, signal: AbortSignal) {
  const fromStart = () => client.readPage({ type: 'Patient', parameters: { _count: pageSize } }, signal)
  if (next === null) return fromStart()
  return client.readPage({ next }, signal).catch((error: unknown) => {
    if (error instanceof EhrFailed && error.kind === 'refused') return fromStart()
    throw error
  })
}

const subjectOf = (resource: Json): string | null => {
  const one = new Foreign('resource', resource)
  const actors = one.parts('participant').map((participant) => participant.part('actor').text('reference'))
  const references = ['subject', 'patient', 'beneficiary'].map((key) => one.part(key).text('reference'))
  return [...references, ...actors].find((reference) => reference?.startsWith('Patient/')) ?? null
}

/** Ids of the patients of whom anything changed since a moment, and the kinds that the server refused, with their moments. */
async function listChanged(
  client: FhirClient,
  { since, unread: before }: { since: string; unread: Readonly<Record<string, string>> },
  signal: AbortSignal,
): Promise<{ changed: string[]; unread: Record<string, string> }> {
  const ids = new Set<string>()
  const unread: Record<string, string> = {}
  for (const type of ['Patient', ...resourcesOfPatient]) {
    const sinceThen = before[type] ?? since
    const parameters = { ...onlySome[type], _lastUpdated: `ge${sinceThen}`, _count: '200' }
    try {
      for await (const resources of client.search({ type, parameters }, signal))
        for (const resource of resources) {
          const reference = resource.resourceType === 'Patient' ? `Patient/${String(resource.id)}` : subjectOf(resource)
          if (reference !== null && localReference.test(reference)) ids.add(reference.slice('Patient/'.length))
        }
    } catch (error) {
      // The server may not have this kind, or may show it later: it is asked for from the same moment again.
      if (type === 'Patient' || !(error instanceof EhrFailed) || error.kind !== 'refused') throw error
      unread[type] = sinceThen
    }
  }
  return { changed: [...ids], unread }
}

async function readOne(
  client: FhirClient,
  patient: Json,
  referred: Map<string, Json | undefined>,
  signal: AbortSignal,
) {
  const id = String(patient.id)
  const resources: FhirPatient['resources'] = {}
  const failed: string[] = []
  if (localReference.test(`Patient/${id}`))
    for (const type of resourcesOfPatient) {
      try {
        resources[type] = await listOf(client, type, id, signal)
      } catch (error) {
        if (!(error instanceof EhrFailed) || error.kind !== 'refused') throw error
        failed.push(`Patient/${id}: its ${type} can’t be read`)
      }
    }
  await readReferred(client, [patient, ...Object.values(resources).flat()] as Json[], referred, signal)
  const known = new Map([...referred].filter((entry): entry is [string, Json] => entry[1] !== undefined))
  const read = readFhirPatient({ patient, resources, referred: known })
  return { ...read, warnings: [...failed, ...read.warnings] }
}

async function listOf(client: FhirClient, type: ResourceOfPatient, id: string, signal: AbortSignal): Promise<Json[]> {
  const all: Json[] = []
  for await (const some of client.search({ type, parameters: { ...onlySome[type], patient: id } }, signal)) {
    all.push(...some.filter((one) => one.resourceType === type))
    if (all.length > mostOfPatient)
      throw new EhrFailed('refused', `The EHR has more than ${mostOfPatient} of one kind.`)
  }
  return all
}

/** Reads the practitioners and places that resources name, and what those places are in, each once. */
async function readReferred(
  client: FhirClient,
  resources: readonly Json[],
  referred: Map<string, Json | undefined>,
  signal: AbortSignal,
) {
  let names = resources.flatMap(referencesIn)
  for (let depth = 0; depth < 4 && names.length > 0; depth += 1) {
    const missing = [...new Set(names)].filter((name) => !referred.has(name))
    await inTurn(missing, async (name) => referred.set(name, await client.read(name, signal)))
    names = missing.flatMap((name) => {
      const around = new Foreign(name, referred.get(name) ?? {}).part('partOf').text('reference')
      return around !== null && localReference.test(around) ? [around] : []
    })
  }
}

function referencesIn(resource: Json): string[] {
  const one = new Foreign('resource', resource)
  const links = [
    ...one.parts('generalPractitioner'),
    ...one.parts('participant').flatMap((part) => [part.part('individual'), part.part('actor')]),
    ...one.parts('location').map((entry) => entry.part('location')),
  ]
  return links.flatMap((link) => {
    const reference = link.text('reference')
    return reference !== null && localReference.test(reference) && /^(?:Practitioner|Location)\//.test(reference)
      ? [reference]
      : []
  })
}

/** Whether a server speaks FHIR R4, signs Dictara in, and shows patients. @throws EhrFailed with what is wrong */
export async function testServer(client: FhirClient, signal: AbortSignal): Promise<void> {
  const capability = new Foreign('metadata', succeeded(await client.ask('metadata', { signal }), 'tell what it can do'))
  if (capability.text('resourceType') !== 'CapabilityStatement')
    throw new EhrFailed('refused', 'There is no FHIR server at this address. Check the base URL.')
  const version = capability.text('fhirVersion') ?? ''
  if (!version.startsWith('4.'))
    throw new EhrFailed(
      'refused',
      `The server speaks FHIR ${version || 'of an unknown version'}. Dictara needs R4 (4.0).`,
    )
  await client.readPage({ type: 'Patient', parameters: { _count: '1' } }, signal)
}
