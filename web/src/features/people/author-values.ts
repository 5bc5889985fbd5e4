import { anyReviewer, type Person, type ReviewerFlow } from '@dictara/contract/people'
import { inputOfPerson, type PersonValues, valuesOfPerson } from './person-values.ts'

/** The form values of a person who dictates. One selection holds both groups and people; a prefix marks groups. */
export interface AuthorValues extends PersonValues {
  biller: string | null
  selfReviewEnabled: boolean
  activateRoster: boolean
  reviewerFlow: ReviewerFlow
  level1: string[]
  level2: string[]
}

export const groupPrefix = 'group:'
const asGroup = ({ id }: { id: string }) => groupPrefix + id
const asId = ({ id }: { id: string }) => id

/** The form values of an author, or of a new one. */
export function valuesOfAuthor(person?: Person): AuthorValues {
  const flow = person?.reviewerFlowConfig
  return {
    ...valuesOfPerson(person),
    biller: person?.biller ?? null,
    selfReviewEnabled: person?.selfReviewEnabled ?? false,
    activateRoster: person?.activateRoster ?? false,
    reviewerFlow: flow?.reviewerFlow ?? 'NONE',
    level1: [
      ...(flow?.isAnySelectedForLevel1 ? [anyReviewer] : []),
      ...(flow?.reviewersForLevel1 ?? []).map(asId),
      ...(flow?.reviewerGroupsForLevel1 ?? []).map(asGroup),
    ],
    level2: [
      ...(flow?.isAnySelectedForLevel2 ? [anyReviewer] : []),
      ...(flow?.reviewersForLevel2 ?? []).map(asId),
      ...(flow?.reviewerGroupsForLevel2 ?? []).map(asGroup),
    ],
  }
}

const people = (chosen: readonly string[]) => chosen.filter((value) => !value.startsWith(groupPrefix))
const groups = (chosen: readonly string[]) =>
  chosen.filter((value) => value.startsWith(groupPrefix)).map((value) => value.slice(groupPrefix.length))

/** The author's part of the body to send: reviewers and groups of the levels that the flow has (PEOP-25). */
export function inputOfAuthor(values: AuthorValues) {
  const { reviewerFlow } = values
  const level1 = reviewerFlow === 'NONE' ? [] : values.level1
  const level2 = reviewerFlow === 'LEVEL_2' ? values.level2 : []
  return {
    ...inputOfPerson(values),
    biller: values.biller ?? null,
    selfReviewEnabled: values.selfReviewEnabled,
    activateRoster: values.activateRoster,
    reviewerFlowConfig: {
      reviewerFlow,
      reviewersForLevel1: people(level1),
      reviewersForLevel2: people(level2),
      reviewerGroupsForLevel1: groups(level1),
      reviewerGroupsForLevel2: groups(level2),
    },
  }
}
