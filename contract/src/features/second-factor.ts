import * as z from 'zod/mini'
import { defineCalls, defineRefusals } from '../call.ts'
import { everyone } from '../roles.ts'
import { id, idOf, nothing, text, time } from '../shapes.ts'

/** How long a sign-in waits for its second step, in milliseconds, and how often the step may fail. */
export const secondStepMs = 5 * 60_000
export const secondStepTries = 5
/** How long a passkey's challenge is valid, in milliseconds. */
export const challengeMs = 5 * 60_000
export const totpFigures = 6
export const recoveryCodeCount = 10
export const mostPasskeys = 20

export const factorRefusals = defineRefusals({
  codeWrong: {
    status: 422,
    code: 'code-wrong',
    message: 'Wrong code, or it’s been used. Enter the one your app shows now.',
    field: 'code',
  },
  recoveryCodeWrong: {
    status: 422,
    code: 'recovery-code-wrong',
    message: 'Wrong recovery code, or it’s been used.',
    field: 'code',
  },
  passkeyRefused: {
    status: 422,
    code: 'passkey-refused',
    message: 'This passkey didn’t work. Try again, or choose another way.',
  },
  signInOver: {
    status: 410,
    code: 'sign-in-over',
    message: 'This sign-in took too long or had too many attempts. Start again with your password.',
  },
  totpThere: {
    status: 409,
    code: 'totp-there',
    message: 'You already have an authenticator app. Remove it before you set up another one.',
  },
  totpNotBegun: {
    status: 409,
    code: 'totp-not-begun',
    message: 'There’s nothing to confirm. Start again with a new code.',
  },
  noFactor: {
    status: 409,
    code: 'no-second-factor',
    message: 'You don’t have a second factor. Set one up first.',
  },
  passkeyGone: {
    status: 409,
    code: 'passkey-gone',
    message: 'This passkey no longer exists.',
  },
  passkeyThere: {
    status: 409,
    code: 'passkey-there',
    message: 'This device already has one of your passkeys.',
  },
  notOffered: {
    status: 409,
    code: 'second-factor-not-offered',
    message: 'Your clinic doesn’t use second factors.',
  },
  factorRequired: {
    status: 409,
    code: 'second-factor-required',
    message: 'Your clinic requires a second factor. Set up another one before you remove the last.',
  },
  passwordShort: {
    status: 409,
    code: 'password-short',
    message: 'Your password has fewer than 15 characters, which is only allowed with a second factor. Change it first.',
  },
  wayGone: {
    status: 409,
    code: 'way-gone',
    message: 'You can’t confirm your identity this way here. Choose another one.',
  },
  ownFactor: {
    status: 409,
    code: 'own-second-factor',
    message: 'Change your own second factor in your profile.',
  },
  tooManyPasskeys: {
    status: 409,
    code: 'too-many-passkeys',
    message: `You can have ${mostPasskeys} passkeys. Remove one that you don’t use.`,
  },
})

const base64url = (most: number) => z.string().check(z.maxLength(most), z.regex(/^[\w-]*$/, 'This isn’t a passkey.'))
const transports = z.optional(z.array(z.string().check(z.maxLength(30))).check(z.maxLength(10)))

/** A device's proof of a passkey (WebAuthn, AuthenticationResponseJSON). */
export const Assertion = z.object({
  id: base64url(1400),
  rawId: base64url(1400),
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: base64url(8192),
    authenticatorData: base64url(8192),
    signature: base64url(8192),
    userHandle: z.optional(base64url(200)),
  }),
  clientExtensionResults: z.object({}),
})
export type Assertion = z.output<typeof Assertion>

/** A new passkey from a device (WebAuthn, RegistrationResponseJSON). */
const Attestation = z.object({
  id: base64url(1400),
  rawId: base64url(1400),
  type: z.literal('public-key'),
  response: z.object({ clientDataJSON: base64url(8192), attestationObject: base64url(65_536), transports }),
  clientExtensionResults: z.object({}),
})
export type Attestation = z.output<typeof Attestation>

const descriptors = z.optional(z.array(z.object({ id: z.string(), type: z.string(), transports })))

/** What a browser asks a device to sign (WebAuthn, PublicKeyCredentialRequestOptionsJSON). */
export const AssertionOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number(),
  userVerification: z.literal('required'),
  allowCredentials: descriptors,
})

/** The options for creating a passkey (WebAuthn, PublicKeyCredentialCreationOptionsJSON). */
const CreationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.number() })),
  timeout: z.number(),
  attestation: z.literal('none'),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.boolean(),
    userVerification: z.literal('required'),
  }),
  excludeCredentials: descriptors,
})

const figures = z
  .string({ error: 'Code is required' })
  .check(z.minLength(1, 'Code is required'), z.regex(/^\d{6}$/, `The code has ${totpFigures} digits.`))
/** The proofs of identity, one of which is sent. */
export const proofs = {
  code: z.optional(figures),
  recoveryCode: z.optional(z.string().check(z.minLength(1, 'Code is required'), z.maxLength(100))),
  passkey: z.optional(Assertion),
}

const passkeyName = text(60, 1)

export const Passkey = z.object({ id, name: z.string(), createdAt: time, lastUsedAt: z.nullable(time) })
export type Passkey = z.output<typeof Passkey>

/** A person's second factors; this data proves nothing by itself. */
export const Factors = z.object({
  /** Since when an authenticator app has been set up. */
  totpSince: z.nullable(time),
  passkeys: z.array(Passkey),
  recoveryCodesLeft: z.number(),
  /** False if browsers store no passkeys for this installation's address. */
  passkeysPossible: z.boolean(),
  /** The clinic's policy; `OFF` tells people without a factor that none can be set up. */
  policy: z.enum(['OFF', 'OFFERED', 'REQUIRED']),
})
export type Factors = z.output<typeof Factors>

/** The recovery codes on paper, shown only this once; empty if the person already has some. */
const Codes = z.object({ recoveryCodes: z.array(z.string()) })

const path = '/clinic/user/second-factor'

/** A person's own second factor. */
export const factorCalls = defineCalls({
  getFactors: {
    method: 'GET',
    path,
    summary: 'The second factors of the caller.',
    callers: everyone,
    beforeFactor: true,
    result: Factors,
    example: {},
  },
  beginTotp: {
    method: 'POST',
    path: `${path}/totp`,
    summary: 'Creates the secret for an authenticator app and shows it once. It is set up with its first code.',
    callers: everyone,
    stepUp: true,
    beforeFactor: true,
    result: z.object({ secret: z.string(), uri: z.string() }),
    example: {},
  },
  confirmTotp: {
    method: 'POST',
    path: `${path}/totp/confirm`,
    summary: 'Sets up the authenticator app with its first code, and answers recovery codes if there are none yet.',
    callers: everyone,
    stepUp: true,
    beforeFactor: true,
    body: z.strictObject({ code: figures }),
    result: Codes,
    example: { body: { code: '000000' } },
  },
  removeTotp: {
    method: 'DELETE',
    path: `${path}/totp`,
    summary: 'Removes the authenticator app. Repeating it changes nothing.',
    callers: everyone,
    stepUp: true,
    result: nothing,
    example: {},
  },
  renewRecoveryCodes: {
    method: 'POST',
    path: `${path}/recovery-codes`,
    summary: 'Creates new recovery codes and shows them once. The earlier ones stop working.',
    callers: everyone,
    stepUp: true,
    result: Codes,
    example: {},
  },
  beginPasskey: {
    method: 'POST',
    path: `${path}/passkeys/challenge`,
    summary: 'The options with which a device creates a passkey for the caller.',
    callers: everyone,
    stepUp: true,
    beforeFactor: true,
    kind: 'in-steps',
    result: CreationOptions,
    example: {},
  },
  addPasskey: {
    method: 'POST',
    path: `${path}/passkeys`,
    summary: 'Saves a passkey with a name, and answers recovery codes if there are none yet.',
    callers: everyone,
    stepUp: true,
    beforeFactor: true,
    kind: 'in-steps',
    body: z.strictObject({ name: passkeyName, passkey: Attestation }),
    result: Codes,
    example: {
      body: {
        name: 'Desk',
        passkey: {
          id: 'AAAA',
          rawId: 'AAAA',
          type: 'public-key',
          response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA' },
          clientExtensionResults: {},
        },
      },
    },
  },
  renamePasskey: {
    method: 'PUT',
    path: `${path}/passkeys`,
    summary: 'Renames one of the caller’s passkeys.',
    callers: everyone,
    stepUp: true,
    body: z.strictObject({ id: idOf('none'), name: passkeyName }),
    result: nothing,
    example: { body: { id: '$new', name: 'Desk' } },
  },
  removePasskey: {
    method: 'DELETE',
    path: `${path}/passkeys`,
    summary: 'Removes one of the caller’s passkeys. Repeating it changes nothing.',
    callers: everyone,
    stepUp: true,
    query: z.object({ id: idOf('none') }),
    result: nothing,
    example: { query: { id: '$new' } },
  },
})
