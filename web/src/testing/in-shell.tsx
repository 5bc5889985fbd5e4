import { createMemoryRouter, type RouteObject } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { Shell } from '../app/shell.tsx'
import { mount } from '../editor/testing/mount.tsx'
import { queryClient } from '../platform/query-client.ts'

/** Mounts screens at an address inside the real shell: with the shared handler of failures, and nothing left of before. */
export function mountInShell(children: RouteObject[], address: string) {
  queryClient.clear()
  const router = createMemoryRouter([{ path: '/', element: <Shell />, children }], { initialEntries: [address] })
  return { ...mount(<RouterProvider router={router} />), router }
}
