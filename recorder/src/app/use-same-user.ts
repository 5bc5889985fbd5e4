import type { StoredUser } from '@dictara/contract/identity'
import { useEffect, useState } from 'react'
import { currentUser, holdTo, onUserChange } from '@dictara/browser/session'

/**
 * Binds this page to the person who opened it (Q191): if somebody else signs in in another tab, it waits until its
 * person signs in again.
 * @returns the name of the other person
 */
export function useSameUser(user: StoredUser): string | undefined {
  const [other, setOther] = useState<string>()

  useEffect(() => {
    const look = () => {
      const now = currentUser()
      setOther(now && now.id !== user.id ? now.fullName : undefined)
    }
    const release = holdTo(user.id)
    look()
    const stopWatching = onUserChange(look)
    return () => {
      stopWatching()
      release()
    }
  }, [user.id])

  return other
}
