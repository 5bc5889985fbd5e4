import { call } from '@dictara/browser/call'
import type { StoredUser } from '@dictara/contract/identity'
import { secondStepCalls } from '@dictara/contract/second-step'
import { signWithPasskey } from '../../platform/passkeys.ts'

/** Signs in with a passkey that the device finds itself. @throws CallFailed, PasskeyFailed */
export async function signInByPasskey(): Promise<StoredUser | undefined> {
  const asked = await call(secondStepCalls.passkeyChallenge, { body: {} }, { handler: false })
  const passkey = await signWithPasskey(asked.result[0]!)
  return (await call(secondStepCalls.signInByPasskey, { body: { passkey } }, { handler: false })).result[0]
}
