import type { UserType } from '../roles.ts'
import type { Notification } from './notifications.ts'

/** A list of jobs, by the last part of its address. */
export type NotificationList = 'rejected' | 'incomplete' | 'completed' | 'ready' | 'available'

/** The list that a notification links to (lists.md); null: none, as for VERIFY_EMR. */
export function listOf(
  userType: UserType,
  { target, type }: Pick<Notification, 'target' | 'type'>,
): NotificationList | null {
  if (target === 'VERIFY_EMR') return null
  if (target === 'REVIEWER_REJECTED' || target === 'TRANSCRIPTIONIST_REJECTED') return 'rejected'
  if (target === 'TRANSCRIPTION_WRITE_FAILED') return 'incomplete'
  if (target === 'TRANSCRIPTIONIST_COMPLETED') return 'completed'
  const isForReview = type === 'TRANSCRIPTIONIST_READY' || target !== 'NEW_JOB_AVAILABLE' || userType === 'reviewer'
  return isForReview ? 'ready' : 'available'
}
