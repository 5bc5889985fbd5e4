import { sharedRefusals } from '@dictara/contract'
import { factorRefusals } from '@dictara/contract/second-factor'
import { type SignInPolicy } from '@dictara/contract/sign-in-policy'
import type { ClinicWork } from '../../platform/database/index.ts'
import { refuseUnless } from '../../platform/refusal.ts'
import { endSessionsOf } from '../identity/index.ts'
import { type FactorMeans, tellChange } from './change-factors.ts'
import { deletePasskeys, deleteTotp, lockOwner, replaceRecoveryCodes } from './second-factor.store.ts'
import { countPeople, getPolicy, savePolicy } from './sign-in-policy.store.ts'

declare module '../../platform/database/work.ts' {
  interface AuditEvents {
    'sign-in-policy.set': { mode: SignInPolicy['mode']; requiredTypes: string[] }
  }
}

/** What the clinic requires besides a password, and how many of its people have it. */
export async function readPolicy(work: ClinicWork) {
  const { mode, requiredTypes, version } = await getPolicy(work)
  return {
    mode,
    requiredTypes: requiredTypes as SignInPolicy['requiredTypes'],
    version,
    people: await countPeople(work),
  }
}

/**
 * Sets what the clinic asks. Who is signed in goes on with their work: what is newly required is asked for at the next sign-in.
 * @throws Refusal 409 when somebody else has set it since `version`
 */
export async function setPolicy(
  work: ClinicWork,
  { mode, requiredTypes, version }: Pick<SignInPolicy, 'mode' | 'requiredTypes' | 'version'>,
): Promise<void> {
  const before = await getPolicy(work)
  const wanted = mode === 'REQUIRED' ? [...new Set(requiredTypes)] : []
  const isMore = wanted.some((userType) => before.mode !== 'REQUIRED' || !before.requiredTypes.includes(userType))
  const requiredSince = isMore ? work.now : mode === 'REQUIRED' ? before.requiredSince : null
  const isFirst = await savePolicy(work, { mode, requiredTypes: wanted, requiredSince }, version)
  refuseUnless(isFirst, sharedRefusals.changedMeanwhile)
  await work.audit({ event: 'sign-in-policy.set', detail: { mode, requiredTypes: wanted } })
}

/** Takes the second factor of somebody who lost it, with what waits and is open of their sign-ins; they are told. */
export async function resetFactors(work: ClinicWork, { mailing }: FactorMeans, userId: string): Promise<void> {
  refuseUnless(userId !== work.actor.userId, factorRefusals.ownFactor)
  await lockOwner(work, userId)
  const hadApp = await deleteTotp(work, userId)
  const passkeys = await deletePasskeys(work, userId)
  refuseUnless(hadApp || passkeys > 0, factorRefusals.noFactor)
  await replaceRecoveryCodes(work, userId, [])
  await endSessionsOf(work, userId, 'SECOND_FACTOR_RESET')
  await tellChange(work, mailing, userId, 'RESET')
}
