import { createMemoryRouter, type RouteObject } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { Shell } from '../app/shell.tsx'
import { mount } from '../editor/testing/mount.tsx'
import { queryClient } from '../platform/query-client.ts'

/** Mounts pages at an address inside the real shell, with its shared handling of failures and an empty cache. */
export function mountInShell(children: RouteObject[], address: string) {
  queryClient.clear()
  const router = createMemoryRouter([{ path: '/', element: <Shell />, children }], { initialEntries: [address] })
  return { ...mount(<RouterProvider router={router} />), router }
}
