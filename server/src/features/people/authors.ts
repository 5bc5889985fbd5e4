import { anyReviewer, type AuthorInput, type Person, peopleRefusals } from '@dictara/contract/people'
import type { ClinicWork } from '../../platform/database/index.ts'
import { refuseUnless } from '../../platform/refusal.ts'
import { type LevelChoice, replaceReviewers } from './author-reviewers.store.ts'
import { countReviewers, isBiller } from './choices.store.ts'
import { countGroups } from './groups.store.ts'
import type { Level } from './people.store.ts'

declare module '../../platform/database/work.ts' {
  interface Events {
    /** An author got another biller, or none. `billerIds`: the former and the present one. */
    'doctor.relinked': { doctorId: string; billerIds: readonly string[] }
  }
}

const levels = { NONE: [], LEVEL_1: ['LEVEL_1'], LEVEL_2: ['LEVEL_1', 'LEVEL_2'] } as const
const distinct = (ids: readonly string[]) => [...new Set(ids)]

const without = (ids: readonly string[], kept: readonly { id: string }[] = []) =>
  ids.filter((id) => !kept.some((known) => known.id === id))

/**
 * Checks the reviewers of every level of the flow. Each level needs at least one (PEOP-34 to PEOP-36), and new ones must be among
 * those the actor may choose. Earlier choices may stay, even if disabled since: reviews skip them (Q054).
 */
async function checkReviewers(work: ClinicWork, { reviewerFlowConfig: flow }: AuthorInput, before?: Person) {
  const had = before?.reviewerFlowConfig
  const choices: (LevelChoice & { isAny: boolean })[] = []
  for (const level of levels[flow.reviewerFlow]) {
    const [reviewers, groups, hadReviewers, hadGroups] =
      level === 'LEVEL_1'
        ? [flow.reviewersForLevel1, flow.reviewerGroupsForLevel1, had?.reviewersForLevel1, had?.reviewerGroupsForLevel1]
        : [flow.reviewersForLevel2, flow.reviewerGroupsForLevel2, had?.reviewersForLevel2, had?.reviewerGroupsForLevel2]
    const isAny = reviewers.includes(anyReviewer)
    const reviewerIds = distinct(reviewers.filter((id) => id !== anyReviewer))
    const groupIds = distinct(groups)
    refuseUnless(isAny || reviewerIds.length + groupIds.length > 0, peopleRefusals.reviewerMissing)
    const newReviewers = without(reviewerIds, hadReviewers)
    const newGroups = without(groupIds, hadGroups)
    const areKnown =
      (await countReviewers(work, newReviewers)) === newReviewers.length &&
      (await countGroups(work, level, newGroups)) === newGroups.length
    refuseUnless(areKnown, peopleRefusals.reviewerUnknown)
    choices.push({ level, isAny, reviewerIds, groupIds })
  }
  return choices
}

/** Checks what all kinds of authors have: a biller, and reviewers of each level. */
export async function checkAuthor(work: ClinicWork, input: AuthorInput, before?: Person) {
  const biller = input.biller ?? null
  const isKnown = biller === null || biller === before?.biller || (await isBiller(work, biller))
  refuseUnless(isKnown, peopleRefusals.billerUnknown)
  const choices = await checkReviewers(work, input, before)
  const isAny = (level: Level) => choices.some((choice) => choice.level === level && choice.isAny)
  return {
    columns: {
      selfReviewEnabled: input.selfReviewEnabled,
      activateRoster: input.activateRoster,
      billerId: biller,
      reviewerFlow: input.reviewerFlowConfig.reviewerFlow,
      anyReviewerLevel1: isAny('LEVEL_1'),
      anyReviewerLevel2: isAny('LEVEL_2'),
    },
    async write(id: string) {
      await replaceReviewers(work, id, choices)
      if (!before || biller === before.biller) return
      const billerIds = [before.biller, biller].filter((one) => one !== null)
      await work.record('doctor.relinked', { doctorId: id, billerIds })
    },
  }
}
