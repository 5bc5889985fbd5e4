import * as z from 'zod/mini'
import { defineCalls, defineRefusals } from '../call.ts'
import { flag, id, nothing, sessionId } from '../shapes.ts'
import { transcribers, userTypes } from '../roles.ts'
import { newPassword } from './new-password.ts'

export const userPrivileges = ['NONE', 'TRANSCRIPTION_ONLY', 'REVIEWER_ONLY', 'TRANSCRIPTION_REVIEWER'] as const
export type UserPrivilege = (typeof userPrivileges)[number]

/** Dashboards that a person may request besides the one of their user type (AUTH-28 to AUTH-31, Q010). */
export const flavours = {
  NONE: 'none',
  TRANSCRIPTION_ONLY: 'transcriptionist',
  REVIEWER_ONLY: 'reviewer',
  TRANSCRIPTION_REVIEWER: 'transcriptionist',
} as const satisfies Record<UserPrivilege, string>

/** Scopes of the access token. The client uses them for tabs; the server recomputes them from the user row. */
export const scopes = [
  'ROLE_DOCTOR',
  'ROLE_TRANSCRIPTIONIST',
  'ROLE_REVIEWER',
  'ROLE_BILLER',
  'ROLE_ADMIN',
  'ROLE_CLINIC_ADMIN',
  'ROLE_DICTIONARY',
  'ROLE_SUPER_ADMIN',
] as const
export type Scope = (typeof scopes)[number]

/** Idle time after which a session ends, on the server and in the browser (SHELL-47). */
export const idleMs = 900_000
/** A session ends after this time even when in use (Q014). */
export const absoluteSessionMs = 12 * 60 * 60 * 1000
/** How long a proof of identity counts, for actions that require one (S32). */
export const proofMs = 5 * 60 * 1000
/** Life of an access token. */
export const tokenMs = 15 * 60 * 1000
/** Life of an encrypted key (Q166). */
export const handoffKeyMs = 60_000
/** Life of an invitation (Q005). */
export const invitationMs = 72 * 60 * 60 * 1000
/** `leastWithFactor`: the minimum with a second factor (Q006). */
export const passwordLength = { least: 15, leastWithFactor: 8, most: 128 }

/** The user as kept in the browser (AUTH-32). */
export const StoredUser = z.object({
  id,
  token: z.string(),
  clinicId: z.nullable(id),
  clinicName: z.nullable(z.string()),
  userType: z.enum(userTypes),
  userPrivilege: z.enum(userPrivileges),
  scopes: z.array(z.enum(scopes)),
  firstName: z.string(),
  lastName: z.string(),
  fullName: z.string(),
  email: z.string(),
  profilePic: z.nullable(z.string()),
  sessionId: id,
  clinicConfigured: z.boolean(),
  superAdmin: z.boolean(),
  transcriptionFlow: z.enum(['TRANSCRIPTION_ONLY', 'TRANSCRIPTION_REVIEWER']),
  hl7Integration: z.boolean(),
  facilityAccessEnable: z.boolean(),
  /** Null: no verification is needed. */
  emrHandlingData: z.object({ emrVerificationUrl: z.nullable(z.string()) }),
  /** A tab of this browser has changes that the server lacks; the server itself never sets it. */
  unsavedStatus: z.boolean(),
  /** The clinic is a demo clinic: its admins see the demo EHR page. */
  demo: z.boolean(),
  /** Created by /cross-Auth: the parent session is the one that requested the key. */
  crossAuthenticated: z.boolean(),
  /**
   * Their clinic, or their short password, requires a second factor: until they have one, everything else is closed
   * (S32).
   */
  mustEnrol: z.boolean(),
})
export type StoredUser = z.output<typeof StoredUser>

/** The second step after the password: a code of an app, a passkey, or a recovery code on paper (S32). */
export const secondWays = ['TOTP', 'PASSKEY', 'RECOVERY'] as const
export type SecondWay = (typeof secondWays)[number]

/** A sign-in with a correct password that waits for the second step. */
export const PendingSignIn = z.object({
  /** Identifies it in the calls of second-factor.ts: for this browser, for five minutes, once. */
  handle: z.string(),
  ways: z.array(z.enum(secondWays)),
})
export type PendingSignIn = z.output<typeof PendingSignIn>

export const identityRefusals = defineRefusals({
  wrongCredentials: {
    status: 401,
    code: 'wrong-credentials',
    message: 'Wrong email or password. Try again.',
  },
  signInDelayed: {
    status: 429,
    code: 'sign-in-delayed',
    message: 'Too many failed attempts. Wait {seconds} seconds and try again.',
  },
  signInStopped: {
    status: 429,
    code: 'sign-in-stopped',
    message:
      'Too many failed attempts. This email can’t be used here until its password is reset: use “Forgot password?” or ask your clinic administrator.',
  },
  tooBusy: {
    status: 503,
    code: 'too-busy',
    message: 'Many people are signing in right now. Try again in a few seconds.',
  },
  userDisabled: {
    status: 403,
    code: 'user-disabled',
    message: 'This account is disabled. Ask your clinic administrator.',
  },
  keyInvalid: {
    status: 401,
    code: 'key-invalid',
    message: 'This sign-in link has been used or has expired. Sign in.',
  },
  linkInvalid: {
    status: 410,
    code: 'link-invalid',
    message: 'This link has been used or has expired. Request a new one.',
  },
  passwordTooShort: {
    status: 422,
    code: 'password-too-short',
    message: 'Use at least {least} characters. A short sentence is easy to remember.',
  },
  passwordTooLong: { status: 422, code: 'password-too-long', message: 'Use at most 128 characters.' },
  passwordKnown: {
    status: 422,
    code: 'password-known',
    message: 'This password is easy to guess. Choose another one, without your name or your clinic’s.',
  },
})

export const identityCalls = defineCalls({
  login: {
    method: 'POST',
    path: '/authenticate/login',
    summary:
      'Signs a person in by email and password, and opens a session. Who has a second factor gets no session yet, but what the second step needs.',
    callers: 'public',
    limit: 'address',
    body: z.strictObject({
      email: z
        .string({ error: 'Email is required' })
        .check(z.minLength(1, 'Email is required'), z.maxLength(320, 'Please enter valid Email')),
      password: newPassword,
    }),
    result: StoredUser,
    extra: z.object({ pending: z.optional(PendingSignIn) }),
    example: { body: { email: 'doctor@example.org', password: 'a long enough pass phrase' } },
  },
  renewToken: {
    method: 'GET',
    path: '/authenticate/token',
    summary: 'Checks the bearer token and answers the user, with a new token when the old one ends soon.',
    callers: 'signed-in',
    door: 'gate',
    beforeFactor: true,
    result: StoredUser,
    /** Time since the person's last activity, so that a browser does not end a session that another tab uses. */
    extra: z.object({ idleForMs: z.number() }),
    example: {},
  },
  currentLogin: {
    method: 'GET',
    path: '/authenticate/get-login',
    summary: 'Answers who is signed in with a token.',
    callers: 'public',
    limit: 'address',
    query: z.object({ token: z.optional(z.string().check(z.maxLength(4096))) }),
    result: StoredUser,
    example: { query: { token: '$token' } },
  },
  logout: {
    method: 'GET',
    path: '/authenticate/logout',
    summary: 'Ends the session, or the named one of the same person, its child sessions and its live channels.',
    callers: 'signed-in',
    door: 'gate',
    beforeFactor: true,
    query: z.object({ sessionId, idle: z.optional(flag) }),
    result: nothing,
    example: { query: { sessionId: '$session' } },
  },
  encryptedKey: {
    method: 'GET',
    path: '/authenticate/encrypted-key',
    summary: 'Creates a one-time key with which another application of this installation opens a session.',
    callers: transcribers,
    door: 'gate',
    query: z.object({ token: z.optional(z.string().check(z.maxLength(4096))) }),
    result: z.string(),
    audit: 'session.key-issued',
    person: true,
    example: {},
  },
  checkLogin: {
    method: 'GET',
    path: '/authenticate/check-login',
    summary: 'Redeems a one-time key: opens a child session of the session that made it.',
    callers: 'public',
    limit: 'address',
    query: z.object({ encryptedKey: z.string().check(z.maxLength(512)) }),
    result: StoredUser,
    person: true,
    example: { query: { encryptedKey: 'unknown-key' } },
  },
  findInvitation: {
    method: 'GET',
    path: '/authenticate/invitation',
    summary: 'Whether an invitation link is still valid, and for whom it is.',
    callers: 'public',
    limit: 'address',
    query: z.object({ token: z.string().check(z.maxLength(512)) }),
    /** `leastCharacters`: minimum length of the password; less with a second factor (Q006). */
    result: z.object({ email: z.string(), firstName: z.string(), leastCharacters: z.number() }),
    example: { query: { token: 'unknown' } },
  },
  resetPassword: {
    method: 'POST',
    path: '/authenticate/reset-password',
    summary: 'Sets a password with a one-time link and ends all sessions of the person.',
    callers: 'public',
    limit: 'address',
    body: z.strictObject({ password: newPassword, token: z.string().check(z.maxLength(512)) }),
    result: nothing,
    example: { body: { password: 'a long enough pass phrase', token: 'unknown' } },
  },
  draftKey: {
    method: 'GET',
    path: '/authenticate/draft-key',
    summary: 'The key that encrypts this person’s drafts and recordings in the browser (32 bytes, base64).',
    callers: 'signed-in',
    door: 'gate',
    result: z.string(),
    example: {},
  },
})
