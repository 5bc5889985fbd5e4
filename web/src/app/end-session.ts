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

/** Ends the session on the server as far as it can be reached, forgets the user and goes to sign-in (SHELL-44, SHELL-50). */
export async function endSession({ isIdle = false } = {}): Promise<void> {
  // An idle end asks nobody: what is unsaved is saved once (Q022).
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
 * Goes on as somebody else of the demo (Q212): what is unsaved is saved first, as at an idle end, and the session ends once the
 * other one is there. @returns false when it could not be opened, and nothing has ended
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
  // By now nothing here listens to the former session: its end is nobody's news.
  if (former) {
    const { sessionId, token } = former
    call(identityCalls.logout, { query: { sessionId } }, { token, keepalive: true, handler: false }).catch(() => {})
  }
  location.assign(next.mustEnrol ? '/' : homeOf(next))
  return true
}
