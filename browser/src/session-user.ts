import type { StoredUser } from '@dictara/contract/identity'
import { newId } from '@dictara/contract/new-id'
import { currentUser, onUserChange, unsavedMarks, unsavedName } from './session.ts'
import { remember } from './storage.ts'

/** Who works in this session, and whether a tab of this origin holds changes that the server does not have (AUTH-33). */
export type SessionUser = Pick<
  StoredUser,
  'sessionId' | 'id' | 'firstName' | 'userType' | 'userPrivilege' | 'unsavedStatus'
>

const ofThisTab = unsavedName + newId()

/** This tab holds unsaved changes of the person, or no longer does; a tab that is closed holds none. */
export function keepUnsavedStatus(isUnsaved: boolean): void {
  const userId = currentUser()?.id
  if (isUnsaved && userId) remember(ofThisTab, userId)
  else localStorage.removeItem(ofThisTab)
}
window.addEventListener('pagehide', () => keepUnsavedStatus(false))

/** What a tab that crashed left behind says nothing about who comes next. */
onUserChange(() => {
  const userId = currentUser()?.id
  for (const name of unsavedMarks()) if (localStorage.getItem(name) !== userId) localStorage.removeItem(name)
})

/** The session user, from what the browser keeps; null when nobody is signed in. */
export function sessionUser(): SessionUser | null {
  const user = currentUser()
  if (!user) return null
  const { sessionId, id, firstName, userType, userPrivilege, unsavedStatus } = user
  return { sessionId, id, firstName, userType, userPrivilege, unsavedStatus }
}
