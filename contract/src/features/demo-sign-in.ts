import * as z from 'zod/mini'
import { defineCalls } from '../call.ts'
import { userTypes } from '../roles.ts'
import { id, idOf } from '../shapes.ts'
import { StoredUser, userPrivileges } from './identity.ts'

/** A person of the demo whom a visitor can sign in as. */
export const DemoPerson = z.object({
  id,
  fullName: z.string(),
  userType: z.enum(userTypes),
  userPrivilege: z.enum(userPrivileges),
})
export type DemoPerson = z.output<typeof DemoPerson>

/**
 * Lets people look around the demo without a password (Q212): only in the demo's clinic, only on this computer, and
 * only without a public address. Otherwise these calls answer 404.
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
