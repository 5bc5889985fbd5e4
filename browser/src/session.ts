import type { StoredUser } from '@dictara/contract/identity'

const storedName = 'dictara-user'
const loggedInName = 'dictara-logged-in'
/** Where the change was made: in this tab, or in another one of this origin. */
export type Where = 'here' | 'elsewhere'
const listeners = new Set<(where: Where) => void>()
let ofThisPage: StoredUser | null = null
let cached: { text: string | null; user: StoredUser | null } = { text: null, user: null }

/** Who is signed in on this origin, in this tab or another one (AUTH-33). The same object while nothing changed. */
export function currentUser(): StoredUser | null {
  if (ofThisPage) return ofThisPage
  const text = localStorage.getItem(loggedInName) === 'true' ? localStorage.getItem(storedName) : null
  if (text !== cached.text) cached = { text, user: parsed(text) }
  return cached.user
}

/** This page works as this person and keeps nothing of it: for a page that nobody sees. */
export function workAs(user: StoredUser | null): void {
  ofThisPage = user
}

let boundUserId: string | undefined

/**
 * From now on this page asks nothing as anybody but this person: when somebody else signs in in another tab, nothing of
 * theirs is shown or kept here, and nothing is sent under their name (Q191).
 * @returns what ends it
 */
export function holdTo(userId: string): () => void {
  boundUserId = userId
  return () => {
    boundUserId = undefined
  }
}

/** Whether a call of this page would be made as somebody else than it is held to. */
export const isSomebodyElses = (): boolean => boundUserId !== undefined && currentUser()?.id !== boundUserId

/** Under such a name each tab that holds unsaved changes keeps whose they are. */
export const unsavedName = 'dictara-unsaved-'
export const unsavedMarks = () => Object.keys(localStorage).filter((name) => name.startsWith(unsavedName))

/** The stored user. What is unsaved is looked up when it is asked for: each tab of this origin has a mark of its own. */
function parsed(text: string | null): StoredUser | null {
  try {
    const user = JSON.parse(text ?? 'null') as StoredUser | null
    return (
      user && {
        ...user,
        get unsavedStatus() {
          return unsavedMarks().some((name) => localStorage.getItem(name) === user.id)
        },
      }
    )
  } catch {
    return null
  }
}

/** Keeps the user and the logged-in flag; null forgets both. Other tabs of this origin are told by the browser. */
export function storeUser(user: StoredUser | null): void {
  if (user) {
    localStorage.setItem(storedName, JSON.stringify(user))
    localStorage.setItem(loggedInName, 'true')
  } else {
    localStorage.removeItem(storedName)
    localStorage.removeItem(loggedInName)
  }
  for (const listener of listeners) listener('here')
}

/** Tells of every sign-in, renewal and sign-out, in this tab or another one. */
export function onUserChange(listener: (where: Where) => void): () => void {
  const fromOtherTab = (event: StorageEvent) => {
    if (event.key === null || event.key === storedName || event.key === loggedInName) listener('elsewhere')
  }
  listeners.add(listener)
  window.addEventListener('storage', fromOtherTab)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', fromOtherTab)
  }
}
