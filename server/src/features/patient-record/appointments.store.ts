import type { Appointment, AppointmentStatus } from '@dictara/contract/patient-record'
import type { z } from 'zod'
import type { Work } from '../../platform/database/index.ts'
import { storable } from '../../platform/storable.ts'

/** What an interface says of an appointment. Times are ISO 8601. Absent: what is known stays; null: it is deleted there. */
export interface BroughtAppointment {
  facilityId: string
  /** Its number in the system that made it. */
  key: string
  patientId: string
  startsAt?: string | undefined
  endsAt?: string | null | undefined
  type?: string | null | undefined
  reason?: string | null | undefined
  status: AppointmentStatus
  providerNpi?: string | null | undefined
  providerName?: string | null | undefined
  location?: string | null | undefined
}

/** The longest reason, place and so on of an appointment. */
const mostCharacters = 1_000

/**
 * Keeps an appointment under its key, made new or changed.
 * @returns false for one that is unknown and has no start: nothing is kept
 */
export async function keepAppointment(work: Work, { facilityId, key, ...given }: BroughtAppointment): Promise<boolean> {
  const of = { clinicId: work.clinicId, facilityId, appointmentKey: key }
  const { startsAt, endsAt, ...told } = storable(given, mostCharacters)
  const said = {
    ...Object.fromEntries(Object.entries(told).filter(([, value]) => value !== undefined)),
    ...(endsAt !== undefined && { endsAt: endsAt === null ? null : new Date(endsAt) }),
    ...(startsAt && { startsAt: new Date(startsAt) }),
  }
  if (startsAt) {
    const { patientId, status } = given
    await work.db
      .insertInto('appointments')
      .values({ ...of, ...said, patientId, status, startsAt: new Date(startsAt) })
      .onConflict((known) => known.columns(['clinicId', 'facilityId', 'appointmentKey']).doUpdateSet(said))
      .execute()
    return true
  }
  const known = await work.db
    .updateTable('appointments')
    .set(said)
    .where(({ and }) => and(of))
    .returning('appointmentKey')
    .executeTakeFirst()
  return known !== undefined
}

/** So many of the next appointments are told. */
const shownMost = 20

/** The appointments of a patient that are still to come, the next one first; cancelled ones too, deleted ones not. */
export const listNextAppointments = (work: Work, patientId: string): Promise<z.input<typeof Appointment>[]> =>
  work.db
    .selectFrom('appointments')
    .select(['startsAt', 'endsAt', 'type', 'reason', 'status', 'providerName', 'providerNpi', 'location'])
    .where(({ and }) => and({ clinicId: work.clinicId, patientId }))
    .where('status', '<>', 'DELETED')
    .where(({ eb, fn }) => eb(fn.coalesce('endsAt', 'startsAt'), '>=', work.now))
    .orderBy('startsAt')
    .limit(shownMost)
    .execute()

/** Gives the appointments of a merged patient to the survivor. */
export async function giveAppointments(work: Work, { from, into }: { from: string; into: string }): Promise<void> {
  await work.db
    .updateTable('appointments')
    .set({ patientId: into })
    .where(({ and }) => and({ clinicId: work.clinicId, patientId: from }))
    .execute()
}
