import type { StoredUser } from '@dictara/contract/identity'
import { listOf } from '@dictara/contract/notification-lists'
import type { Notification } from '@dictara/contract/notifications'
import { editorOf } from '../features/jobs/index.ts'
import { paths } from '../platform/paths.ts'

type Reader = Pick<StoredUser, 'userType' | 'emrHandlingData'>

/**
 * Where a notification leads; null: nowhere. To its job while the reader may open it, with the list that the rules of the
 * lists name as the way back; otherwise to that list (Q208).
 */
export function placeOf(
  user: Reader,
  { target, targetId, type, mayOpen, facilities }: Notification,
): { to: string; isElsewhere: boolean } | null {
  const list = listOf(user.userType, { target, type })
  if (list) return { to: mayOpen ? editorOf(user, targetId, list) : paths.jobsFlat(list), isElsewhere: false }
  const to = facilities.emrVerificationUrl ?? user.emrHandlingData.emrVerificationUrl
  return to && /^(https?:\/\/|\/(?!\/))/i.test(to) ? { to, isElsewhere: true } : null
}
