/** The user types (roles.md). */
export const userTypes = [
  'doctor',
  'transcriptionist',
  'reviewer',
  'biller',
  'admin',
  'clinicAdmin',
  'dictaraGod',
] as const
export type UserType = (typeof userTypes)[number]

/** Everybody of a clinic. */
export const everyone = ['doctor', 'transcriptionist', 'reviewer', 'biller', 'admin', 'clinicAdmin'] as const
/** Who may access a job before it is billed. */
export const workers = ['doctor', 'transcriptionist', 'reviewer', 'admin', 'clinicAdmin'] as const
/** Who may have the transcription stage of a job. */
export const transcribers = ['doctor', 'transcriptionist', 'admin', 'clinicAdmin'] as const
/** Who may review: admins if they are chosen, doctors if they review their own. */
export const reviewers = ['doctor', 'reviewer', 'admin', 'clinicAdmin'] as const
/** Who may dictate; of admins only those with a privilege (Q174). */
export const authors = ['doctor', 'admin', 'clinicAdmin'] as const
/** Who sees the roster: authors, and the billers of doctors. */
export const rosterViewers = ['doctor', 'biller', 'admin', 'clinicAdmin'] as const
/** Who manages people and facilities. */
export const managers = ['admin', 'clinicAdmin'] as const

export const isManager = ({ userType }: { userType: UserType }) => userType === 'admin' || userType === 'clinicAdmin'
