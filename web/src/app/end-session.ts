import { call } from '@dictara/browser/call'
import { currentUser, storeUser } from '@dictara/browser/session'
import { identityCalls } from '@dictara/contract/identity'
import { signInToDemo } from '../features/demo-sign-in/index.ts'
import { forgetUser } from '../platform/forget-user.ts'
import { sendUnsentCalls } from '../platform/unsent-calls.ts'
import { homeOf } from '../platform/paths.ts'
import { forgetPlace } from '../platform/place-of-work.ts'
import { sendPreferences } from '../platform/preferences.ts'
import { saveUnsavedWork } from '../platform/unsaved-work.ts'

/** Ends the session on the server if it can be reached, forgets the user and goes to sign-in (SHELL-44, SHELL-50). */
export async function endSession({ isIdle = false } = {}): Promise<void> {
  // An idle session ends without a question; unsaved work is saved once (Q022).
  if (isIdle) await saveUnsavedWork()
  else forgetPlace()
  await Promise.all([sendUnsentCalls(), sendPreferences()])
  const sessionId = currentUser()?.sessionId
  if (sessionId)
    await call(identityCalls.logout, { query: { sessionId, idle: isIdle } }, { handler: false }).catch(() => {})
  forgetUser()
  location.assign('/login')
}

/**
 * Continues as another person of the demo (Q212). Unsaved work is saved first, as at an idle end. The old session ends once the new one
 * exists.
 * @returns false when the new session could not be opened; the old one then continues
 */
export async function switchPerson(userId: string): Promise<boolean> {
  await saveUnsavedWork()
  await Promise.all([sendUnsentCalls(), sendPreferences()])
  const next = await signInToDemo(userId).catch(() => undefined)
  if (!next) return false
  const former = currentUser()
  forgetPlace()
  forgetUser()
  storeUser(next)
  // Nothing here listens to the former session any more, so no message says that it ended.
  if (former) {
    const { sessionId, token } = former
    call(identityCalls.logout, { query: { sessionId } }, { token, keepalive: true, handler: false }).catch(() => {})
  }
  location.assign(next.mustEnrol ? '/' : homeOf(next))
  return true
}
