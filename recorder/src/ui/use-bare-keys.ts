import { useKeys } from '@dictara/browser/use-keys'

/** Keys by themselves, by code: what each does now. */
export type BareKeys = Readonly<Record<string, (() => void) | undefined>>

/** Where keys belong to what has the focus: what is typed into, chosen from, or pressed by Space itself. */
const ownKeys = 'input:not([type=range]), textarea, select, button, a[href], summary, audio, label, [contenteditable]'

/** Listens to keys without Alt or Ctrl, as long as nothing has the focus that wants them (WCAG 2.1.4). */
export const useBareKeys = (keys: BareKeys): void =>
  useKeys(({ altKey, ctrlKey, metaKey, shiftKey, repeat, code, target }) => {
    if (altKey || ctrlKey || metaKey || shiftKey || repeat) return undefined
    return target instanceof Element && target.closest(ownKeys) ? undefined : keys[code]
  })
