import type { FacilityOption } from '@dictara/contract/facilities'
import type { Person } from '@dictara/contract/people'
import { idOf } from './stored-user.fixtures.ts'

export const aFacility = (n: number, facilityName: string, disabled = false): FacilityOption => ({
  facilityId: idOf(n),
  facilityName,
  disabled,
  isParent: false,
})

/** Returns a person of one facility as the server sends it: a doctor, unless `more` says otherwise. */
export function aPerson(more: Partial<Person> = {}): Person {
  const facilities = more.facilities ?? [aFacility(21, 'Main')]
  const firstName = more.firstName ?? 'Dana'
  const lastName = more.lastName ?? 'Okafor'
  return {
    id: idOf(11),
    firstName,
    lastName,
    fullName: `${firstName} ${lastName}`,
    email: 'dana@example.org',
    npi: '1234567893',
    phoneNumber: { countryCode: '+1', number: '202 555 0100' },
    dob: null,
    facilities,
    facilityIds: facilities.map(({ facilityId }) => facilityId),
    biller: null,
    isEnabled: true,
    signedUrl: null,
    userType: 'doctor',
    userPrivilege: 'TRANSCRIPTION_ONLY',
    invited: true,
    isInvitationOpen: true,
    version: 1,
    selfReviewEnabled: false,
    activateRoster: false,
    isFacilityAccessEnabled: false,
    reviewerFlow: 'NONE',
    reviewerFlowConfig: {
      reviewerFlow: 'NONE',
      isAnySelectedForLevel1: false,
      isAnySelectedForLevel2: false,
      reviewersForLevel1: [],
      reviewersForLevel2: [],
      reviewerGroupsForLevel1: [],
      reviewerGroupsForLevel2: [],
    },
    ...more,
  }
}

export const aDoctor = aPerson
