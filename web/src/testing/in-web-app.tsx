import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { App, ConfigProvider, type ThemeConfig } from 'antd'
import type { ReactNode } from 'react'
import { createMemoryRouter, type RouteObject } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { lightTheme, notices, withoutMotion } from '../app/antd-theme.ts'
import { mount } from '../editor/testing/mount.tsx'

/** Mounts pages at an address with the providers that the shell gives to every page, and without animations. */
export function mountRoutes(routes: RouteObject[], address: string, theme: ThemeConfig = lightTheme) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const router = createMemoryRouter(routes, { initialEntries: [address] })
  const mounted = mount(
    <ConfigProvider theme={withoutMotion(theme)} wave={{ disabled: true }}>
      <App notification={notices}>
        <QueryClientProvider client={client}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </App>
    </ConfigProvider>,
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
