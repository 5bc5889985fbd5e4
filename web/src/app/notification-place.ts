import type { StoredUser } from '@dictara/contract/identity'
import { listOf, type NotificationList } from '@dictara/contract/notification-lists'
import type { Notification } from '@dictara/contract/notifications'
import { paths } from '../platform/paths.ts'

type Reader = Pick<StoredUser, 'userType' | 'emrHandlingData'>

const says: Record<NotificationList, string> = {
  rejected: 'Rejected',
  incomplete: 'Incomplete',
  completed: 'Completed',
  ready: 'Ready',
  available: 'Available',
}

/** Where a notification leads, as the rules of the lists route them, and how that place is called; null: nowhere. */
export function placeOf(
  user: Reader,
  { target, type, facilities }: Pick<Notification, 'target' | 'type' | 'facilities'>,
): { to: string; says: string; isElsewhere: boolean } | null {
  const list = listOf(user.userType, { target, type })
  if (list) return { to: paths.jobsFlat(list), says: says[list], isElsewhere: false }
  const to = facilities.emrVerificationUrl ?? user.emrHandlingData.emrVerificationUrl
  return to && /^(https?:\/\/|\/(?!\/))/i.test(to) ? { to, says: 'EHR verification', isElsewhere: true } : null
}
