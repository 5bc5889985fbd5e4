import { sharedRefusals } from '@dictara/contract'
import { Refusal } from '../../platform/refusal.ts'

/**
 * Refuses (409) to change what somebody else has changed since it was seen, and tells how it is now; who does not say what they
 * saw overwrites it.
 */
export function refuseUnlessAsSeen(now: { version: number }, seen: { version?: number | undefined }): void {
  if (seen.version !== undefined && seen.version !== now.version)
    throw new Refusal(sharedRefusals.changedMeanwhile, {}, [now])
}
