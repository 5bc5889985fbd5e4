import * as z from 'zod/mini'
import { defineCalls } from '../call.ts'
import { list, listQuery } from '../list.ts'
import { everyone, userTypes } from '../roles.ts'
import { id, idOf, nothing, version } from '../shapes.ts'

/** What a clinic requires of its people besides a password. */
export const SignInPolicy = z.object({
  mode: z.enum(['OFF', 'OFFERED', 'REQUIRED']),
  /** The user types it is required for; used only with `REQUIRED`. */
  requiredTypes: z.array(z.enum(everyone)),
  version,
  /** For each type of enabled people: their number, and how many have a second factor. */
  people: z.array(z.object({ userType: z.enum(everyone), all: z.number(), withFactor: z.number() })),
})
export type SignInPolicy = z.output<typeof SignInPolicy>

/** A person with a second factor, as seen by those who run the clinic. */
export const PersonWithFactor = z.object({
  id,
  fullName: z.string(),
  email: z.string(),
  userType: z.enum(userTypes),
  hasApp: z.boolean(),
  passkeys: z.number(),
  recoveryCodesLeft: z.number(),
})
export type PersonWithFactor = z.output<typeof PersonWithFactor>

const clinicPath = '/clinic/sign-in-policy'

/** Second factors of a clinic. */
export const signInPolicyCalls = defineCalls({
  getSignInPolicy: {
    method: 'GET',
    path: clinicPath,
    summary: 'Whether the clinic offers or requires a second factor, and for whom.',
    callers: ['clinicAdmin'],
    result: SignInPolicy,
    example: {},
  },
  setSignInPolicy: {
    method: 'PUT',
    path: clinicPath,
    summary:
      'Sets whether a second factor is offered or required; who is signed in already is asked at the next sign-in.',
    callers: ['clinicAdmin'],
    stepUp: true,
    body: z.strictObject({
      mode: z.enum(['OFF', 'OFFERED', 'REQUIRED']),
      requiredTypes: z.array(z.enum(everyone)).check(z.maxLength(everyone.length, 'A role is listed twice.')),
      version,
    }),
    result: SignInPolicy,
    example: { body: { mode: 'OFFERED', requiredTypes: [], version: 0 } },
  },
  listPeopleWithFactor: list({
    path: `${clinicPath}/people`,
    summary: 'The people who have a second factor, by name.',
    callers: ['clinicAdmin'],
    row: PersonWithFactor,
    query: listQuery({ search: 'name', sort: ['name'] }),
    example: {},
  }),
  resetFactors: {
    method: 'POST',
    path: '/clinic/clinicAdmin/reset-second-factor/{id}',
    summary: 'Removes a lost second factor and its recovery codes, and ends that person’s sessions.',
    callers: ['clinicAdmin'],
    stepUp: true,
    params: z.object({ id: idOf('managed-user') }),
    result: nothing,
    example: { params: { id: '$user' } },
  },
})
