import * as z from 'zod/mini'
import { defineCalls, defineRefusals } from '../call.ts'
import { accountEmail, clinicName, firstName, lastName } from '../fields.ts'
import { idOf, nothing } from '../shapes.ts'
import { StoredUser } from './identity.ts'
import { newPassword } from './new-password.ts'
import { PhoneNumber } from './person.ts'

/** Digits of a code, how long it is valid, how often it may be wrong, and the wait before another one (Q004). */
export const otpFigures = 6
export const otpMs = 10 * 60_000
export const otpTries = 5
export const resendAfterSeconds = 10

export const signUpRefusals = defineRefusals({
  otpInvalid: {
    status: 422,
    code: 'otp-invalid',
    message: 'Wrong code, or it has expired. Use the code from the latest email, or request a new one.',
  },
  otpStopped: {
    status: 429,
    code: 'otp-stopped',
    message: 'Too many wrong attempts with this code. Request a new one.',
  },
  otpStoppedToday: {
    status: 429,
    code: 'otp-stopped-today',
    message: 'Too many wrong codes. Try again tomorrow.',
  },
  otpTooSoon: {
    status: 429,
    code: 'otp-too-soon',
    message: 'We just sent a code. Wait {seconds} seconds before you request another.',
  },
  otpTooOften: {
    status: 429,
    code: 'otp-too-often',
    message: 'We’ve sent several codes. Look for the latest email, also in your spam folder, or try again in an hour.',
  },
  signUpOver: {
    status: 410,
    code: 'sign-up-over',
    message: 'This sign-up has ended. If you finished it, sign in; otherwise sign up again.',
  },
  tooManySignUps: {
    status: 429,
    code: 'too-many-sign-ups',
    message: 'Too many sign-ups from your network. Try again in an hour.',
  },
  noMailServer: {
    status: 422,
    code: 'no-mail-for-accounts',
    message: 'No mail server is set up yet. Ask the person who runs Dictara.',
  },
})

const example = {
  firstName: 'Ann',
  lastName: 'Lee',
  email: 'ann@hill.example',
  password: 'seven boats upon a lake',
  clinicName: 'Hill Clinic',
  phoneNumber: { countryCode: '+1', number: '5550100' },
  acceptedPolicies: true,
}

export const signUpCalls = defineCalls({
  signUp: {
    method: 'POST',
    path: '/authenticate/sign-up',
    summary:
      'Begins the account of a clinic and of its first administrator, and mails a code to them. The answer is the same for an address that has an account.',
    callers: 'public',
    limit: 'address',
    body: z.strictObject({
      firstName: firstName.schema,
      lastName: lastName.schema,
      email: accountEmail.schema,
      password: newPassword,
      clinicName: clinicName.schema,
      phoneNumber: PhoneNumber,
      acceptedPolicies: z.literal(true, { error: 'Please accept our Privacy Policy and BAA' }),
      /** The browser's zone, e.g. `Europe/Berlin`; used for the first facility. */
      timeZone: z.optional(z.string().check(z.maxLength(100))),
    }),
    /** The future id of the person, for entering the code. */
    result: z.string(),
    example: { body: example },
  },
  verifyOtp: {
    method: 'POST',
    path: '/authenticate/sign-up/verify',
    summary:
      'Makes the clinic, its first facility and its administrator by the code that was mailed, and signs the administrator in.',
    callers: 'public',
    limit: 'address',
    body: z.strictObject({
      id: idOf('none'),
      otp: z
        .string({ error: 'OTP is required' })
        .check(z.minLength(1, 'OTP is required'), z.regex(/^\d{6}$/, 'The code has 6 digits.')),
    }),
    result: StoredUser,
    example: { body: { id: '$new', otp: '000000' } },
  },
  resendOtp: {
    method: 'POST',
    path: '/authenticate/sign-up/resend-otp',
    summary: 'Mails a new sign-up code. The earlier one stops working.',
    callers: 'public',
    limit: 'address',
    body: z.strictObject({ id: idOf('none') }),
    result: nothing,
    example: { body: { id: '$new' } },
  },
  forgotPassword: {
    method: 'POST',
    path: '/authenticate/forgot-password',
    summary: 'Mails a link to set a new password. The answer is the same for every address.',
    callers: 'public',
    limit: 'address',
    query: z.object({ email: accountEmail.schema }),
    result: nothing,
    example: { query: { email: 'ann@hill.example' } },
  },
})
