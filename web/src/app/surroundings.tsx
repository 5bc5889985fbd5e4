import { useTheme } from '@dictara/browser/use-theme'
import { QueryClientProvider } from '@tanstack/react-query'
import { App as AntApp, ConfigProvider } from 'antd'
import { type ReactNode, useMemo, useState } from 'react'
import { queryClient } from '../platform/query-client.ts'
import { darkTheme, lightTheme, notices, withoutMotion } from './antd-theme.ts'
import { ProofQuestion } from './proof-question.tsx'

interface Look {
  isDark: boolean
  onToggleTheme: () => void
}

/** What pages of who is signed in stand in: look, notices, what was fetched, and the question whether it is them. */
export function Surroundings({ children }: { children: (look: Look) => ReactNode }) {
  const { isDark, toggle } = useTheme()
  // As it was when the page was opened: another answer would draw all of it anew, and a note with it.
  const [isStill] = useState(() => matchMedia('(prefers-reduced-motion: reduce)').matches)
  const look = isDark ? darkTheme : lightTheme
  const theme = useMemo(() => (isStill ? withoutMotion(look) : look), [isStill, look])
  return (
    <ConfigProvider theme={theme}>
      <AntApp notification={notices}>
        <QueryClientProvider client={queryClient}>
          {children({ isDark, onToggleTheme: toggle })}
          <ProofQuestion />
        </QueryClientProvider>
      </AntApp>
    </ConfigProvider>
  )
}
