import type { UserType } from '../roles.ts'

/** What people read for who somebody is. */
export const userTypeWords: Record<UserType, string> = {
  doctor: 'Doctor',
  transcriptionist: 'Transcriptionist',
  reviewer: 'Reviewer',
  biller: 'Biller',
  clinicAdmin: 'Clinic admin',
  admin: 'Admin',
  dictaraGod: 'Dictionary',
}
