import * as z from 'zod/mini'
import { defineCalls } from '../call.ts'
import { userTypes } from '../roles.ts'
import { id, idOf } from '../shapes.ts'
import { StoredUser, userPrivileges } from './identity.ts'

/** Somebody of the demo whom a visitor can be. */
export const DemoPerson = z.object({
  id,
  fullName: z.string(),
  userType: z.enum(userTypes),
  userPrivilege: z.enum(userPrivileges),
})
export type DemoPerson = z.output<typeof DemoPerson>

/**
 * Looking around the demo without a password (Q212): in the demo's clinic only, on this computer only, and only where no public
 * address is set. Anywhere else these calls answer 404.
 */
export const demoSignInCalls = defineCalls({
  listDemoPeople: {
    method: 'GET',
    path: '/demo/people',
    summary: 'The people whom a visitor of the demo can be.',
    callers: 'public',
    limit: 'address',
    result: DemoPerson,
    example: {},
  },
  signInToDemo: {
    method: 'POST',
    path: '/demo/sign-in',
    summary: 'Opens an ordinary session for one of the demo’s people, without a password.',
    callers: 'public',
    limit: 'address',
    body: z.strictObject({ userId: idOf('none') }),
    result: StoredUser,
    example: { body: { userId: '$new' } },
  },
})
