import type { StoredUser } from '@dictara/contract/identity'
import type { Notification } from '@dictara/contract/notifications'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { tellOutside, watchSight } from '../platform/notices-outside.ts'
import { placeOf } from './notification-place.ts'
import { useMarkRead } from './use-mark-read.ts'

/** @returns a function that shows a notification outside the window; a click marks it as read and leads where the bell leads */
export function useNoticesOutside(user: StoredUser | null): (told: Notification) => void {
  const navigate = useNavigate()
  const markRead = useMarkRead(user?.id ?? '')
  useEffect(watchSight, [])
  return (told) =>
    tellOutside(told, (chosen) => {
      if (!user) return
      void markRead(chosen)
      const place = placeOf(user, chosen)
      if (place?.isElsewhere) location.assign(place.to)
      else if (place) void navigate(place.to)
    })
}
