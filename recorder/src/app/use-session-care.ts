import { watchActivity } from '@dictara/browser/activity'
import { call } from '@dictara/browser/call'
import { forgetDraftKeys } from '@dictara/browser/draft-key'
import { identityCalls, tokenMs } from '@dictara/contract/identity'
import { use, useEffect, useState } from 'react'
import { currentUser, onUserChange, storeUser } from '@dictara/browser/session'
import { RememberedListsContext } from '../details/remembered-lists.ts'

const lookEveryMs = tokenMs / 15

/**
 * Renews the token while the page is open, which also tells the server whether the person was active since (Q023);
 * returns whether the session has ended. Calls `onSignedIn` when the person has signed in again in another tab.
 */
export function useSessionCare(userId: string, onSignedIn: () => void): boolean {
  const [hasEnded, setEnded] = useState(false)

  useEffect(() => {
    const renew = async () => {
      if (currentUser()?.id !== userId) return
      try {
        const { result } = await call(identityCalls.renewToken, {}, { handler: false })
        if (currentUser()?.id === userId) storeUser(result[0]!)
      } catch (error) {
        if ((error as { status?: number }).status === 401) setEnded(true)
      }
    }
    const stopWatching = watchActivity()
    const looking = setInterval(() => void renew(), lookEveryMs)
    return () => {
      clearInterval(looking)
      stopWatching()
    }
  }, [userId])

  useEffect(() => {
    let token = currentUser()?.token
    return onUserChange(() => {
      const now = currentUser()
      if (now?.id === userId && now.token !== token) {
        setEnded(false)
        onSignedIn()
      }
      // Signed out in another tab.
      if (!now) setEnded(true)
      token = now?.token
    })
  }, [userId, onSignedIn])

  return hasEnded
}

/**
 * Clears all data of a person from the screen and memory, including remembered patients, once nothing is being
 * recorded.
 */
export function useForgetting(isOver: boolean): void {
  const lists = use(RememberedListsContext)
  useEffect(() => {
    if (!isOver) return
    forgetDraftKeys()
    void lists.forget()
  }, [isOver, lists])
}
