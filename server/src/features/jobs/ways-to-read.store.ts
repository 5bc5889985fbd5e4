import { isManager } from '@dictara/contract'
import { type RawBuilder, sql } from 'kysely'
import { type Actor, seesWholeClinic } from '../../platform/actor.ts'
import { pastWorkIds } from './access-rules.store.ts'

/** One index-backed way to find jobs that somebody may read, newest first within each key. */
export interface Way {
  /** A table for `from`: the index columns besides the clinic. */
  keys: RawBuilder<unknown>
  /** Joins a key to jobs `j`. */
  leads: RawBuilder<boolean>
}

const tabs = sql`unnest(array['INPROGRESS', 'INREVIEW', 'COMPLETE', 'INCOMPLETE', 'NONE']) tabs (tab)`
const alone = sql`(values (true)) alone (one)`
const facilities = ({ facilityIds }: Actor) => sql`unnest(${[...facilityIds]}::uuid[]) facilities (id)`

/**
 * The ways that together find every job that the actor may read, few others, and some jobs twice; `mayRead` then decides on
 * each. They find the newest jobs without scanning those of the whole clinic.
 */
export function waysToRead(actor: Actor, now: Date): Way[] {
  const me = actor.userId
  const authored: Way = { keys: tabs, leads: sql<boolean>`j.author_id = ${me} and j.tab = tabs.tab` }
  if (seesWholeClinic(actor)) return [{ keys: tabs, leads: sql<boolean>`j.tab = tabs.tab` }]
  if (isManager(actor)) {
    const atFacility = sql<boolean>`j.facility_id = facilities.id and j.tab = tabs.tab`
    return [{ keys: sql`${facilities(actor)}, ${tabs}`, leads: atFacility }, authored]
  }
  if (actor.userType === 'biller') {
    const doctors = sql`(select a.id from users a where a.clinic_id = ${actor.clinicId} and a.biller_id = ${me}) doctors`
    return [{ keys: doctors, leads: sql<boolean>`j.author_id = doctors.id and j.tab = 'COMPLETE'` }]
  }
  const held: Way = { keys: alone, leads: sql<boolean>`j.holder_id = ${me}` }
  const worked: Way = { keys: sql`${pastWorkIds(actor, now)} worked`, leads: sql<boolean>`j.id = worked.job_id` }
  if (actor.userType === 'transcriptionist') {
    const pool = sql<boolean>`j.facility_id = facilities.id and j.tab = 'INPROGRESS' and j.status in ('AVAILABLE', 'IN_PROGRESS')`
    return [held, worked, { keys: facilities(actor), leads: pool }]
  }
  if (actor.userType === 'doctor') return [authored, held, worked]
  return [authored, held, worked, { keys: alone, leads: sql<boolean>`j.tab = 'INREVIEW'` }]
}
