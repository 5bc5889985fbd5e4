import { idleForMs, watchActivity } from '@dictara/browser/activity'
import { currentUser, onUserChange } from '@dictara/browser/session'
import { idleMs, type StoredUser } from '@dictara/contract/identity'
import { useEffect, useEffectEvent } from 'react'
import { endSession } from './end-session.ts'
import { forgetReadyJobs } from '../platform/new-ready-jobs.ts'
import { noticeAfterLoad } from '../platform/notice-after-load.ts'
import { rememberPlace } from '../platform/place-of-work.ts'
import { queryClient } from '../platform/query-client.ts'
import { renewSession } from '../platform/renew-session.ts'

const lookEveryMs = 30_000
/** A token lives 15 minutes; it is renewed well before. */
const renewAfterMs = 8 * 60_000

/** Deletes what this tab knows of a person besides the stored user, so that the next person sees none of it (SHELL-51). */
function forgetPerson() {
  queryClient.clear()
  forgetReadyJobs()
}

/** Two clocks: one may be set back while the page is open; the other may stop while the computer sleeps. */
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
 * Renews the token, ends an idle session, and leaves when another tab signs out or another person signs in (Q023, Q191).
 * @param place the address of the current page
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
      // A sign-out in this tab chooses its own next page and message.
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
        // The person may still be dictating in the recorder, which shares the session.
        if (!isIdle || unusedForMs < idleMs - lookEveryMs) return
        // Two checks may both have waited for the answer. A second end would sign out the person who signed in after the first.
        if (isEnding) return
        isEnding = true
        remember(currentUser()?.id)
        noticeAfterLoad(leftUnused)
        await endSession({ isIdle: true })
      } catch {
        // Whichever call first learns that the session has ended reports it. Without an answer, the next check asks again.
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
