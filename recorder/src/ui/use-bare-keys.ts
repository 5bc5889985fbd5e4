import { createListeners } from '@dictara/browser/listeners'
import { remember } from '@dictara/browser/storage'
import { useKeys } from '@dictara/browser/use-keys'
import { useSyncExternalStore } from 'react'

/** Keys by themselves, by code: what each does now. */
export type BareKeys = Readonly<Record<string, (() => void) | undefined>>

const name = 'dictara-recorder-bare-keys'
const { tell, subscribe } = createListeners()
const areBareKeysOn = () => localStorage.getItem(name) !== 'off'

/** Switches them on or off, for this browser. */
export function chooseBareKeys(isOn: boolean): void {
  remember(name, isOn ? 'on' : 'off')
  tell()
}

/** Whether they do something: only then are they shown on what they do. */
export const useAreBareKeysOn = () => useSyncExternalStore(subscribe, areBareKeysOn)

/** What letters are typed into or chosen by. */
const typedInto = 'input:not([type=range], [type=checkbox], [type=file]), textarea, select, [contenteditable]'
/** What Space presses by itself. */
const pressed = 'button, a[href], summary, audio, label, input:not([type=range])'

/** Listens to keys without Alt or Ctrl, unless what has the focus wants them, or the person wants none (WCAG 2.1.4). */
export const useBareKeys = (keys: BareKeys): void =>
  useKeys(({ altKey, ctrlKey, metaKey, shiftKey, repeat, code, target }) => {
    if (altKey || ctrlKey || metaKey || shiftKey || repeat || !areBareKeysOn()) return undefined
    const own = code === 'Space' ? `${typedInto}, ${pressed}` : typedInto
    return target instanceof Element && target.closest(own) ? undefined : keys[code]
  })
