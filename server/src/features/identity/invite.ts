import type { Work } from '../../platform/database/index.ts'
import { insertInvitation } from './invitations.store.ts'
import { hashOf, randomSecret } from './tokens.ts'

/** How long a link can be used: of an invitation (Q005), and for a forgotten password (controls.md S25). */
const invitationMs = 72 * 60 * 60_000
const resetMs = 30 * 60_000

async function makeLink(work: Work, userId: string, lifeMs: number): Promise<string> {
  const token = randomSecret()
  await insertInvitation(work, userId, hashOf(token), new Date(work.now.getTime() + lifeMs))
  return token
}

/** Makes the one-time link with which a person sets a password, and ends an earlier one. @returns its token */
export const inviteUser = (work: Work, userId: string) => makeLink(work, userId, invitationMs)

/** Like `inviteUser`, for somebody who forgot their password. The link is valid for half an hour. */
export const resetUser = (work: Work, userId: string) => makeLink(work, userId, resetMs)
