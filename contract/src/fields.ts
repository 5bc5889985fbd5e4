import * as z from 'zod/mini'

/** A rule as forms take it; no schema, so that a browser has it too (docs/decisions/0007). */
export interface FieldRule {
  required?: boolean
  whitespace?: boolean
  pattern?: RegExp
  max?: number
  message: string
  transform?: (value: string) => string
}

interface TextFieldSpec {
  /** What is said when there is nothing. */
  missing: string
  /** How long it may be, and what is said of a longer one. */
  most?: readonly [length: number, message: string]
  /** How it looks, and what is said of another look. */
  pattern?: readonly [pattern: RegExp, message: string]
}

const trimmed = (value: unknown) => (typeof value === 'string' ? value.trim() : '')

/**
 * A field of text that must be filled in, told once: `schema` checks it on the server, `rules` in a form, `maxLength` keeps an input
 * from more. Spaces around it do not count.
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

/** Letters with a period or comma and a space, a hyphen, an apostrophe or a space between (AUTH-22). */
const namePattern = /^\p{L}\p{M}*(?:(?:[.,] |[-'’ ])?\p{L}\p{M}*)*$/u

const personName = (missing: string, tooLong: string) =>
  textField({
    missing,
    most: [100, tooLong],
    pattern: [namePattern, 'Please enter only alphabets'],
  })

export const firstName = personName('First Name is required', 'First Name may have at most 100 characters.')
export const lastName = personName('Last Name is required', 'Last Name may have at most 100 characters.')

export const email = textField({
  missing: 'Email is required',
  most: [320, 'Please enter valid email'],
  pattern: [
    /^[^\s\p{C}@<>"(),;:\\[\]]+@[^\s\p{C}@<>"(),;:\\[\]]+\.[^\s\p{C}@<>"(),;:\\[\].]{2,}$/u,
    'Please enter valid email',
  ],
})

export const npi = textField({
  missing: 'NPI number is required',
  pattern: [/^\d{10}$/, 'An NPI number has 10 digits'],
})

/** 4 to 15 digits, some of them in parentheses, with a space, a period or a hyphen between; without its calling code. */
export const phone = textField({
  missing: 'Phone Number is required',
  most: [20, 'Please enter a valid phone number.'],
  pattern: [
    /^(?=(?:\D*\d){4,15}\D*$)(?:\(\d+\)|\d)(?:[ .-]{0,3}(?:\(\d+\)|\d))*$/,
    'Please enter a valid phone number.',
  ],
})

export const groupName = textField({
  missing: 'Please enter group name',
  most: [100, 'A group name may have at most 100 characters.'],
  // Of what nobody sees only what joins letters and signs of some scripts.
  pattern: [/^(?:[^\p{C}]|(?<=[^\p{C}\s])[\u200c\u200d])*$/u, 'This contains characters that cannot be stored.'],
})
