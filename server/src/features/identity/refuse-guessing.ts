import { identityRefusals } from '@dictara/contract/identity'
import { Refusal } from '../../platform/refusal.ts'
import type { SignInTry } from './identity.store.ts'

/** @throws Refusal 429 for one try too many, which was not counted. */
export function refuseGuessing(
  { mayTry, isStopped, blockedUntil }: Pick<SignInTry, 'mayTry' | 'isStopped' | 'blockedUntil'>,
  now: Date,
): void {
  if (isStopped) throw new Refusal(identityRefusals.signInStopped)
  if (mayTry) return
  const seconds = Math.ceil(((blockedUntil ?? now).getTime() - now.getTime()) / 1000)
  throw new Refusal(identityRefusals.signInDelayed, { seconds: Math.max(1, seconds) })
}
