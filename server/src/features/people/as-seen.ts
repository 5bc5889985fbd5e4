import { sharedRefusals } from '@dictara/contract'
import { refuseUnless } from '../../platform/refusal.ts'

/** Refuses (409) to change what somebody else has changed since it was seen; who does not say what they saw overwrites it. */
export const refuseUnlessAsSeen = (now: { version: number }, seen: { version?: number | undefined }) =>
  refuseUnless(seen.version === undefined || seen.version === now.version, sharedRefusals.changedMeanwhile)
