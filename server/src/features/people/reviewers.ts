import { peopleRefusals, type ReviewerInput } from '@dictara/contract/people'
import { refuseUnless } from '../../platform/refusal.ts'
import type { Kind } from './save-person.ts'

/** Reviewers and transcriptionists. A person cannot change from one to the other, because of the work they hold (Q046). */
export const reviewers: Kind<ReviewerInput> = {
  userTypes: ['reviewer', 'transcriptionist'],
  async check(_work, input, before) {
    const userType = input.userType ?? before?.userType ?? 'reviewer'
    refuseUnless(!before || userType === before.userType, peopleRefusals.worksAsFixed)
    return { columns: { userType, userPrivilege: userType === 'reviewer' ? 'REVIEWER_ONLY' : 'TRANSCRIPTION_ONLY' } }
  },
}
