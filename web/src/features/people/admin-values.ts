import type { ClientInput } from '@dictara/contract'
import type { Person, peopleCalls } from '@dictara/contract/people'
import { type AuthorValues, inputOfAuthor, valuesOfAuthor } from './author-values.ts'

/** What the form of an administrator holds. */
export interface AdminValues extends AuthorValues {
  userType: 'admin' | 'clinicAdmin'
  isFacilityAccessAllowed: boolean
  dictates: boolean
}

/** An administrator as the form shows one; a new one without. */
export const valuesOf = (person?: Person): AdminValues => ({
  ...valuesOfAuthor(person),
  userType: person?.userType === 'clinicAdmin' ? 'clinicAdmin' : 'admin',
  isFacilityAccessAllowed: person?.isFacilityAccessEnabled ?? false,
  dictates: person !== undefined && person.userPrivilege !== 'NONE',
})

/** Of who does not dictate nothing is kept that only authors have. */
const ofNoAuthor = { biller: null, selfReviewEnabled: false, activateRoster: false, reviewerFlow: 'NONE' } as const

/** What is sent (PEOP-71, PEOP-72). */
export const inputOf = ({ userType, isFacilityAccessAllowed, dictates, ...values }: AdminValues) =>
  ({
    query: { isFacilityAccessAllowed },
    body: {
      ...inputOfAuthor(dictates ? values : { ...values, ...ofNoAuthor }),
      userType,
      userPrivilege: dictates ? 'TRANSCRIPTION_REVIEWER' : 'NONE',
    },
  }) satisfies ClientInput<typeof peopleCalls.addAdmin>
