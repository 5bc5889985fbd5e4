import { isIP } from 'node:net'
import { type Assertion, type Attestation, challengeMs, factorRefusals } from '@dictara/contract/second-factor'
import type { AuthenticatorTransport, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { Gate } from '../../platform/database/index.ts'
import { idForm } from '../../platform/ids.ts'
import { Refusal, refuseUnless } from '../../platform/refusal.ts'
import { type ChallengeUse, keepChallenge, type KnownPasskey, type Proof, takeChallenge } from './second-step.store.ts'
import { hashOf, randomSecret } from './tokens.ts'

/** Loaded when the first passkey is used: loading it takes a tenth of the CPU time of a start. */
const webauthn = () => import('@simplewebauthn/server')

/** EdDSA, ES256 and RS256, the algorithms that devices support. */
const algorithms = [-8, -7, -257]

/** The site that the passkeys belong to: from the settings, never from a request (S32). */
const siteOf = (webUrl: string) => {
  const { origin, hostname } = new URL(webUrl)
  return { origin, rpId: hostname }
}

/** True if browsers can use passkeys for this address: localhost, or a host name over https. Not an IP address. */
export function arePasskeysPossible(webUrl: string): boolean {
  const { protocol, hostname } = new URL(webUrl)
  return hostname === 'localhost' || (protocol === 'https:' && isIP(hostname.replaceAll(/[[\]]/g, '')) === 0)
}

type Known = Pick<KnownPasskey, 'credentialId' | 'transports'>
const namesOf = (known: readonly Known[]) =>
  known.map(({ credentialId, transports }) => ({
    id: credentialId,
    transports: transports as AuthenticatorTransport[],
  }))

/** Makes a challenge of 32 random bytes, which can be signed once, within five minutes and for one use. */
async function newChallenge(gate: Gate, use: ChallengeUse): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = Uint8Array.from(Buffer.from(randomSecret(), 'base64url'))
  const asSigned = Buffer.from(bytes).toString('base64url')
  await keepChallenge(gate, hashOf(asSigned), use, new Date(gate.now.getTime() + challengeMs))
  return bytes
}

/** The request for a device to sign a challenge with one of the known passkeys, or with any of this site if none are given. */
export async function askForPasskey(gate: Gate, webUrl: string, use: ChallengeUse, known?: readonly Known[]) {
  const { generateAuthenticationOptions } = await webauthn()
  const options = await generateAuthenticationOptions({
    rpID: siteOf(webUrl).rpId,
    challenge: await newChallenge(gate, use),
    timeout: challengeMs,
    userVerification: 'required',
    ...(known && { allowCredentials: namesOf(known) }),
  })
  return { ...options, rpId: siteOf(webUrl).rpId, timeout: challengeMs, userVerification: 'required' as const }
}

/** The request for a device to make a passkey that works without entering a name and asks for finger, face or PIN. */
export async function askForNewPasskey(
  gate: Gate,
  webUrl: string,
  use: ChallengeUse,
  person: { userId: string; email: string; fullName: string },
  known: readonly Known[],
) {
  const { generateRegistrationOptions } = await webauthn()
  const options = await generateRegistrationOptions({
    rpName: 'Dictara',
    rpID: siteOf(webUrl).rpId,
    userID: new TextEncoder().encode(person.userId),
    userName: person.email,
    userDisplayName: person.fullName,
    challenge: await newChallenge(gate, use),
    timeout: challengeMs,
    attestationType: 'none',
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: namesOf(known),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  return {
    ...options,
    rp: { id: siteOf(webUrl).rpId, name: 'Dictara' },
    timeout: challengeMs,
    attestation: 'none' as const,
    authenticatorSelection: {
      residentKey: 'required' as const,
      requireResidentKey: true,
      userVerification: 'required' as const,
    },
  }
}

/** The user id that the passkey claims; null if it gives none. */
export const personOf = ({ response: { userHandle } }: Assertion): string | null => {
  const told = userHandle && Buffer.from(userHandle, 'base64url').toString('utf8')
  return told && idForm.test(told) ? told : null
}

/** The challenge that a device claims to have signed. The library checks it, and its site, against the signature. */
function challengeOf(clientDataJSON: string): string {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8')) as {
      challenge?: unknown
    }
    return typeof challenge === 'string' ? challenge : ''
  } catch {
    return ''
  }
}

/** Turns the library's errors into a refusal. It throws if a passkey is forged, of another site, or malformed. */
const verified = async <T extends { verified: boolean }>(verifying: Promise<T>): Promise<T> => {
  const done = await verifying.catch(() => undefined)
  if (!done?.verified) throw new Refusal(factorRefusals.passkeyRefused)
  return done
}

/**
 * Verifies that a known passkey signed our challenge for our site, after the device asked for finger, face or PIN. Uses up the
 * challenge even if the check fails.
 * @throws Refusal 422
 */
export async function provePasskey(
  gate: Gate,
  webUrl: string,
  use: ChallengeUse,
  assertion: Assertion,
  known: readonly KnownPasskey[],
): Promise<Proof & { way: 'PASSKEY' }> {
  const expectedChallenge = challengeOf(assertion.response.clientDataJSON)
  refuseUnless(await takeChallenge(gate, hashOf(expectedChallenge), use), factorRefusals.passkeyRefused)
  const passkey = known.find(({ credentialId }) => credentialId === assertion.id)
  refuseUnless(passkey, factorRefusals.passkeyRefused)
  const { origin, rpId } = siteOf(webUrl)
  const { verifyAuthenticationResponse } = await webauthn()
  const { authenticationInfo } = await verified(
    verifyAuthenticationResponse({
      response: assertion,
      expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      credential: {
        id: passkey.credentialId,
        publicKey: Uint8Array.from(passkey.publicKey),
        counter: passkey.signCount,
      },
    }),
  )
  return { way: 'PASSKEY', passkeyId: passkey.id, signCount: authenticationInfo.newCounter }
}

/** Verifies a new passkey like `provePasskey`. @returns what is stored of it */
export async function readNewPasskey(gate: Gate, webUrl: string, use: ChallengeUse, made: Attestation) {
  const expectedChallenge = challengeOf(made.response.clientDataJSON)
  refuseUnless(await takeChallenge(gate, hashOf(expectedChallenge), use), factorRefusals.passkeyRefused)
  const { origin, rpId } = siteOf(webUrl)
  const { verifyRegistrationResponse } = await webauthn()
  const { registrationInfo } = await verified(
    verifyRegistrationResponse({
      response: made as RegistrationResponseJSON,
      expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    }),
  )
  refuseUnless(registrationInfo, factorRefusals.passkeyRefused)
  const { id, publicKey, counter, transports = [] } = registrationInfo.credential
  return {
    credentialId: id,
    publicKey: Buffer.from(publicKey),
    signCount: counter,
    transports: [...transports] as string[],
  }
}
