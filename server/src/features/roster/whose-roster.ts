import { rosterRefusals } from '@dictara/contract/roster'
import { isAuthor } from '../../platform/actor.ts'
import type { ClinicWork } from '../../platform/database/index.ts'
import { notFound, refuseUnless } from '../../platform/refusal.ts'
import { findReachedAuthor } from '../people/index.ts'

/**
 * The owner of the wanted roster: the named author, if the actor reaches them, or the actor, if they are an author (Q039).
 * @throws Refusal 404 for an author out of reach, 422 if nobody is named and the actor is no author
 */
export async function whoseRoster(
  work: ClinicWork,
  providerId: string | null | undefined,
): Promise<{ id: string; fullName: string }> {
  const { userId, fullName } = work.actor
  if (!providerId || providerId === userId) {
    refuseUnless(isAuthor(work.actor), rosterRefusals.doctorMissing)
    return { id: userId, fullName }
  }
  const author = await findReachedAuthor(work, providerId)
  if (!author) throw notFound()
  return author
}
