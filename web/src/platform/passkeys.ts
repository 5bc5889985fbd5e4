import type { factorCalls, Attestation, Assertion } from '@dictara/contract/second-factor'
import type { secondStepCalls } from '@dictara/contract/second-step'
import type { Envelope } from '@dictara/contract'

type Asked = Envelope<typeof secondStepCalls.passkeyChallenge>['result'][number]
type Wanted = Envelope<typeof factorCalls.beginPasskey>['result'][number]

/** Words for people of what a browser says when a passkey was not used; `there`: this device has one already. */
export class PasskeyFailed extends Error {
  override readonly name = 'PasskeyFailed'
}

const unused = 'The passkey wasn’t used. Try again, or choose another way.'
const there = 'This device already has a passkey for your account.'

const failed = (error: unknown): never => {
  throw new PasskeyFailed((error as { name?: string }).name === 'InvalidStateError' ? there : unused)
}

/** What the library calls optional it may hold as undefined; the wire leaves it out. */
const asSent = <T>(value: unknown): T => JSON.parse(JSON.stringify(value)) as T

/** Asks the device to sign with a passkey. @throws PasskeyFailed */
export async function signWithPasskey(asked: Asked): Promise<Assertion> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  return asSent(await startAuthentication({ optionsJSON: asked }).catch(failed))
}

/** Takes back what the device was asked; whoever waits for it hears PasskeyFailed. */
export async function cancelPasskey(): Promise<void> {
  ;(await import('@simplewebauthn/browser')).WebAuthnAbortService.cancelCeremony()
}

/** Asks the device to make a passkey. @throws PasskeyFailed */
export async function makePasskey(wanted: Wanted): Promise<Attestation> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  return asSent(await startRegistration({ optionsJSON: wanted }).catch(failed))
}

/** What is said of a failure: in the words of the server, or of the device. */
export const wordsOf = (error: unknown): string =>
  (error instanceof Error && ['CallFailed', 'PasskeyFailed'].includes(error.name) && error.message) ||
  'Please try again later'
