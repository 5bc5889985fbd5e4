import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { App, ConfigProvider, type ThemeConfig } from 'antd'
import { type ReactNode, useLayoutEffect, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { createMemoryRouter, type RouteObject } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { darkTheme, lightTheme, notices, withoutMotion } from '../app/antd-theme.ts'
import { mount } from '../editor/testing/mount.tsx'

const wearers = new Set<(theme: ThemeConfig) => void>()

function Worn({ first, children }: { first: ThemeConfig; children: ReactNode }) {
  const [theme, setTheme] = useState(first)
  useLayoutEffect(() => {
    wearers.add(setTheme)
    return () => void wearers.delete(setTheme)
  }, [])
  const still = useMemo(() => withoutMotion(theme), [theme])
  return (
    <ConfigProvider theme={still} wave={{ disabled: true }}>
      {children}
    </ConfigProvider>
  )
}

/** Switches everything that `mountRoutes` has mounted to light or to dark. */
export function wear(look: 'light' | 'dark') {
  document.documentElement.dataset['theme'] = look
  flushSync(() => {
    for (const setTheme of wearers) setTheme(look === 'dark' ? darkTheme : lightTheme)
  })
}

/** Mounts pages at an address with the providers that the shell gives to every page, and without animations. */
export function mountRoutes(routes: RouteObject[], address: string, theme: ThemeConfig = lightTheme) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const router = createMemoryRouter(routes, { initialEntries: [address] })
  const mounted = mount(
    <Worn first={theme}>
      <App notification={notices}>
        <QueryClientProvider client={client}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </App>
    </Worn>,
  )
  return { ...mounted, router, client }
}

/** Mounts one page. Any other address shows “elsewhere”. */
export const mountInWebApp = (node: ReactNode, address = '/here', theme: ThemeConfig = lightTheme) =>
  mountRoutes(
    [
      { path: address, element: node },
      { path: '*', element: <p>elsewhere</p> },
    ],
    address,
    theme,
  )
