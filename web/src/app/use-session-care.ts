import { idleForMs, watchActivity } from '@dictara/browser/activity'
import { currentUser, onUserChange } from '@dictara/browser/session'
import { idleMs, type StoredUser } from '@dictara/contract/identity'
import { useEffect, useEffectEvent } from 'react'
import { endSession } from './end-session.ts'
import { forgetReadyJobs } from '../platform/new-ready-jobs.ts'
import { noticeAfterLoad } from '../platform/notice-after-load.ts'
import { rememberPlace } from '../platform/place-of-work.ts'
import { queryClient } from '../platform/query-client.ts'
import { renewSession } from './renew-session.ts'

const lookEveryMs = 30_000
/** A token lives 15 minutes; it is renewed well before. */
const renewAfterMs = 8 * 60_000

/** What this tab knows of a person, besides the stored user: nothing of it is shown to the next one (SHELL-51). */
function forgetPerson() {
  queryClient.clear()
  forgetReadyJobs()
}

/** One clock may be set back while the page is open, the other may stand while the computer sleeps. */
const clocks = () => [Date.now(), performance.now()] as const
const msSince = (then: ReturnType<typeof clocks>) => Math.max(...clocks().map((at, index) => at - then[index]!))

const takenOver = (before: StoredUser, now: StoredUser) => ({
  title: `This browser is signed in as ${now.fullName} now`,
  description: `Someone signed in from another tab. Unsaved changes of ${before.fullName} are kept in this browser.`,
})

const leftElsewhere = {
  title: 'Signed out',
  description: 'You signed out in another tab. Your unsaved changes are kept in this browser.',
}

const leftUnused = {
  title: 'Signed out',
  description: 'You were signed out after 15 minutes without activity. Your unsaved changes are kept in this browser.',
}

/**
 * Renews the token, ends an idle session, and leaves when another tab signed out or somebody else signed in (Q023, Q191).
 * @param place the address of the page that is shown
 */
export function useSessionCare(place: string) {
  const remember = useEffectEvent((userId: string | undefined) => userId && rememberPlace(userId, place))
  useEffect(() => {
    const stopWatching = watchActivity()
    const before = currentUser()
    let renewedAt = clocks()
    let isEnding = false
    const stopListening = onUserChange((where) => {
      const now = currentUser()
      if (now?.id === before?.id) return
      forgetPerson()
      // Who signs out in this tab knows by themselves where they go, and with which words.
      if (where === 'here') return
      if (!now) remember(before?.id)
      if (before) noticeAfterLoad(now ? takenOver(before, now) : leftElsewhere)
      location.assign(now ? '/' : '/login')
    })

    async function look() {
      const isIdle = idleForMs() >= idleMs
      if (!isIdle && msSince(renewedAt) < renewAfterMs) return
      renewedAt = clocks()
      try {
        const unusedForMs = await renewSession()
        // Somebody may still dictate in the recorder, which shares the session.
        if (!isIdle || unusedForMs < idleMs - lookEveryMs) return
        // Two looks may have waited for the answer; a second end would sign out whoever signed in after the first.
        if (isEnding) return
        isEnding = true
        remember(currentUser()?.id)
        noticeAfterLoad(leftUnused)
        await endSession({ isIdle: true })
      } catch {
        // That the session has ended is told by whoever hears of it first; without an answer it is asked again.
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
