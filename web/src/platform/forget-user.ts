import { storeUser } from '@dictara/browser/session'
import { lookName } from '@dictara/browser/use-theme'

/**
 * Signs out of this browser: nothing that the person left in local storage stays (SHELL-44, ERR-06). The look is the
 * computer's; drafts of unsaved text have a store of their own.
 */
export function forgetUser(): void {
  storeUser(null)
  for (const name of Object.keys(localStorage)) if (name !== lookName) localStorage.removeItem(name)
}
