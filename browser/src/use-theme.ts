import { useLayoutEffect, useSyncExternalStore } from 'react'
import { createListeners } from './listeners.ts'
import { remember } from './storage.ts'

/** Under which name this browser keeps the look. */
export const lookName = 'dictara-theme'
const dark = matchMedia('(prefers-color-scheme: dark)')
const listeners = createListeners()

const isDarkNow = () => {
  const chosen = localStorage.getItem(lookName)
  return chosen ? chosen === 'dark' : dark.matches
}

function listen(listener: () => void) {
  const stop = listeners.subscribe(listener)
  dark.addEventListener('change', listener)
  return () => {
    stop()
    dark.removeEventListener('change', listener)
  }
}

/** Shows a look at once: what fades from one to the other cannot be read on the way. */
function show(look: 'light' | 'dark') {
  const { dataset } = document.documentElement
  if (dataset['theme'] === look) return
  dataset['theme'] = look
  dataset['themeChanges'] = ''
  requestAnimationFrame(() => requestAnimationFrame(() => delete dataset['themeChanges']))
}

/** Light or dark: as the computer has it, until the person chooses. */
export function useTheme() {
  const isDark = useSyncExternalStore(listen, isDarkNow)
  // Before anything is painted: components of antd have their new colours in the same moment.
  useLayoutEffect(() => show(isDark ? 'dark' : 'light'), [isDark])
  const toggle = () => {
    remember(lookName, isDark ? 'light' : 'dark')
    listeners.tell()
  }
  return { isDark, toggle }
}
