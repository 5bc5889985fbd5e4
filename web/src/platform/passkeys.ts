import type { factorCalls, Attestation, Assertion } from '@dictara/contract/second-factor'
import type { secondStepCalls } from '@dictara/contract/second-step'
import type { Envelope } from '@dictara/contract'

type Asked = Envelope<typeof secondStepCalls.passkeyChallenge>['result'][number]
type Wanted = Envelope<typeof factorCalls.beginPasskey>['result'][number]

/** Explains to people why a passkey was not used; `there`: this device already has one. */
export class PasskeyFailed extends Error {
  override readonly name = 'PasskeyFailed'
}

const unused = 'The passkey wasn’t used. Try again, or choose another way.'
const there = 'This device already has a passkey for your account.'

const failed = (error: unknown): never => {
  throw new PasskeyFailed((error as { name?: string }).name === 'InvalidStateError' ? there : unused)
}

/** Removes undefined values: the library's optional fields may be undefined, but the wire omits them. */
const asSent = <T>(value: unknown): T => JSON.parse(JSON.stringify(value)) as T

/** Asks the device to sign with a passkey. @throws PasskeyFailed */
export async function signWithPasskey(asked: Asked): Promise<Assertion> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  return asSent(await startAuthentication({ optionsJSON: asked }).catch(failed))
}

/** Cancels the question to the device; the waiting caller gets PasskeyFailed. */
export async function cancelPasskey(): Promise<void> {
  ;(await import('@simplewebauthn/browser')).WebAuthnAbortService.cancelCeremony()
}

/** Asks the device to make a passkey. @throws PasskeyFailed */
export async function makePasskey(wanted: Wanted): Promise<Attestation> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  return asSent(await startRegistration({ optionsJSON: wanted }).catch(failed))
}

/** The message for a failure, in the words of the server or of the device. */
export const wordsOf = (error: unknown): string =>
  (error instanceof Error && ['CallFailed', 'PasskeyFailed'].includes(error.name) && error.message) ||
  'Please try again later'
