import { newId } from '@dictara/contract/new-id'
import { remember } from '@dictara/browser/storage'

const kept = 'dictara-recorder-computer'
/** The name when the browser cannot store it: it lasts as long as the page is open. */
let named: string | undefined

/** A name that this browser gives itself, so that a list can tell dictations begun here from those begun elsewhere. */
export function thisComputer(): string {
  const known = globalThis.localStorage?.getItem(kept)
  if (known) return known
  named ??= newId()
  remember(kept, named)
  return named
}
