import type { UserType } from '../roles.ts'
import type { Notification, NotificationTarget } from './notifications.ts'

/** A list of jobs, by the last part of its address. */
export type NotificationList = 'rejected' | 'incomplete' | 'completed' | 'ready' | 'available'

/** Whether a notification is about the notes on their way to the EHR of a facility. */
export const isOfDelivery = (target: NotificationTarget): boolean => target.startsWith('DELIVERY_')

/** Whether a notification is about the plan of a facility, or what is paid for it. */
export const isOfPlan = (target: NotificationTarget): boolean =>
  target === 'TRIAL_ENDS' || target === 'PAYMENT_FAILED' || target === 'PLAN_ENDED'

/** Whether a notification is about a facility instead of a job. */
export const isOfFacility = (target: NotificationTarget): boolean =>
  isOfDelivery(target) || isOfPlan(target) || /^(?:VERIFY_EMR|EHR_FAILING|EHR_WORKS_AGAIN)$/.test(target)

/** The list that a notification links to (lists.md); null: none, because it is about a facility. */
export function listOf(
  userType: UserType,
  { target, type }: Pick<Notification, 'target' | 'type'>,
): NotificationList | null {
  if (isOfFacility(target)) return null
  if (target === 'REVIEWER_REJECTED' || target === 'TRANSCRIPTIONIST_REJECTED') return 'rejected'
  if (target === 'TRANSCRIPTION_WRITE_FAILED') return 'incomplete'
  if (target === 'TRANSCRIPTIONIST_COMPLETED') return 'completed'
  const isForReview = type === 'TRANSCRIPTIONIST_READY' || target !== 'NEW_JOB_AVAILABLE' || userType === 'reviewer'
  return isForReview ? 'ready' : 'available'
}
