import { StyleProvider } from '@ant-design/cssinjs'
import { LoadingOutlined } from '@ant-design/icons'
import { useTheme } from '@dictara/browser/use-theme'
import { QueryClientProvider } from '@tanstack/react-query'
import { App as AntApp, ConfigProvider } from 'antd'
import { type ReactNode, useMemo, useState } from 'react'
import { queryClient } from '../platform/query-client.ts'
import { keptStyles } from '../ui/kept-styles.ts'
import { darkTheme, lightTheme, notices, withoutMotion } from './antd-theme.ts'
import { ProofQuestion } from './proof-question.tsx'

// antd's own spinner leaves by a transition, and stays for ever where a busy machine cancels that transition.
const buttons = { loadingIcon: <LoadingOutlined /> }

interface Look {
  isDark: boolean
  onToggleTheme: () => void
}

/** Provides signed-in pages with the look, notices, the query cache, and the question that proves a person's identity. */
export function Surroundings({ children }: { children: (look: Look) => ReactNode }) {
  const { isDark, toggle } = useTheme()
  // Read once, when the page opens: a later change would redraw the whole page, including a note.
  const [isStill] = useState(() => matchMedia('(prefers-reduced-motion: reduce)').matches)
  const look = isDark ? darkTheme : lightTheme
  const theme = useMemo(() => (isStill ? withoutMotion(look) : look), [isStill, look])
  return (
    <StyleProvider cache={keptStyles}>
      <ConfigProvider theme={theme} button={buttons}>
        <AntApp notification={notices}>
          <QueryClientProvider client={queryClient}>
            {children({ isDark, onToggleTheme: toggle })}
            <ProofQuestion />
          </QueryClientProvider>
        </AntApp>
      </ConfigProvider>
    </StyleProvider>
  )
}
