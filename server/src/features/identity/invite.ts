import type { Work } from '../../platform/database/index.ts'
import { insertInvitation } from './invitations.store.ts'
import { hashOf, randomSecret } from './tokens.ts'

/** How long an invitation's link can be used (Q005). */
const invitationMs = 72 * 60 * 60_000

/** Makes the one-time link by which a person sets a password; an earlier link of theirs ends. @returns its token */
export async function inviteUser(work: Work, userId: string): Promise<string> {
  const token = randomSecret()
  await insertInvitation(work, userId, hashOf(token), new Date(work.now.getTime() + invitationMs))
  return token
}
