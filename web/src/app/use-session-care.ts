import { idleForMs, watchActivity } from '@dictara/browser/activity'
import { call, CallFailed } from '@dictara/browser/call'
import { currentUser, onUserChange, storeUser } from '@dictara/browser/session'
import { idleMs, identityCalls, type StoredUser } from '@dictara/contract/identity'
import { useEffect } from 'react'
import { endSession } from './end-session.ts'
import { forgetReadyJobs } from '../platform/new-ready-jobs.ts'
import { noticeAfterLoad } from '../platform/notice-after-load.ts'
import { queryClient } from '../platform/query-client.ts'

const lookEveryMs = 30_000
/** A token lives 15 minutes; it is renewed well before. */
const renewAfterMs = 8 * 60_000

/** What this tab knows of a person, besides the stored user: nothing of it is shown to the next one (SHELL-51). */
function forgetPerson() {
  queryClient.clear()
  forgetReadyJobs()
}

const takenOver = (before: StoredUser, now: StoredUser) => ({
  title: `This browser is signed in as ${now.fullName} now`,
  description: `Somebody signed in in another tab. What ${before.fullName} wrote and did not save is kept here for ${before.fullName}.`,
})

const leftElsewhere = {
  title: 'Signed out',
  description: 'You were signed out in another tab. What you wrote and did not save is kept here for you.',
}

/** Renews the token, ends an idle session, and leaves when another tab signed out or somebody else signed in (Q023, Q191). */
export function useSessionCare() {
  useEffect(() => {
    const stopWatching = watchActivity()
    const before = currentUser()
    let renewedAt = Date.now()
    const stopListening = onUserChange((where) => {
      const now = currentUser()
      if (now?.id === before?.id) return
      forgetPerson()
      // Who signs out in this tab knows by themselves where they go, and with which words.
      if (where === 'here') return
      if (before) noticeAfterLoad(now ? takenOver(before, now) : leftElsewhere)
      location.assign(now ? '/' : '/login')
    })

    async function look() {
      const isIdle = idleForMs() >= idleMs
      if (!isIdle && Date.now() - renewedAt < renewAfterMs) return
      renewedAt = Date.now()
      try {
        const answer = await call(identityCalls.renewToken, {}, { handler: false })
        // Somebody may still dictate in the recorder, which shares the session.
        if (isIdle && answer.idleForMs >= idleMs - lookEveryMs) return await endSession({ isIdle: true })
        storeUser({ ...answer.result[0]!, crossAuthenticated: currentUser()?.crossAuthenticated ?? false })
      } catch (error) {
        if (error instanceof CallFailed && error.kind === 'signed-out') await endSession({ isIdle })
      }
    }
    const timer = setInterval(() => void look(), lookEveryMs)
    return () => {
      clearInterval(timer)
      stopListening()
      stopWatching()
    }
  }, [])
}
