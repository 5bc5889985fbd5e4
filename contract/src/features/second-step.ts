import * as z from 'zod/mini'
import { defineCalls } from '../call.ts'
import { nothing } from '../shapes.ts'
import { StoredUser } from './identity.ts'
import { Assertion, AssertionOptions, proofs } from './second-factor.ts'

const handle = z.string().check(z.maxLength(512))

/** The second step of a sign-in, or a sign-in without a password. */
export const secondStepCalls = defineCalls({
  finishSignIn: {
    method: 'POST',
    path: '/authenticate/login/second-step',
    summary: 'Completes a sign-in with its second step: a code, a passkey or a recovery code.',
    callers: 'public',
    limit: 'address',
    kind: 'in-steps',
    body: z.strictObject({ handle, ...proofs }),
    result: StoredUser,
    example: { body: { handle: 'unknown', code: '000000' } },
  },
  passkeyChallenge: {
    method: 'POST',
    path: '/authenticate/passkey/challenge',
    summary:
      'The challenge that a passkey signs, for the second step of a sign-in or for a sign-in with a passkey alone.',
    callers: 'public',
    limit: 'address',
    body: z.strictObject({ handle: z.optional(handle) }),
    result: AssertionOptions,
    example: { body: {} },
  },
  signInByPasskey: {
    method: 'POST',
    path: '/authenticate/passkey',
    summary: 'Signs a person in with a passkey instead of a password, and opens a session.',
    callers: 'public',
    limit: 'address',
    body: z.strictObject({ passkey: Assertion }),
    result: StoredUser,
    example: {
      body: {
        passkey: {
          id: 'AAAA',
          rawId: 'AAAA',
          type: 'public-key',
          response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' },
          clientExtensionResults: {},
        },
      },
    },
  },
})

/** The ways in which a person proves their identity during a session. */
export const proofWays = ['PASSWORD', 'TOTP', 'PASSKEY'] as const
export type ProofWay = (typeof proofWays)[number]

/** The proof that calls with `stepUp` require. */
export const proofCalls = defineCalls({
  askForProof: {
    method: 'POST',
    path: '/authenticate/proof/challenge',
    summary: 'How the caller can confirm who they are, and the challenge that a passkey signs for it.',
    callers: 'signed-in',
    door: 'gate',
    beforeFactor: true,
    result: z.object({ ways: z.array(z.enum(proofWays)), passkey: z.nullable(AssertionOptions) }),
    example: {},
  },
  prove: {
    method: 'POST',
    path: '/authenticate/proof',
    summary: 'Confirms who the caller is, by password, code or passkey. This is valid for five minutes in the session.',
    callers: 'signed-in',
    door: 'gate',
    beforeFactor: true,
    body: z.strictObject({
      password: z.optional(
        z.string().check(z.minLength(1, 'Password is required'), z.maxLength(1024, 'This password is too long.')),
      ),
      code: proofs.code,
      passkey: proofs.passkey,
    }),
    result: nothing,
    example: { body: { code: '000000' } },
  },
})
