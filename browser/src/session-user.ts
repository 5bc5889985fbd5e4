import type { StoredUser } from '@dictara/contract/identity'
import { newId } from '@dictara/contract/new-id'
import { currentUser, onUserChange, unsavedMarks, unsavedName } from './session.ts'
import { remember } from './storage.ts'

/** The person of this session, and whether a tab of this origin has changes that the server lacks (AUTH-33). */
export type SessionUser = Pick<
  StoredUser,
  'sessionId' | 'id' | 'firstName' | 'userType' | 'userPrivilege' | 'unsavedStatus'
>

const ofThisTab = unsavedName + newId()

/** Records whether this tab has unsaved changes of the person; a closed tab has none. */
export function keepUnsavedStatus(isUnsaved: boolean): void {
  const userId = currentUser()?.id
  if (isUnsaved && userId) remember(ofThisTab, userId)
  else localStorage.removeItem(ofThisTab)
}
window.addEventListener('pagehide', () => keepUnsavedStatus(false))

/** The leftovers of a tab that crashed say nothing about the next person. */
onUserChange(() => {
  const userId = currentUser()?.id
  for (const name of unsavedMarks()) if (localStorage.getItem(name) !== userId) localStorage.removeItem(name)
})

/** The session user, from the browser's storage; null if nobody is signed in. */
export function sessionUser(): SessionUser | null {
  const user = currentUser()
  if (!user) return null
  const { sessionId, id, firstName, userType, userPrivilege, unsavedStatus } = user
  return { sessionId, id, firstName, userType, userPrivilege, unsavedStatus }
}
