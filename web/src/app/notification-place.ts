import type { StoredUser } from '@dictara/contract/identity'
import { isOfDelivery, isOfPlan, listOf } from '@dictara/contract/notification-lists'
import type { Notification } from '@dictara/contract/notifications'
import { editorOf } from '../features/jobs/index.ts'
import { paths } from '../platform/paths.ts'

type Reader = Pick<StoredUser, 'userType' | 'emrHandlingData'>

/**
 * Where a notification leads; null if nowhere. It leads to its job if the reader may open that, with a way back to the list that the list
 * rules name; otherwise to that list (Q208).
 */
export function placeOf(
  user: Reader,
  { target, targetId, type, mayOpen, facilities }: Notification,
): { to: string; isElsewhere: boolean } | null {
  if (isOfDelivery(target)) return { to: `${paths.delivery}?facilities=${targetId}`, isElsewhere: false }
  if (isOfPlan(target)) return { to: `${paths.manageSubscription}?facility=${targetId}`, isElsewhere: false }
  const list = listOf(user.userType, { target, type })
  if (list) return { to: mayOpen ? editorOf(user, targetId, list) : paths.jobsFlat(list), isElsewhere: false }
  if (target !== 'VERIFY_EMR') return { to: paths.facilities, isElsewhere: false }
  const to = facilities.emrVerificationUrl ?? user.emrHandlingData.emrVerificationUrl
  return to && /^(https?:\/\/|\/(?!\/))/i.test(to) ? { to, isElsewhere: true } : null
}
