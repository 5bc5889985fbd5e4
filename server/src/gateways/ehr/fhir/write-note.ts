import type { Clock } from '../../../platform/clock.ts'
import { succeeded } from '../ask-ehr.ts'
import { Foreign, type Json } from '../foreign.ts'
import { notePdf } from '../note-pdf.ts'
import { EhrFailed, type EhrNote, type EhrNoteKey } from '../port.ts'
import type { FhirClient } from './fhir-client.ts'
import { noteResource, type NoteResourceType, noteResourceTypes, noteToken, struckOut } from './note-resources.ts'
import { recordNumberOf } from './parts.ts'

/** How often a note is read again that somebody changes at the same time. */
const mostTries = 3

async function findPatient(client: FhirClient, medicalRecordNumber: string, signal: AbortSignal): Promise<string> {
  const found = new Set<string>()
  const wanted = medicalRecordNumber.toLowerCase()
  const parameters = { identifier: medicalRecordNumber.replaceAll(/[\\$,|]/g, (sign) => `\\${sign}`) }
  for await (const resources of client.search({ type: 'Patient', parameters }, signal))
    for (const resource of resources) {
      const patient = new Foreign('Patient', resource)
      const id = patient.text('id')
      if (id !== null && recordNumberOf(patient)?.toLowerCase() === wanted) found.add(id)
    }
  const [id, ...others] = found
  if (id === undefined) throw new EhrFailed('refused', `The EHR has no patient with MRN ${medicalRecordNumber}.`)
  if (others.length > 0) throw new EhrFailed('refused', `The EHR has several patients with MRN ${medicalRecordNumber}.`)
  return `Patient/${id}`
}

/** The resources of one version of a note; usually one. */
async function findWritten(
  client: FhirClient,
  type: NoteResourceType,
  key: EhrNoteKey,
  signal: AbortSignal,
): Promise<Json[]> {
  const { resources } = await client.readPage({ type, parameters: { identifier: noteToken(key) } }, signal)
  return resources.filter((one) => one.resourceType === type)
}

/**
 * Files a note once, however often it is asked: it is looked for first, and created only if there is none (If-None-Exist).
 * @returns its first resource, e.g. `DocumentReference/4711`; undefined when the EHR doesn’t name it
 */
export async function writeNote(
  client: FhirClient,
  types: readonly NoteResourceType[],
  note: EhrNote,
  { clock, signal }: { clock: Clock; signal: AbortSignal },
): Promise<string | undefined> {
  signal.throwIfAborted()
  const patient = await findPatient(client, note.medicalRecordNumber, signal)
  const write = { note, patient, pdf: await notePdf(note), now: clock.now() }
  const names: string[] = []
  const keep = (type: NoteResourceType, resource: unknown) => {
    const { id } = (resource ?? {}) as Json
    if (typeof id === 'string') names.push(`${type}/${id}`)
  }
  for (const type of types) {
    const [written] = await findWritten(client, type, note, signal)
    if (written) {
      keep(type, written)
      continue
    }
    const answer = await client.ask(type, {
      method: 'POST',
      resource: noteResource(type, write),
      headers: { 'if-none-exist': new URLSearchParams({ identifier: noteToken(note) }).toString() },
      signal,
    })
    keep(type, succeeded(answer, 'take the note'))
  }
  return names[0]
}

/**
 * Sets the resources of a note to entered-in-error, each as it was read (If-Match). It looks for every type, because the note may have
 * been filed with another setting.
 * @param types as notes are filed now; a server that refuses a search for another type has none of it
 */
export async function strikeWritten(
  client: FhirClient,
  types: readonly NoteResourceType[],
  key: EhrNoteKey,
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted()
  for (const type of noteResourceTypes) {
    const found = await findWritten(client, type, key, signal).catch((error: unknown) => {
      if (types.includes(type) || !(error instanceof EhrFailed) || error.kind !== 'refused') throw error
      return []
    })
    if (found.length === 0 && type === 'DocumentReference')
      throw new EhrFailed('refused', 'The EHR doesn’t have this note.')
    for (const { id } of found) await strikeOne(client, `${type}/${encodeURIComponent(String(id))}`, signal)
  }
}

async function strikeOne(client: FhirClient, reference: string, signal: AbortSignal) {
  for (let attempt = 1; ; attempt += 1) {
    const resource = succeeded(await client.ask(reference, { signal }), 'show the note') as Json
    const read = new Foreign('note', resource)
    if (read.text('status') === 'entered-in-error') return
    const version = read.part('meta').text('versionId')
    const answer = await client.ask(reference, {
      method: 'PUT',
      resource: struckOut(resource),
      ...(version && { headers: { 'if-match': `W/"${version.replaceAll(/[^\w.-]/g, '')}"` } }),
      signal,
    })
    // Somebody changed it in between: it is read again.
    if ((answer.status === 412 || answer.status === 409) && attempt < mostTries) continue
    succeeded(answer, 'strike the note')
    return
  }
}
