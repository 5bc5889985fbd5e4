import { newId } from '@dictara/browser/new-id'

const kept = 'dictara-recorder-computer'

/** A name that this browser gives itself, so that a list can tell what was begun here from what was begun elsewhere. */
export function thisComputer(): string {
  const known = globalThis.localStorage?.getItem(kept)
  if (known) return known
  const name = newId()
  globalThis.localStorage?.setItem(kept, name)
  return name
}
