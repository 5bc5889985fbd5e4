import { storeUser } from '@dictara/browser/session'
import { lookName } from '@dictara/browser/use-theme'

/**
 * Signs out of this browser and removes the person's data from local storage (SHELL-44, ERR-06). The look belongs to the computer and
 * stays; drafts of unsaved text have their own store.
 */
export function forgetUser(): void {
  storeUser(null)
  for (const name of Object.keys(localStorage)) if (name !== lookName) localStorage.removeItem(name)
}
