/** What a message does to the patient’s record. */
export type Effect = 'upsert' | 'merge' | 'swap' | 'cancel' | 'none'

/**
 * The events of ADT: its effect, and what the patient’s ADT records call it (PAT-21); for a cancellation, the event whose record
 * goes. An event that is not here has no effect.
 */
export const events: Readonly<Record<string, { effect: Effect; action?: string; cancels?: string }>> = {
  A01: { effect: 'upsert', action: 'Admission' },
  A02: { effect: 'upsert', action: 'Transfer' },
  A03: { effect: 'upsert', action: 'Discharge' },
  A04: { effect: 'upsert', action: 'Registration' },
  A05: { effect: 'upsert', action: 'Pre-admission' },
  A06: { effect: 'upsert', action: 'Change to Inpatient' },
  A07: { effect: 'upsert', action: 'Change to Outpatient' },
  A08: { effect: 'upsert' },
  A09: { effect: 'upsert', action: 'Departure' },
  A10: { effect: 'upsert', action: 'Arrival' },
  A11: { effect: 'cancel', cancels: 'A01' },
  A12: { effect: 'cancel', cancels: 'A02' },
  A13: { effect: 'cancel', cancels: 'A03' },
  // Pending: the patient is where PV1-3 says, and only going to be admitted, transferred or discharged.
  A14: { effect: 'upsert' },
  A15: { effect: 'upsert' },
  A16: { effect: 'upsert' },
  A17: { effect: 'swap', action: 'Bed Swap' },
  A18: { effect: 'merge' },
  A21: { effect: 'upsert', action: 'Leave of Absence' },
  A22: { effect: 'upsert', action: 'Return from Leave' },
  A28: { effect: 'upsert' },
  A30: { effect: 'merge' },
  A31: { effect: 'upsert' },
  A32: { effect: 'cancel', cancels: 'A10' },
  A33: { effect: 'cancel', cancels: 'A09' },
  A34: { effect: 'merge' },
  A36: { effect: 'merge' },
  A38: { effect: 'cancel', cancels: 'A05' },
  A39: { effect: 'merge' },
  A40: { effect: 'merge' },
  A43: { effect: 'merge' },
  A47: { effect: 'merge' },
  A52: { effect: 'cancel', cancels: 'A21' },
  A53: { effect: 'cancel', cancels: 'A22' },
  A54: { effect: 'upsert' },
  A60: { effect: 'upsert' },
  A61: { effect: 'upsert' },
}

/** Events by which a person becomes known: without a name they are of no use. */
export const isRegistering = (trigger: string | undefined): boolean => /^A(01|04|05|14|28)$/.test(trigger ?? '')

/** Events after which the patient is in no bed: a discharge, and an admission that is taken back. */
export const isLeaving = (trigger: string | undefined): boolean => /^A(03|11)$/.test(trigger ?? '')
