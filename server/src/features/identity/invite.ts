import type { Work } from '../../platform/database/index.ts'
import { insertInvitation } from './invitations.store.ts'
import { hashOf, randomSecret } from './tokens.ts'

/** How long an invitation's link can be used (Q005), and a link for a forgotten password (controls.md S25). */
const invitationMs = 72 * 60 * 60_000
const resetMs = 30 * 60_000

async function makeLink(work: Work, userId: string, lifeMs: number): Promise<string> {
  const token = randomSecret()
  await insertInvitation(work, userId, hashOf(token), new Date(work.now.getTime() + lifeMs))
  return token
}

/** Makes the one-time link by which a person sets a password; an earlier link of theirs ends. @returns its token */
export const inviteUser = (work: Work, userId: string) => makeLink(work, userId, invitationMs)

/** As `inviteUser`, for somebody who forgot theirs: the link is good for half an hour. */
export const resetUser = (work: Work, userId: string) => makeLink(work, userId, resetMs)
