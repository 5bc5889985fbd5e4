import * as z from 'zod/mini'
import { defineCalls, defineRefusals } from '../call.ts'
import {
  addressLine,
  cellPhone,
  city,
  accountEmail,
  firstName,
  lastName,
  photoLeastPixels,
  photoMostBytes,
  state,
  zipCode,
} from '../fields.ts'
import { everyone, managers, userTypes } from '../roles.ts'
import { id, idOf, nothing, version } from '../shapes.ts'

const countryMissing = 'Country is required'
const isCountry = (code: string) =>
  /^[A-Z]{2}$/.test(code) && new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' }).of(code) !== undefined

export const Address = z.strictObject({
  /** Two letters of ISO 3166. */
  country: z.string({ error: countryMissing }).check(z.refine(isCountry, countryMissing)),
  state: state.schema,
  addressLine1: addressLine.schema,
  addressLine2: addressLine.schema,
  city: city.schema,
  zipCode: zipCode.schema,
})
export type Address = z.output<typeof Address>

/** Which notifications a person wants (Q027); all by default (Q028). */
const flags = {
  /** The EHR of a facility requires verification. */
  facilityAuthenticationNotification: z.boolean(),
  /** A job is new, was returned or continues. */
  jobUpdateNotification: z.boolean(),
  emrSubmissionSuccessNotification: z.boolean(),
  /** A note could not be written to the EHR, or a dictation could not be converted. */
  emrSubmissionFailureNotification: z.boolean(),
}
export const NotificationConfig = z.object({ ...flags, userId: id, version })
export type NotificationConfig = z.output<typeof NotificationConfig>

/** A person's own view of their data (PROF-12). */
export const Profile = z.object({
  id,
  firstName: z.string(),
  lastName: z.string(),
  fullName: z.string(),
  email: z.string(),
  phoneNumber: z.nullable(z.object({ countryCode: z.string(), number: z.string() })),
  /** Null until it is entered. */
  address: z.nullable(Address),
  activateRoster: z.boolean(),
  profilePic: z.nullable(z.string()),
  userType: z.enum(userTypes),
  version,
})
export type Profile = z.output<typeof Profile>

export const profileRefusals = defineRefusals({
  photoMissing: { status: 400, code: 'photo-missing', message: 'Choose a picture.' },
  photoType: {
    status: 422,
    code: 'photo-type',
    message: 'You can only upload images of .png and .jpeg format',
  },
  photoTooSmall: {
    status: 422,
    code: 'photo-too-small',
    message: `Minimum image size is ${photoLeastPixels}px by ${photoLeastPixels}px`,
  },
  photoTooLarge: {
    status: 413,
    code: 'photo-too-large',
    message: `A picture may have at most ${photoMostBytes / 1_048_576} MB.`,
  },
  photoUnreadable: {
    status: 422,
    code: 'photo-unreadable',
    message: 'We can’t read this picture. Choose another one.',
  },
  photoOnItsWay: {
    status: 409,
    code: 'photo-on-its-way',
    message: 'Your last picture is still being processed. Wait a moment.',
  },
  photosBusy: {
    status: 503,
    code: 'photos-busy',
    message: 'Too many pictures are being processed right now. Try again in a few seconds.',
  },
  wrongPassword: {
    status: 422,
    code: 'current-password-wrong',
    message: 'The current password is wrong.',
    field: 'currentPassword',
  },
  nothingChanged: {
    status: 422,
    code: 'nothing-changed',
    message: 'That’s already your email and password.',
  },
  noMailServer: {
    status: 422,
    code: 'no-mail-server',
    message:
      'We confirm a new email at the old address, and no mail server is set up yet. Nothing was changed. Ask the person who runs Dictara.',
  },
})

const own = z.object({ userId: z.optional(idOf('own-user')) })
const whose = z.object({ userId: idOf('own-user') })
/** The version that the person saw: if given, a change by somebody else since then is reported. */
const seen = { userId: z.optional(idOf('own-user')), version: z.optional(version) }

const secret = (missing: string) =>
  z.string({ error: missing }).check(z.minLength(1, missing), z.maxLength(1024, 'This password is too long.'))

const phoneMissing = cellPhone.rules[0]!.message
const countryCodeMissing = 'Choose the country of the phone number.'

export const profileCalls = defineCalls({
  getProfile: {
    method: 'GET',
    path: '/clinic/user/profile',
    summary: 'The caller’s own profile.',
    callers: everyone,
    query: own,
    result: Profile,
    example: { query: { userId: '$self' } },
  },
  saveBasicDetails: {
    method: 'PUT',
    path: '/clinic/user/basic-details',
    summary: 'Changes the caller’s name, phone and address, and answers the new profile.',
    callers: everyone,
    body: z.strictObject({
      ...seen,
      firstName: firstName.schema,
      lastName: lastName.schema,
      phoneNumber: z.strictObject(
        {
          countryCode: z.string({ error: countryCodeMissing }).check(z.regex(/^\+?\d{1,4}$/, countryCodeMissing)),
          number: cellPhone.schema,
        },
        { error: ({ code }) => (code === 'invalid_type' ? phoneMissing : undefined) },
      ),
      /** A complete address, or null for none. */
      address: z.nullable(Address),
    }),
    result: Profile,
    example: {
      body: {
        firstName: 'Ann',
        lastName: 'Lee',
        phoneNumber: { countryCode: '+1', number: '5550100' },
        address: {
          country: 'US',
          state: 'New York',
          addressLine1: '12 Harbor Street',
          addressLine2: 'Floor 3',
          city: 'Albany',
          zipCode: '12207',
        },
      },
    },
  },
  getNotificationConfig: {
    method: 'GET',
    path: '/clinic/user/notification-config',
    summary: 'Which notifications the caller wants.',
    callers: everyone,
    query: own,
    result: NotificationConfig,
    example: { query: { userId: '$self' } },
  },
  saveNotificationConfig: {
    method: 'PUT',
    path: '/clinic/user/notification-config',
    summary: 'Sets which notifications the caller wants. Those that are off aren’t created (Q027).',
    callers: everyone,
    body: z.strictObject({ ...seen, ...flags }),
    result: NotificationConfig,
    example: {
      body: {
        userId: '$self',
        facilityAuthenticationNotification: true,
        jobUpdateNotification: true,
        emrSubmissionSuccessNotification: true,
        emrSubmissionFailureNotification: true,
      },
    },
  },
  saveUserConfig: {
    method: 'PUT',
    path: '/clinic/user/config',
    summary: 'Sets whether the caller has a roster, and their notifications if they are sent too (C9).',
    callers: managers,
    body: z.strictObject({
      ...seen,
      activateRoster: z.optional(z.boolean()),
      facilityAuthenticationNotification: z.optional(z.boolean()),
      jobUpdateNotification: z.optional(z.boolean()),
      emrSubmissionSuccessNotification: z.optional(z.boolean()),
      emrSubmissionFailureNotification: z.optional(z.boolean()),
    }),
    result: Profile,
    example: { body: { activateRoster: true } },
  },
  changeCredentials: {
    method: 'PUT',
    path: '/clinic/user/credentials',
    summary: 'Changes the caller’s email, password or both. All their sessions end (Q060).',
    callers: everyone,
    kind: 'in-steps',
    body: z.strictObject({
      userId: z.optional(idOf('own-user')),
      email: accountEmail.schema,
      currentPassword: secret('Current Password is required'),
      /** Absent or null: the password stays. */
      newPassword: z.optional(z.nullable(secret('New Password is required'))),
    }),
    result: nothing,
    example: { body: { email: 'ann.lee@example.org', currentPassword: 'not the password of anybody' } },
  },
  uploadPhoto: {
    method: 'POST',
    path: '/clinic/user/upload-profile-pic',
    summary: 'Sets the caller’s photo (multipart, file `multipartFile`, png or jpeg) and answers its address.',
    callers: everyone,
    kind: 'upload',
    query: whose,
    result: z.string(),
    example: { query: { userId: '$self' } },
  },
  deletePhoto: {
    method: 'DELETE',
    path: '/clinic/user/delete-profile-pic',
    summary: 'Removes the caller’s photo. Repeating it changes nothing.',
    callers: everyone,
    query: whose,
    result: nothing,
    example: { query: { userId: '$self' } },
  },
  downloadPhoto: {
    method: 'GET',
    path: '/clinic/user/download-profile-pic',
    summary: 'The photo of someone in the caller’s clinic as a data URL, or an empty list if there is none.',
    callers: everyone,
    kind: 'in-steps',
    query: z.object({ userId: idOf('none') }),
    result: z.string(),
    example: { query: { userId: '$self' } },
  },
  getPhoto: {
    method: 'GET',
    path: '/clinic/user/{userId}/photo/{photo}',
    summary:
      'A photo by its own address, for browsers in which somebody of the same clinic is signed in; it never changes.',
    callers: 'public',
    limit: 'none',
    params: z.object({ userId: idOf('none'), photo: idOf('none') }),
    kind: 'download',
    result: nothing,
    example: { params: { userId: '$self', photo: '$new' } },
  },
})
