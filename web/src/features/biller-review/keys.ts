import { isAskedSomething } from '../../ui/is-asked-something.ts'
import { isPressed, type PageKey } from '../../ui/keys.ts'

/**
 * The keys of the biller's page. Handlers, tooltips, `aria-keyshortcuts` and the list of keys all read them from here.
 */
export const billerKeys = {
  billed: { does: 'Mark as billed and open the next job', chords: ['b'], group: 'Job' },
  undo: { does: 'Undo, until it is sent', chords: ['u'], group: 'Job' },
  next: { does: 'Next job, without billing', chords: ['j'], group: 'Job' },
  before: { does: 'Previous job', chords: ['k'], group: 'Job' },
  help: { does: 'Keys', chords: ['?'], group: 'Page' },
} as const satisfies Record<string, PageKey>

export type BillerKeyName = keyof typeof billerKeys

const names = Object.keys(billerKeys) as BillerKeyName[]
/** Elements in which letters type text, or that handle keys themselves. */
const elsewhere = 'input, textarea, select, [contenteditable]:not([contenteditable="false"]), dialog'

/** The pressed key of the page. Undefined for a repeated key, and for a key typed into a field. */
export function pressedKey(event: KeyboardEvent): BillerKeyName | undefined {
  const { target } = event
  if (event.repeat || event.defaultPrevented || (target instanceof Element && target.closest(elsewhere)))
    return undefined
  if (isAskedSomething()) return undefined
  return names.find((name) => billerKeys[name].chords.some((chord) => isPressed(chord, event)))
}
