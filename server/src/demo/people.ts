import type { UserType } from '@dictara/contract'
import type { UserPrivilege } from '@dictara/contract/identity'

export interface DemoPerson {
  /** Name of the account in demo-accounts.json; people without one cannot sign in. */
  account?: string
  clinic: 'A' | 'B' | 'operator' | null
  firstName: string
  lastName: string
  userType: UserType
  userPrivilege: UserPrivilege
  superAdmin?: boolean
  npi?: string
  /** Everyone is linked to the enabled facilities of clinic A; these are further links. */
  reviewerFlow?: 'NONE' | 'LEVEL_1' | 'LEVEL_2'
  activateRoster?: boolean
}

/** The people of the demo; the sign-ins belong to clinic A. */
export const demoPeople: readonly DemoPerson[] = [
  {
    account: 'doctor',
    clinic: 'A',
    firstName: 'Dana',
    lastName: 'Okafor',
    userType: 'doctor',
    userPrivilege: 'TRANSCRIPTION_ONLY',
    npi: '1000000001',
    reviewerFlow: 'LEVEL_2',
    activateRoster: true,
  },
  {
    account: 'poolDoctor',
    clinic: 'A',
    firstName: 'Piet',
    lastName: 'van der Berg',
    userType: 'doctor',
    userPrivilege: 'NONE',
    npi: '1000000002',
    reviewerFlow: 'LEVEL_1',
  },
  {
    account: 'transcriptionist',
    clinic: 'A',
    firstName: 'Tamara',
    lastName: 'Novak',
    userType: 'transcriptionist',
    userPrivilege: 'TRANSCRIPTION_ONLY',
  },
  {
    account: 'reviewer1',
    clinic: 'A',
    firstName: 'Ruth',
    lastName: 'Amsel',
    userType: 'reviewer',
    userPrivilege: 'REVIEWER_ONLY',
  },
  {
    account: 'reviewer2',
    clinic: 'A',
    firstName: 'Rohan',
    lastName: 'Iyer',
    userType: 'reviewer',
    userPrivilege: 'REVIEWER_ONLY',
  },
  { account: 'biller', clinic: 'A', firstName: 'Bella', lastName: 'Costa', userType: 'biller', userPrivilege: 'NONE' },
  {
    account: 'clinicAdmin',
    clinic: 'A',
    firstName: 'Clara',
    lastName: 'Weiss',
    userType: 'clinicAdmin',
    userPrivilege: 'NONE',
  },
  { account: 'admin', clinic: 'A', firstName: 'Adam', lastName: 'Lindqvist', userType: 'admin', userPrivilege: 'NONE' },
  {
    account: 'dictaraGod',
    clinic: null,
    firstName: 'Grace',
    lastName: 'Dict',
    userType: 'dictaraGod',
    userPrivilege: 'NONE',
  },
  {
    account: 'superAdmin',
    clinic: 'operator',
    firstName: 'Sam',
    lastName: 'Operator',
    userType: 'clinicAdmin',
    userPrivilege: 'NONE',
    superAdmin: true,
  },
  {
    account: 'otherDoctor',
    clinic: 'B',
    firstName: 'Olga',
    lastName: 'Brandt',
    userType: 'doctor',
    userPrivilege: 'TRANSCRIPTION_ONLY',
    npi: '1000000003',
  },
  {
    account: 'otherClinicAdmin',
    clinic: 'B',
    firstName: 'Otto',
    lastName: 'Brandt',
    userType: 'clinicAdmin',
    userPrivilege: 'NONE',
  },
]
