import type { ClientInput } from '@dictara/contract'
import { anyReviewer, type Person, type peopleCalls, type ReviewerFlow } from '@dictara/contract/people'
import { inputOfPerson, type PersonValues, valuesOfPerson } from './person-values.ts'

/** What the doctor form holds. Groups stand in the same selection as people, marked by a prefix. */
export interface DoctorValues extends PersonValues {
  biller: string | null
  transcription: 'TRANSCRIPTION_ONLY' | 'NONE'
  selfReviewEnabled: boolean
  activateRoster: boolean
  reviewerFlow: ReviewerFlow
  level1: string[]
  level2: string[]
}

export const groupPrefix = 'group:'
const asGroup = ({ id }: { id: string }) => groupPrefix + id
const asId = ({ id }: { id: string }) => id

/** A doctor as the form shows one; a new one without. */
export function valuesOf(person?: Person): DoctorValues {
  const flow = person?.reviewerFlowConfig
  return {
    ...valuesOfPerson(person),
    biller: person?.biller ?? null,
    transcription: person?.userPrivilege === 'NONE' ? 'NONE' : 'TRANSCRIPTION_ONLY',
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

/** What is sent: reviewers and groups of the levels that the flow has (PEOP-25). */
export function inputOf(values: DoctorValues, ehrDoctorId?: string) {
  const { reviewerFlow } = values
  const level1 = reviewerFlow === 'NONE' ? [] : values.level1
  const level2 = reviewerFlow === 'LEVEL_2' ? values.level2 : []
  return {
    ...inputOfPerson(values),
    npi: values.npi,
    biller: values.biller ?? null,
    selfReviewEnabled: values.selfReviewEnabled,
    activateRoster: values.activateRoster,
    userPrivilege: values.transcription,
    reviewerFlowConfig: {
      reviewerFlow,
      reviewersForLevel1: people(level1),
      reviewersForLevel2: people(level2),
      reviewerGroupsForLevel1: groups(level1),
      reviewerGroupsForLevel2: groups(level2),
    },
    ...(ehrDoctorId ? { ehrDoctorId } : {}),
  } satisfies ClientInput<typeof peopleCalls.addDoctor>['body']
}
