import type { EhrNote } from '../../gateways/ehr/index.ts'
import type { TaskRef, Work } from '../../platform/database/index.ts'
import type { ConnectedEhr } from '../facilities/index.ts'
import type { WaitingNote } from './deliveries.store.ts'

export interface DeliveryPayload {
  clinicId: string
  facilityId: string
}

/** Writes the waiting notes of a facility to its EHR. */
export const deliveryTask: TaskRef<DeliveryPayload> = { name: 'deliver-notes' }

/** Has the waiting notes of a facility written, now or after a pause. While a task of the key waits for its time, another has no effect. */
export const beginDelivery = (work: Work, facilityId: string, startAfterSeconds = 0, key = facilityId) =>
  work.enqueue(deliveryTask, { clinicId: work.clinicId, facilityId }, { key, group: work.clinicId, startAfterSeconds })

/** The note that is sent now. */
export interface Sent {
  waiting: WaitingNote
  note: EhrNote
  /** Former versions of it that the EHR may have. None of a deleted job: its note itself is struck out. */
  former: readonly EhrNote[]
  connected: ConnectedEhr | null
}
