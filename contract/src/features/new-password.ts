import * as z from 'zod/mini'

/** A password on the wire; the server judges its strength (Q006). */
export const newPassword = z
  .string({ error: 'Password is required' })
  .check(z.minLength(1, 'Password is required'), z.maxLength(1024, 'This password is too long.'))
