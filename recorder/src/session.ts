import type { StoredUser } from '@dictara/contract/identity'

const storedName = 'dictara-user'
const listeners = new Set<() => void>()

/** Who is signed in on this origin; also what another tab has written. */
export function currentUser(): StoredUser | null {
  try {
    return JSON.parse(localStorage.getItem(storedName) ?? 'null') as StoredUser | null
  } catch {
    return null
  }
}

export function storeUser(user: StoredUser | null): void {
  if (user) localStorage.setItem(storedName, JSON.stringify(user))
  else localStorage.removeItem(storedName)
  for (const listener of listeners) listener()
}

/** Tells of every sign-in, renewal and sign-out, in this tab or another one. */
export function onUserChange(listener: () => void): () => void {
  const fromOtherTab = (event: StorageEvent) => event.key === storedName && listener()
  listeners.add(listener)
  window.addEventListener('storage', fromOtherTab)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', fromOtherTab)
  }
}
