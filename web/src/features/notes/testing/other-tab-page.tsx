import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { App } from 'antd'
import { createRoot } from 'react-dom/client'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { OlderEditorPage } from '../desk/editor-page.tsx'

/** Renders the editor in a window of its own. `other-tab.ts` loads this file. */
const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
const routes = [{ path: '/dashboard/editor/:jobId', element: <OlderEditorPage /> }]
const router = createMemoryRouter(routes, { initialEntries: [document.body.dataset['address']!] })
createRoot(document.querySelector('main')!).render(
  <App>
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </App>,
)
