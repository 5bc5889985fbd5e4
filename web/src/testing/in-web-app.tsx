import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { App, ConfigProvider } from 'antd'
import type { ReactNode } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { lightTheme } from '../app/antd-theme.ts'
import { mount } from '../editor/testing/mount.tsx'

/** Mounts a screen with what the shell gives to every page; any other address shows “elsewhere”. */
export function mountInWebApp(node: ReactNode, address = '/here') {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const routes = [
    { path: address, element: node },
    { path: '*', element: <p>elsewhere</p> },
  ]
  const router = createMemoryRouter(routes, { initialEntries: [address] })
  mount(
    <ConfigProvider theme={{ ...lightTheme, token: { ...lightTheme.token, motion: false } }}>
      <App>
        <QueryClientProvider client={client}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </App>
    </ConfigProvider>,
  )
  return { router, client }
}
