import type { StoredUser } from '@dictara/contract/identity'
import type { Notification } from '@dictara/contract/notifications'
import { paths } from '../platform/paths.ts'

type Reader = Pick<StoredUser, 'userType' | 'emrHandlingData'>

const sheetOf = (
  user: Reader,
  { target, type }: Pick<Notification, 'target' | 'type'>,
): [slug: string, says: string] => {
  if (target === 'REVIEWER_REJECTED' || target === 'TRANSCRIPTIONIST_REJECTED') return ['rejected', 'Rejected']
  if (target === 'TRANSCRIPTION_WRITE_FAILED') return ['incomplete', 'Incomplete']
  if (target === 'TRANSCRIPTIONIST_COMPLETED') return ['completed', 'Completed']
  const isForReview =
    type === 'TRANSCRIPTIONIST_READY' || target !== 'NEW_JOB_AVAILABLE' || user.userType === 'reviewer'
  return isForReview ? ['ready', 'Ready'] : ['available', 'Available']
}

/** Where a notification leads, as the rules of the lists route them, and how that place is called; null: nowhere. */
export function placeOf(
  user: Reader,
  notification: Pick<Notification, 'target' | 'type'>,
): { to: string; says: string; isElsewhere: boolean } | null {
  if (notification.target === 'VERIFY_EMR') {
    const to = user.emrHandlingData.emrVerificationUrl
    return to && /^(https?:\/\/|\/(?!\/))/i.test(to) ? { to, says: 'EHR verification', isElsewhere: true } : null
  }
  const [slug, says] = sheetOf(user, notification)
  return { to: paths.jobsFlat(slug), says, isElsewhere: false }
}
