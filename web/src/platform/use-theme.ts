import { remember } from '@dictara/browser/storage'
import { useEffect, useSyncExternalStore } from 'react'

/** Under which name this browser keeps the look. */
export const lookName = 'dictara-theme'
const dark = matchMedia('(prefers-color-scheme: dark)')
const listeners = new Set<() => void>()

const isDarkNow = () => {
  const chosen = localStorage.getItem(lookName)
  return chosen ? chosen === 'dark' : dark.matches
}

function listen(listener: () => void) {
  listeners.add(listener)
  dark.addEventListener('change', listener)
  return () => {
    listeners.delete(listener)
    dark.removeEventListener('change', listener)
  }
}

/** Light or dark: as the computer has it, until the person chooses. */
export function useTheme() {
  const isDark = useSyncExternalStore(listen, isDarkNow)
  useEffect(() => {
    document.documentElement.dataset['theme'] = isDark ? 'dark' : 'light'
  }, [isDark])
  const toggle = () => {
    remember(lookName, isDark ? 'light' : 'dark')
    for (const listener of listeners) listener()
  }
  return { isDark, toggle }
}
