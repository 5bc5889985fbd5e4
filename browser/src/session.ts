import type { StoredUser } from '@dictara/contract/identity'

const storedName = 'dictara-user'
const loggedInName = 'dictara-logged-in'
/** Where a change was made: in this tab, or in another one of this origin. */
export type Where = 'here' | 'elsewhere'
const listeners = new Set<(where: Where) => void>()
let ofThisPage: StoredUser | null = null
let cached: { text: string | null; user: StoredUser | null } = { text: null, user: null }

/** The person signed in on this origin, in this tab or another (AUTH-33). The same object as long as nothing changes. */
export function currentUser(): StoredUser | null {
  if (ofThisPage) return ofThisPage
  const text = localStorage.getItem(loggedInName) === 'true' ? localStorage.getItem(storedName) : null
  if (text !== cached.text) cached = { text, user: parsed(text) }
  return cached.user
}

/** Makes this page work as this person without storing anything; for a page that nobody sees. */
export function workAs(user: StoredUser | null): void {
  ofThisPage = user
}

let boundUserId: string | undefined

/**
 * Makes this page call the server only as this person. If another person signs in in another tab, nothing of theirs is shown or stored
 * here, and nothing is sent under their name (Q191).
 * @returns a function that ends this
 */
export function holdTo(userId: string): () => void {
  boundUserId = userId
  return () => {
    boundUserId = undefined
  }
}

/** Whether a call of this page would be made as a person other than the one it is held to. */
export const isSomebodyElses = (): boolean => boundUserId !== undefined && currentUser()?.id !== boundUserId

/** Each tab with unsaved changes stores their owner under a name with this prefix. */
export const unsavedName = 'dictara-unsaved-'
export const unsavedMarks = () => Object.keys(localStorage).filter((name) => name.startsWith(unsavedName))

/** The stored user. Unsaved changes are looked up on demand: each tab of this origin has a separate mark. */
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

/** Stores the user and the logged-in flag; null removes both. The browser informs other tabs of this origin. */
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

/** Reports every sign-in, renewal and sign-out, in this tab or another one. */
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
