import { lookName } from '@dictara/browser/use-theme'
import { createMemoryRouter } from 'react-router'
import { expect, test, vi } from 'vitest'
import { until } from './editor/testing/mount.tsx'

/** The theme of the page when the application rendered for the first time. */
let drawnIn: string | undefined
vi.mock('./app/router.tsx', () => {
  function Waiting() {
    drawnIn ??= document.documentElement.dataset['theme'] ?? 'none'
    return <output>Loading …</output>
  }
  const never = () => new Promise<null>(() => {})
  return { router: createMemoryRouter([{ path: '/', HydrateFallback: Waiting, loader: never }]) }
})

test('the loading screen of the application already has the chosen theme', async () => {
  localStorage.setItem(lookName, 'dark')
  const root = document.body.appendChild(document.createElement('div'))
  root.id = 'root'
  await import('./main.tsx')
  await until(() => expect(root.textContent).toBe('Loading …'))
  expect(drawnIn).toBe('dark')
  root.remove()
  localStorage.removeItem(lookName)
  delete document.documentElement.dataset['theme']
})
