import { StyleProvider } from '@ant-design/cssinjs'
import type { ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { vi } from 'vitest'
import '@dictara/browser/theme.css'
import { keptStyles } from '../../ui/kept-styles.ts'

const mounted: { root: Root; host: HTMLElement }[] = []

/** Renders a component into the test page, until `unmountAll` removes it. */
export const mount = (node: ReactNode) => {
  const host = document.createElement('main')
  document.body.append(host)
  const root = createRoot(host)
  const render = (next: ReactNode) => root.render(<StyleProvider cache={keptStyles}>{next}</StyleProvider>)
  render(node)
  mounted.push({ root, host })
  /** Removes the component from the page. */
  const close = () => {
    root.unmount()
    host.remove()
  }
  return { host, render, close }
}

/** Removes everything that `mount` rendered. Call it after each test. */
export function unmountAll(): void {
  for (const { root, host } of mounted.splice(0)) {
    root.unmount()
    host.remove()
  }
  delete document.documentElement.dataset['theme']
}

/** Waits until a check no longer throws. */
export const until = <T,>(check: () => T | Promise<T>) =>
  vi.waitFor(check, { timeout: 20_000, message: 'Time ran out' })
