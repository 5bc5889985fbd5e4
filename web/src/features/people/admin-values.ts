import type { ClientInput } from '@dictara/contract'
import type { Person, peopleCalls } from '@dictara/contract/people'
import { type AuthorValues, inputOfAuthor, valuesOfAuthor } from './author-values.ts'

/** The values of the administrator form. */
export interface AdminValues extends AuthorValues {
  userType: 'admin' | 'clinicAdmin'
  isFacilityAccessAllowed: boolean
  dictates: boolean
}

/** The form values of an administrator, or of a new one. */
export const valuesOf = (person?: Person): AdminValues => ({
  ...valuesOfAuthor(person),
  userType: person?.userType === 'clinicAdmin' ? 'clinicAdmin' : 'admin',
  isFacilityAccessAllowed: person?.isFacilityAccessEnabled ?? false,
  dictates: person !== undefined && person.userPrivilege !== 'NONE',
})

/** Author settings are reset for an administrator who does not dictate. */
const ofNoAuthor = { biller: null, selfReviewEnabled: false, activateRoster: false, reviewerFlow: 'NONE' } as const

/** The body to send (PEOP-71, PEOP-72). */
export const inputOf = ({ userType, isFacilityAccessAllowed, dictates, ...values }: AdminValues) =>
  ({
    query: { isFacilityAccessAllowed },
    body: {
      ...inputOfAuthor(dictates ? values : { ...values, ...ofNoAuthor }),
      userType,
      userPrivilege: dictates ? 'TRANSCRIPTION_REVIEWER' : 'NONE',
    },
  }) satisfies ClientInput<typeof peopleCalls.addAdmin>
