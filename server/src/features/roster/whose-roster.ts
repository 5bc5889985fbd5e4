import { rosterRefusals } from '@dictara/contract/roster'
import { isAuthor } from '../../platform/actor.ts'
import type { ClinicWork } from '../../platform/database/index.ts'
import { notFound, refuseUnless } from '../../platform/refusal.ts'
import { findReachedAuthor } from '../people/index.ts'

/**
 * Whose roster is meant: the one named, where the actor reaches it, or the actor's own, which only an author has (Q039).
 * @throws Refusal 404 for somebody else's, 422 where nobody is named who should be
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
