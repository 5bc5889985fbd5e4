import type { Work } from '../../platform/database/index.ts'
import type { Level } from './people.store.ts'

export interface LevelChoice {
  level: Level
  reviewerIds: readonly string[]
  groupIds: readonly string[]
}

export async function replaceReviewers(work: Work, authorId: string, choices: readonly LevelChoice[]) {
  const ofAuthor = { clinicId: work.clinicId, authorId }
  await work.db
    .deleteFrom('authorReviewers')
    .where(({ and }) => and(ofAuthor))
    .execute()
  await work.db
    .deleteFrom('authorReviewerGroups')
    .where(({ and }) => and(ofAuthor))
    .execute()
  for (const { level, reviewerIds, groupIds } of choices) {
    if (reviewerIds.length > 0)
      await work.db
        .insertInto('authorReviewers')
        .values(reviewerIds.map((reviewerId) => ({ ...ofAuthor, level, reviewerId })))
        .onConflict((known) => known.doNothing())
        .execute()
    if (groupIds.length > 0)
      await work.db
        .insertInto('authorReviewerGroups')
        .values(groupIds.map((groupId) => ({ ...ofAuthor, level, groupId })))
        .onConflict((known) => known.doNothing())
        .execute()
  }
}
