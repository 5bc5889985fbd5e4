import { checkAddress } from '../check-address.ts'
import { Foreign } from '../foreign.ts'
import { EhrFailed, type EhrKind, type EhrNote, type EhrNoteKey } from '../port.ts'
import { usualFields } from '../usual-fields.ts'
import { listPatients } from './list-patients.ts'
import { deleteTokens } from './person-tokens.store.ts'
import { type PersonTokensParts, personTokens } from './person-tokens.ts'
import {
  accessOf,
  authAt,
  facilityTokens,
  listPages,
  type PointHealthAccess,
  type PointHealthClient,
  pointHealthClient,
} from './point-health-client.ts'

/** Names one version of a note in PointHealth. It takes each once, however often it comes. */
const externalId = ({ jobId, noteVersion }: EhrNoteKey) => `${jobId}.${noteVersion}`

async function findPatient(client: PointHealthClient, facId: string, medicalRecordNumber: string, signal: AbortSignal) {
  const wanted = medicalRecordNumber.toLowerCase()
  for (const patientStatus of ['Current', 'Discharged']) {
    const parameters = { facId, patientStatus, medicalRecordNumber }
    for await (const { rows } of listPages(client, 'patients', parameters, { signal })) {
      const found = rows.find((row) => row.text('medicalRecordNumber')?.toLowerCase() === wanted)?.text('patientId')
      if (found) return found
    }
  }
  throw new EhrFailed('refused', `The EHR has no patient with MRN ${medicalRecordNumber} at this facility.`)
}

/** The progress note of a version, as PointHealth has it. */
async function findNote(client: PointHealthClient, key: EhrNoteKey, signal: AbortSignal): Promise<Foreign | undefined> {
  const query = new URLSearchParams({ externalId: externalId(key) }).toString()
  const body = await client.ask(`progress-notes?${query}`, 'show its notes', { signal })
  return new Foreign('progress-notes', body).parts('data').find((note) => note.text('externalId') === externalId(key))
}

async function fileNote(client: PointHealthClient, { facId }: PointHealthAccess, note: EhrNote, signal: AbortSignal) {
  signal.throwIfAborted()
  const patientId = await findPatient(client, facId, note.medicalRecordNumber, signal)
  if (await findNote(client, note, signal)) return
  await client.ask('progress-notes', 'take the note', {
    method: 'POST',
    headers: { 'idempotency-key': externalId(note) },
    content: {
      externalId: externalId(note),
      facId,
      patientId,
      noteType: note.workType,
      effectiveDate: note.dateOfEncounter,
      author: note.author,
      text: note.text,
    },
    signal,
  })
}

async function strikeNote(client: PointHealthClient, key: EhrNoteKey, signal: AbortSignal) {
  signal.throwIfAborted()
  const note = await findNote(client, key, signal)
  const id = note?.text('progressNoteId')
  if (!note || !id) throw new EhrFailed('refused', 'The EHR doesn’t have this note.')
  if (note.isTrue('struckOut')) return
  await client.ask(`progress-notes/${encodeURIComponent(id)}/strike-out`, 'strike the note', {
    method: 'POST',
    headers: { 'idempotency-key': `${externalId(key)}.strike` },
    content: {},
    signal,
  })
}

/**
 * PointHealth: an EHR with an HTTP interface that asks each author to prove themselves (Q089, Q091; docs/operating/ehr.md). Dictara reads as
 * the facility, and writes a note as its author once they verified themselves.
 */
export function pointHealthEhr(parts: PersonTokensParts): EhrKind {
  const { fetchGuarded, clock } = parts
  const facilities = facilityTokens(fetchGuarded, clock)
  const people = personTokens(parts)
  return {
    ehrType: 'pointHealth-emr',
    ehrName: 'PointHealth EMR',
    settings: [
      { field: 'ehrBaseUrl', fieldName: 'EHR Base URL', fieldType: 'other', check: checkAddress },
      { field: 'ehrFacilityId', fieldName: 'Facility ID in the EHR', fieldType: 'other' },
      { field: 'ehrUserName', fieldName: 'EHR User Name', fieldType: 'other' },
      { field: 'ehrPassword', fieldName: 'EHR Password', fieldType: 'maskedText' },
    ],
    fields: usualFields,
    readsPatients: true,
    verification: {
      isAsked: () => true,
      startUrl({ settings }, { redirectUri, state }) {
        const access = accessOf(settings)
        const query = { client_id: access.userName, response_type: 'code', redirect_uri: redirectUri, state }
        return `${authAt(access, 'login')}?${new URLSearchParams(query).toString()}`
      },
      async exchange({ clinicId, facilityId, settings }, { userId, code, redirectUri }, signal) {
        await people.exchange({ clinicId, facilityId, userId }, accessOf(settings), { code, redirectUri }, signal)
        // It holds until the EHR takes it back.
        return { expiresAt: null }
      },
      forget: deleteTokens,
    },
    connect({ clinicId, facilityId, settings }) {
      const access = accessOf(settings)
      const client = pointHealthClient(fetchGuarded, access, {
        get: (signal) => facilities.get(access, signal),
        renew: async () => facilities.forget(access),
      })
      return {
        async fileNote(note, signal) {
          signal.throwIfAborted()
          const person = { clinicId, facilityId, userId: note.authorId }
          const asAuthor = pointHealthClient(fetchGuarded, access, {
            get: async (asked) => (await people.get(person, access, asked)) ?? facilities.get(access, asked),
            renew: () => people.renewNext(person, access),
            refused: () => people.expire(person),
          })
          const isVerified = (await people.get(person, access, signal)) !== null
          await fileNote(isVerified ? asAuthor : client, access, note, signal)
          return undefined
        },
        strikeNote: (key, signal) => strikeNote(client, key, signal),
        async test(signal) {
          const parameters = { facId: access.facId, patientStatus: 'Current' }
          for await (const _page of listPages(client, 'patients', parameters, { signal })) return
        },
        readPatients: (reading, signal) => listPatients(client, access.facId, reading, { now: clock.now(), signal }),
      }
    },
  }
}
