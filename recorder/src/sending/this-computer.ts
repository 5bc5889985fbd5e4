import { newId } from '@dictara/contract/new-id'
import { remember } from '@dictara/browser/storage'

const kept = 'dictara-recorder-computer'
/** Where the browser has no room for it: the same for as long as the page is open. */
let named: string | undefined

/** A name that this browser gives itself, so that a list can tell what was begun here from what was begun elsewhere. */
export function thisComputer(): string {
  const known = globalThis.localStorage?.getItem(kept)
  if (known) return known
  named ??= newId()
  remember(kept, named)
  return named
}
