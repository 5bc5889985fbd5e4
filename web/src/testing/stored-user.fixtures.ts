import type { StoredUser } from '@dictara/contract/identity'

export const idOf = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`

/** Returns a doctor of a configured clinic, as the sign-in returns them. `facts` override their fields. */
export const aUser = (facts: Partial<StoredUser> = {}): StoredUser => ({
  id: idOf(1),
  token: 'token-of-dana',
  clinicId: idOf(9),
  clinicName: 'Harbor Street Clinic',
  userType: 'doctor',
  userPrivilege: 'TRANSCRIPTION_ONLY',
  scopes: ['ROLE_DOCTOR'],
  firstName: 'Dana',
  lastName: 'Okafor',
  fullName: 'Dana Okafor',
  email: 'dana@example.org',
  profilePic: null,
  sessionId: idOf(2),
  clinicConfigured: true,
  superAdmin: false,
  transcriptionFlow: 'TRANSCRIPTION_REVIEWER',
  hl7Integration: false,
  facilityAccessEnable: false,
  emrHandlingData: { emrVerificationUrl: null },
  unsavedStatus: false,
  demo: false,
  crossAuthenticated: false,
  mustEnrol: false,
  ...facts,
})
