import type { ClientInput } from '@dictara/contract'
import { anyReviewer, type Person, type peopleCalls, type ReviewerFlow } from '@dictara/contract/people'

/** What the doctor form holds. Groups stand in the same selection as people, marked by a prefix. */
export interface DoctorValues {
  firstName: string
  lastName: string
  email: string
  countryCode: string
  phone: string
  npi: string
  dob: string | null
  facilityIds: string[]
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

export const emptyDoctor: DoctorValues = {
  firstName: '',
  lastName: '',
  email: '',
  countryCode: '+1',
  phone: '',
  npi: '',
  dob: null,
  facilityIds: [],
  biller: null,
  transcription: 'TRANSCRIPTION_ONLY',
  selfReviewEnabled: false,
  activateRoster: false,
  reviewerFlow: 'NONE',
  level1: [],
  level2: [],
}

/** A person as the form shows them. */
export function valuesOf(person: Person): DoctorValues {
  const flow = person.reviewerFlowConfig
  return {
    firstName: person.firstName,
    lastName: person.lastName,
    email: person.email,
    countryCode: person.phoneNumber?.countryCode ?? '+1',
    phone: person.phoneNumber?.number ?? '',
    npi: person.npi ?? '',
    dob: person.dob,
    facilityIds: person.facilityIds,
    biller: person.biller,
    transcription: person.userPrivilege === 'NONE' ? 'NONE' : 'TRANSCRIPTION_ONLY',
    selfReviewEnabled: person.selfReviewEnabled,
    activateRoster: person.activateRoster,
    reviewerFlow: flow.reviewerFlow,
    level1: [
      ...(flow.isAnySelectedForLevel1 ? [anyReviewer] : []),
      ...flow.reviewersForLevel1.map(asId),
      ...flow.reviewerGroupsForLevel1.map(asGroup),
    ],
    level2: [
      ...(flow.isAnySelectedForLevel2 ? [anyReviewer] : []),
      ...flow.reviewersForLevel2.map(asId),
      ...flow.reviewerGroupsForLevel2.map(asGroup),
    ],
  }
}

const people = (chosen: readonly string[]) => chosen.filter((value) => !value.startsWith(groupPrefix))
const groups = (chosen: readonly string[]) =>
  chosen.filter((value) => value.startsWith(groupPrefix)).map((value) => value.slice(groupPrefix.length))

/** The number without its calling code (PEOP-46). */
export const withoutCode = (phone: string, countryCode: string) =>
  phone.trim().replace(new RegExp(`^\\${countryCode.startsWith('+') ? countryCode : `+${countryCode}`}\\s*`), '')

/** What is sent: the phone split, reviewers and groups of the levels that the flow has (PEOP-25, PEOP-46). */
export function inputOf(values: DoctorValues, ehrDoctorId?: string) {
  const { reviewerFlow } = values
  const level1 = reviewerFlow === 'NONE' ? [] : values.level1
  const level2 = reviewerFlow === 'LEVEL_2' ? values.level2 : []
  return {
    firstName: values.firstName,
    lastName: values.lastName,
    email: values.email,
    npi: values.npi,
    phoneNumber: { countryCode: values.countryCode, number: withoutCode(values.phone, values.countryCode) },
    dob: values.dob || null,
    facilityIds: values.facilityIds,
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
