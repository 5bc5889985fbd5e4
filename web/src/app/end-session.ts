import { call } from '@dictara/browser/call'
import { currentUser } from '@dictara/browser/session'
import { identityCalls } from '@dictara/contract/identity'
import { forgetUser } from '../platform/forget-user.ts'
import { sendOwedCalls } from '../platform/owed-calls.ts'
import { forgetPlace } from '../platform/place-of-work.ts'
import { sendPreferences } from '../platform/preferences.ts'
import { saveUnsavedWork } from '../platform/unsaved-work.ts'

/** Ends the session on the server as far as it can be reached, forgets the user and goes to sign-in (SHELL-44, SHELL-50). */
export async function endSession({ isIdle = false } = {}): Promise<void> {
  // An idle end asks nobody: what is unsaved is saved once (Q022).
  if (isIdle) await saveUnsavedWork()
  else forgetPlace()
  await Promise.all([sendOwedCalls(), sendPreferences()])
  const sessionId = currentUser()?.sessionId
  if (sessionId)
    await call(identityCalls.logout, { query: { sessionId, idle: isIdle } }, { handler: false }).catch(() => {})
  forgetUser()
  location.assign('/login')
}
