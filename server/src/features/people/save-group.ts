import { peopleRefusals } from '@dictara/contract/people'
import { groupRefusals, type ReviewerGroup, type ReviewerGroupInput } from '@dictara/contract/reviewer-groups'
import { type ClinicWork, waitForTurn } from '../../platform/database/index.ts'
import { newId } from '../../platform/ids.ts'
import { refuseUnless, refuseUnlessAsSeen } from '../../platform/refusal.ts'
import { countReviewers } from './choices.store.ts'
import { getGroup, groupNameIsTaken, saveGroup } from './groups.store.ts'

declare module '../../platform/database/work.ts' {
  interface AuditEvents {
    'reviewer-group.added': { groupId: string }
    'reviewer-group.edited': { groupId: string }
  }
}

/**
 * Adds a group, or changes the one with this id. Eligibility for reviews changes at once. New members must be reviewers that the
 * actor may choose (Q047). Earlier members may stay, even if disabled since: reviews skip them (Q054).
 */
export async function saveReviewerGroup(
  work: ClinicWork,
  { id, groupName, level, ...input }: ReviewerGroupInput & { id?: string; version?: number | undefined },
): Promise<ReviewerGroup> {
  await waitForTurn(work, `groups of ${work.clinicId}`)
  const before = id === undefined ? undefined : await getGroup(work, id)
  if (before) await refuseUnlessAsSeen(before.version, input, () => before)
  const groupId = id ?? newId(work.now.getTime())
  const reviewerIds = [...new Set(input.reviewerIds)]
  refuseUnless(!(await groupNameIsTaken(work, groupName, groupId)), groupRefusals.nameTaken)
  const added = reviewerIds.filter((one) => !before?.reviewerIds.includes(one))
  refuseUnless((await countReviewers(work, added)) === added.length, peopleRefusals.reviewerUnknown)
  await saveGroup(work, groupId, { groupName, level, reviewerIds })
  await work.audit({ event: before ? 'reviewer-group.edited' : 'reviewer-group.added', detail: { groupId } })
  return getGroup(work, groupId)
}
