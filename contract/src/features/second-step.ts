import * as z from 'zod/mini'
import { defineCalls } from '../call.ts'
import { nothing } from '../shapes.ts'
import { StoredUser } from './identity.ts'
import { Assertion, AssertionOptions, proofs } from './second-factor.ts'

const handle = z.string().check(z.maxLength(512))

/** How a sign-in goes on after the password, or without one. */
export const secondStepCalls = defineCalls({
  finishSignIn: {
    method: 'POST',
    path: '/authenticate/login/second-step',
    summary: 'Ends a sign-in that waits for its second step: by a code, a passkey or a recovery code.',
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
    summary: 'What a passkey is to sign: of a sign-in that waits, or of one that begins with it.',
    callers: 'public',
    limit: 'address',
    body: z.strictObject({ handle: z.optional(handle) }),
    result: AssertionOptions,
    example: { body: {} },
  },
  signInByPasskey: {
    method: 'POST',
    path: '/authenticate/passkey',
    summary: 'Signs a person in by a passkey instead of a password, and opens a session.',
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

/** By what a person proves in their session that it is them. */
export const proofWays = ['PASSWORD', 'TOTP', 'PASSKEY'] as const
export type ProofWay = (typeof proofWays)[number]

/** The proof that calls with `stepUp` ask for. */
export const proofCalls = defineCalls({
  askForProof: {
    method: 'POST',
    path: '/authenticate/proof/challenge',
    summary: 'By what the caller can prove that it is them, and what a passkey is to sign for it.',
    callers: 'signed-in',
    door: 'gate',
    beforeFactor: true,
    result: z.object({ ways: z.array(z.enum(proofWays)), passkey: z.nullable(AssertionOptions) }),
    example: {},
  },
  prove: {
    method: 'POST',
    path: '/authenticate/proof',
    summary: 'Proves in the session that it is the caller, by password, code or passkey; it holds for five minutes.',
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
