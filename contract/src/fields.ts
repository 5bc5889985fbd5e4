import * as z from 'zod/mini'

/** A rule in the form used by forms; not a schema, so that browsers have it too (docs/decisions/0007). */
export interface FieldRule {
  required?: boolean
  whitespace?: boolean
  pattern?: RegExp
  max?: number
  message: string
  transform?: (value: string) => string
}

interface TextFieldSpec {
  /** The message for an empty value. */
  missing: string
  /** The maximum length, and the message for a longer value. */
  most?: readonly [length: number, message: string]
  /** The pattern, and the message for a value that does not match. */
  pattern?: readonly [pattern: RegExp, message: string]
}

const trimmed = (value: unknown) => (typeof value === 'string' ? value.trim() : '')

/**
 * A required text field, defined once: `schema` checks it on the server, `rules` in a form, `maxLength` limits an
 * input. Surrounding spaces do not count.
 */
/* #__NO_SIDE_EFFECTS__ */
export function textField({ missing, most, pattern }: TextFieldSpec) {
  const rules: FieldRule[] = [
    { required: true, whitespace: true, message: missing },
    ...(most ? [{ max: most[0], message: most[1], transform: trimmed }] : []),
    ...(pattern ? [{ pattern: pattern[0], message: pattern[1], transform: trimmed }] : []),
  ]
  const checks = [
    z.trim(),
    z.normalize(),
    z.minLength(1, missing),
    ...(most ? [z.maxLength(...most)] : []),
    ...(pattern ? [z.regex(...pattern)] : []),
  ] as const
  return { schema: z.string({ error: missing }).check(...checks), rules, maxLength: most?.[0] }
}

/** Letters with a period or comma and a space, a hyphen (Hebrew has its own), an apostrophe or a space between (AUTH-22). */
const namePattern = /^\p{L}\p{M}*(?:(?:[.,] |[-\u2010\u2011\u05BE'’ ])?\p{L}\p{M}*)*$/u

const personName = (missing: string, tooLong: string) =>
  textField({
    missing,
    most: [100, tooLong],
    pattern: [namePattern, 'Please enter only alphabets'],
  })

export const firstName = personName('First Name is required', 'First Name may have at most 100 characters.')
export const lastName = personName('Last Name is required', 'Last Name may have at most 100 characters.')
/** As it stands on a payment card (BILL-38). */
export const cardholderName = personName('Cardholder name is required', 'A name may have at most 100 characters.')

const emailPattern = /^[^\s\p{C}@<>"(),;:\\[\]]+@[^\s\p{C}@<>"(),;:\\[\]]+\.[^\s\p{C}@<>"(),;:\\[\].]{2,}$/u

const emailField = (invalid: string) =>
  textField({ missing: 'Email is required', most: [320, invalid], pattern: [emailPattern, invalid] })

/** For people, and for the account forms: each with its own message (Q008). */
export const email = emailField('Please enter valid email')
export const accountEmail = emailField('Please enter valid Email')

/**
 * One line, whose only invisible characters are those that join letters and signs of some scripts. Anchored first, so
 * that a long text is refused as fast.
 * @param ahead a further condition, as a lookahead
 */
/* #__NO_SIDE_EFFECTS__ */
export const readableLine = (ahead = '') =>
  new RegExp(`^${ahead}(?:[^\\p{C}]|(?<=[^\\p{C}\\s])[\\u200c\\u200d])*$`, 'u')

export const clinicName = textField({
  missing: 'Clinic Name is required',
  most: [100, 'Clinic Name may have at most 100 characters.'],
  pattern: [readableLine(), 'This contains characters that can’t be stored.'],
})

/** A facility's number of a patient. */
export const medicalRecordNumber = textField({
  missing: 'MRN is required',
  most: [50, 'An MRN may have at most 50 characters.'],
  pattern: [
    /^[\p{L}\p{N}]+(?:[ ./#_-][\p{L}\p{N}]+)*$/u,
    'Use letters and digits in an MRN, with single signs between them.',
  ],
})

export const bedId = textField({
  missing: 'Bed is required',
  most: [30, 'A bed may have at most 30 characters.'],
  pattern: [readableLine(), 'This contains characters that can’t be stored.'],
})

export const npi = textField({
  missing: 'NPI number is required',
  pattern: [/^\d{10}$/, 'An NPI number has 10 digits'],
})

/**
 * 4 to 15 digits, some of them in parentheses, with a space, a period or a hyphen between; without the calling code.
 */
const phoneField = (missing: string) =>
  textField({
    missing,
    most: [20, 'Please enter a valid phone number.'],
    pattern: [
      /^(?=(?:\D*\d){4,15}\D*$)(?:\(\d+\)|\d)(?:[ .-]{0,3}(?:\(\d+\)|\d))*$/,
      'Please enter a valid phone number.',
    ],
  })

export const phone = phoneField('Phone Number is required')
/** A person's own number (PROF-14, Q062). */
export const cellPhone = phoneField('Cell Phone is required')

/** Letters and single spaces (PROF-16, PROF-17). */
const placeName = (missing: string, invalid: string) =>
  textField({ missing, most: [100, invalid], pattern: [/^\p{L}\p{M}*(?: ?\p{L}\p{M}*)*$/u, invalid] })

export const state = placeName('State is required', 'Please enter valid state name')
export const city = placeName('City is required', 'Please enter valid city name')
export const addressLine = textField({
  missing: 'Address is required',
  most: [200, 'A line of an address may have at most 200 characters.'],
  pattern: [readableLine(), 'This contains characters that can’t be stored.'],
})
export const zipCode = textField({
  missing: 'Zip Code is required',
  most: [20, 'Please enter valid zip code'],
  pattern: [/^[\p{L}\p{N}]+$/u, 'Please enter valid zip code'],
})

/** The least width and height of a photo (Q061), and the maximum size of its file. */
export const photoLeastPixels = 150
export const photoMostBytes = 5 * 1_048_576

export const groupName = textField({
  missing: 'Please enter group name',
  most: [100, 'A group name may have at most 100 characters.'],
  pattern: [readableLine(), 'This contains characters that can’t be stored.'],
})
