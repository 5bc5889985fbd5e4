import { useLayoutEffect, useSyncExternalStore } from 'react'
import { createListeners } from './listeners.ts'
import { remember } from './storage.ts'

/** The name under which this browser stores the look. */
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

/** Switches the look at once: during a fade the page is unreadable. */
function show(look: 'light' | 'dark') {
  const { dataset } = document.documentElement
  if (dataset['theme'] === look) return
  dataset['theme'] = look
  dataset['themeChanges'] = ''
  requestAnimationFrame(() => requestAnimationFrame(() => delete dataset['themeChanges']))
}

/** Called before anything is drawn, so that what is shown while an application loads has the right look. */
export const showLook = () => show(isDarkNow() ? 'dark' : 'light')

/** Light or dark: the computer's setting until the person chooses. */
export function useTheme() {
  const isDark = useSyncExternalStore(listen, isDarkNow)
  // Before the first paint, so that antd's components change colours at the same moment.
  useLayoutEffect(() => show(isDark ? 'dark' : 'light'), [isDark])
  const toggle = () => {
    remember(lookName, isDark ? 'light' : 'dark')
    listeners.tell()
  }
  return { isDark, toggle }
}
