import { remember } from '@dictara/browser/storage'
import { useEffect, useState } from 'react'

const rememberedName = 'dictara-theme'
const dark = matchMedia('(prefers-color-scheme: dark)')

/** Light or dark: as the computer has it, until the person chooses. */
export function useTheme() {
  const [chosen, setChosen] = useState(() => localStorage.getItem(rememberedName))
  const [isSystemDark, setSystemDark] = useState(dark.matches)
  const isDark = chosen ? chosen === 'dark' : isSystemDark

  useEffect(() => {
    const follow = () => setSystemDark(dark.matches)
    dark.addEventListener('change', follow)
    return () => dark.removeEventListener('change', follow)
  }, [])
  useEffect(() => {
    document.documentElement.dataset['theme'] = isDark ? 'dark' : 'light'
  }, [isDark])

  const toggle = () => {
    const next = isDark ? 'light' : 'dark'
    remember(rememberedName, next)
    setChosen(next)
  }
  return { isDark, toggle }
}
