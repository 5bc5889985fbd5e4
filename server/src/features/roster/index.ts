import { rosterCalls, rosterDaysMost, rosterRefusals } from '@dictara/contract/roster'
import type { ClinicWork } from '../../platform/database/index.ts'
import type { Feature } from '../../platform/feature.ts'
import { serve } from '../../platform/http/serve.ts'
import { notFound, refuseUnless } from '../../platform/refusal.ts'
import { findClinicDay } from '../facilities/index.ts'
import { getPatientOption } from '../patients/index.ts'
import { listReachedAuthors } from '../people/index.ts'
import { addToRoster } from './add-to-roster.ts'
import { copyRoster } from './copy-roster.ts'
import { removeFromRoster } from './remove-from-roster.ts'
import {
  countFacilities,
  findEntry,
  giveEntries,
  listEntries,
  listPlaces,
  listTodaysEntries,
  moveEntries,
} from './roster.store.ts'
import { whoseRoster } from './whose-roster.ts'

const dayMs = 86_400

interface RosterQuery {
  startDate: number
  endDate: number
  facilityIds: string[]
  providerId?: string | undefined
}

/** The roster of a doctor (Q037 to Q043), with what day it is where. */
async function readRoster(work: ClinicWork, { providerId, ...query }: RosterQuery) {
  refuseUnless(query.endDate - query.startDate <= rosterDaysMost * dayMs, rosterRefusals.tooManyDays)
  const provider = await whoseRoster(work, providerId)
  const asked = [...new Set(query.facilityIds)]
  if (asked.length > 0 && (await countFacilities(work, asked)) < asked.length) throw notFound()
  const places = await listPlaces(work)
  const today = places[0]?.today ?? (await findClinicDay(work)).today
  return { provider, places, today, result: await listEntries(work, provider.id, query) }
}

/** Whom a doctor is going to see, day by day; where the note of each visit is, and what a dictation for it begins with. */
export const rosterFeature = (): Feature => ({
  name: 'roster',
  scopes: { 'roster-entry': async (work, id) => (await findEntry(work, id)) !== undefined },
  subscribers: { 'patient.moved': [moveEntries], 'patient.merged': [giveEntries] },
  calls: serve(rosterCalls, {
    async listRoster({ work, query }) {
      const { result, ...more } = await readRoster(work, query)
      return { result, size: result.length, extra: { ...more, results: result } }
    },
    async addToRoster({ work, body }) {
      const added = await addToRoster(work, body)
      const more = added.alreadyThere > 0 ? ` ${added.alreadyThere} of them were already there.` : ''
      return { result: [added], message: `Patient has been successfully added to the roster.${more}` }
    },
    async copyRoster({ work, body }) {
      const copied = await copyRoster(work, body)
      const whom = copied.added === 1 ? '1 patient was' : `${copied.added} patients were`
      return { result: [copied], message: `${whom} added to the roster.` }
    },
    async removeFromRoster({ work, query }) {
      await removeFromRoster(work, query.rosterId)
      return { message: 'Patient removed from the roster.' }
    },
    async getVisit({ work, query }) {
      const entry = await findEntry(work, query.rosterId)
      if (!entry) throw notFound()
      const { facilityId, facilityName, patientId, day, today } = entry
      const patient = await getPatientOption(work, patientId)
      return {
        result: [{ facility: { facilityId, facilityName }, patient, dateOfEncounter: day <= today ? day : null }],
      }
    },
    async nextVisit({ work }) {
      const entries = await listTodaysEntries(work)
      const next = entries.find(({ note }) => note === null)
      const seen = entries.filter(({ note }) => note !== null).length
      return { result: next ? [next] : [], extra: { seen, total: entries.length } }
    },
    listBillerAuthors: async ({ work }) => ({ result: await listReachedAuthors(work) }),
    listAdminAuthors: async ({ work }) => ({
      result: (await listReachedAuthors(work)).map(({ id, fullName }) => ({ doctorId: id, doctorName: fullName })),
    }),
  }),
})
