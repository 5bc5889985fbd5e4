import { createHash, createHmac } from 'node:crypto'
import { rangedEhrType } from '@dictara/contract/ehr-configuration'
import { type EhrKinds, EhrFailed, type EhrPatient } from '../../gateways/ehr/index.ts'
import { isDataError, type Work } from '../../platform/database/index.ts'
import type { Platform } from '../../platform/feature.ts'
import { Refusal } from '../../platform/refusal.ts'
import { findEhrOf } from '../facilities/index.ts'
import { type EhrState, tellOfEhr } from '../notifications/index.ts'
import { keepAppointment } from '../patient-record/index.ts'
import { bringPatient } from '../patients/index.ts'
import {
  findReading,
  isNews,
  isStillRead,
  listKnownNumbers,
  type ReadFacility,
  saveReading,
} from './ehr-reading.store.ts'

export interface ReadingParts {
  platform: Platform
  kinds: EhrKinds
  /** Whether there is a way to mail. */
  isMailed: boolean
}

/** An EHR that fails for a moment is nobody’s concern; one that refuses is at once. */
const patienceMs = 15 * 60_000

/**
 * Reads what changed of the patients of one facility in its EHR: a page at a time, each patient in a transaction of their own. May be
 * cut off and run again at any point: it goes on at its page. An EHR that fails is told once, and so is that it works again.
 */
export async function readFacility(parts: ReadingParts, { clinicId, facilityId }: ReadFacility, signal: AbortSignal) {
  const { doors, secrets, log } = parts.platform
  const inSystem = <T>(run: (work: Work) => Promise<T>) => doors.asSystem('task read EHR patients', run, clinicId)
  const found = await inSystem(async (work) => {
    const connected = await findEhrOf(work, secrets, facilityId)
    const reading = connected && (await findReading(work, facilityId, connected.ehrType))
    return connected && reading ? { ...connected, reading } : undefined
  })
  if (!found) return
  const { ehrType, settings, reading } = found
  const ehr = parts.kinds[ehrType]?.connect({ clinicId, facilityId, settings })
  if (!ehr?.readPatients) return
  const ofFacility = { facilityId, ehrType }
  const began = parts.platform.clock.now()
  const connection = createHmac('sha256', secrets.derive('ehr reading'))
    .update(JSON.stringify([settings, reading.listAll, reading.dischargedDays]))
    .digest('hex')
  try {
    const pages = ehr.readPatients(
      {
        bookmark: reading.connection === connection ? reading.bookmark : null,
        listAll: reading.listAll,
        dischargedDays: ehrType === rangedEhrType ? reading.dischargedDays : null,
        findKnown: (numbers) => inSystem((work) => listKnownNumbers(work, facilityId, numbers)),
      },
      signal,
    )
    for await (const { patients, warnings, bookmark } of pages) {
      let refused = 0
      for (const patient of patients) {
        signal.throwIfAborted()
        const kept = await inSystem((work) => keepOne(work, ofFacility, patient)).catch((error: unknown) => {
          if (!(error instanceof Refusal) && !isDataError(error)) throw error
          refused += 1
          return true
        })
        // Connected to another EHR, or disabled: what was read is of no use any more.
        if (!kept) return
      }
      // Warnings name resources and parts, never what is in them.
      if (warnings.length + refused > 0)
        log.warn(
          { facilityId, count: warnings.length + refused, event: warnings.slice(0, 5).join('; ') },
          'an EHR told patients in part',
        )
      await inSystem((work) => saveReading(work, facilityId, ehrType, { bookmark, connection }))
    }
    await inSystem(async (work) => {
      await saveReading(work, facilityId, ehrType, { readAt: began, failingSince: null, failure: null, toldAt: null })
      if (reading.toldAt) await tell(parts, work, ofFacility, { since: reading.failingSince!, failure: null })
    })
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof EhrFailed)) throw error
    const failingSince = reading.failingSince ?? began
    const isTime = error.kind === 'refused' || began.getTime() - failingSince.getTime() >= patienceMs
    await inSystem(async (work) => {
      const toldAt = reading.toldAt ?? (isTime ? work.now : null)
      await saveReading(work, facilityId, ehrType, { failingSince, failure: error.message, toldAt })
      if (!reading.toldAt && isTime)
        await tell(parts, work, ofFacility, { since: failingSince, failure: error.message })
    })
  }
}

const tell = ({ isMailed }: ReadingParts, work: Work, { facilityId }: { facilityId: string }, state: EhrState) =>
  tellOfEhr(work, facilityId, state, isMailed)

/** @returns false when the facility is not read from this EHR any more @throws Refusal for a patient who can’t be kept */
async function keepOne(
  work: Work,
  { facilityId, ehrType }: { facilityId: string; ehrType: string },
  { appointments = [], dischargedAt, ...patient }: EhrPatient,
): Promise<boolean> {
  if (!(await isStillRead(work, facilityId, ehrType))) return false
  const digest = createHash('sha256')
    .update(JSON.stringify([patient, dischargedAt, appointments]))
    .digest()
  if (!(await isNews(work, facilityId, patient.medicalRecordNumber.toLowerCase(), digest))) return true
  const { patientId } = await bringPatient(work, {
    ...patient,
    ...(dischargedAt !== undefined && { dischargedAt: dischargedAt?.toISOString() ?? null }),
    source: 'EHR',
    facilityId,
  })
  for (const { appointmentKey, startsAt, endsAt, ...appointment } of appointments)
    await keepAppointment(work, {
      ...appointment,
      facilityId,
      patientId,
      key: appointmentKey,
      startsAt: startsAt.toISOString(),
      endsAt: endsAt?.toISOString() ?? null,
    })
  return true
}
