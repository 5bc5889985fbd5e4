import type { StoredUser } from '@dictara/contract/identity'
import { useCallback, useEffect, useState } from 'react'
import { CallFailed } from '@dictara/browser/call'
import { currentUser, onUserChange } from '@dictara/browser/session'

/**
 * Holds this page to the person who opened it (Q191): when somebody else signs in in another tab, nothing of this one's is
 * sent under the new name; it waits for the next sign-in.
 */
export function useSameUser(user: StoredUser) {
  const [other, setOther] = useState<string>()

  useEffect(() => {
    const look = () => {
      const now = currentUser()
      setOther(now && now.id !== user.id ? now.fullName : undefined)
    }
    look()
    return onUserChange(look)
  }, [user.id])

  /** @throws CallFailed 401, as for a session that has ended */
  const checkUser = useCallback(() => {
    if (currentUser()?.id !== user.id) throw new CallFailed(401, 'signed-out', 'Please sign in to continue.')
  }, [user.id])

  return { other, checkUser }
}
