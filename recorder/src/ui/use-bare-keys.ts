import { createListeners } from '@dictara/browser/listeners'
import { remember } from '@dictara/browser/storage'
import { useKeys } from '@dictara/browser/use-keys'
import { useSyncExternalStore } from 'react'

/** The current action of each key without modifiers, by key code. */
export type BareKeys = Readonly<Record<string, (() => void) | undefined>>

const name = 'dictara-recorder-bare-keys'
const { tell, subscribe } = createListeners()
const areBareKeysOn = () => localStorage.getItem(name) !== 'off'

/** Switches these keys on or off for this browser. */
export function chooseBareKeys(isOn: boolean): void {
  remember(name, isOn ? 'on' : 'off')
  tell()
}

/** Whether these keys are active: only then do buttons show them. */
export const useAreBareKeysOn = () => useSyncExternalStore(subscribe, areBareKeysOn)

/** Elements in which letters type text or choose an option. */
const typedInto = 'input:not([type=range], [type=checkbox], [type=file]), textarea, select, [contenteditable]'
/** Elements that Space activates natively. */
const pressed = 'button, a[href], summary, audio, label, input:not([type=range])'

/** Listens to keys without Alt or Ctrl, unless the focused element needs them or the person switched them off (WCAG 2.1.4). */
export const useBareKeys = (keys: BareKeys): void =>
  useKeys(({ altKey, ctrlKey, metaKey, shiftKey, repeat, code, target }) => {
    if (altKey || ctrlKey || metaKey || shiftKey || repeat || !areBareKeysOn()) return undefined
    const own = code === 'Space' ? `${typedInto}, ${pressed}` : typedInto
    return target instanceof Element && target.closest(own) ? undefined : keys[code]
  })
