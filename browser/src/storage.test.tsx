import { afterEach, expect, test, vi } from 'vitest'
import { isStorageBlocked, remember, tellStorageBlocked } from './storage.ts'

const real = Object.getOwnPropertyDescriptor(window, 'localStorage')!
afterEach(() => {
  Object.defineProperty(window, 'localStorage', real)
  vi.restoreAllMocks()
})

test('in a browser that blocks cookies, a message says so in place of the application', () => {
  expect(isStorageBlocked()).toBe(false)
  Object.defineProperty(window, 'localStorage', {
    configurable: true,
    get() {
      throw new DOMException('Access is denied for this document.', 'SecurityError')
    },
  })
  expect(isStorageBlocked()).toBe(true)
  const root = document.body.appendChild(document.createElement('div'))
  tellStorageBlocked(root)
  expect(root.querySelector('[role=alert]')?.textContent).toMatch(/Allow cookies and site data/)
  root.remove()
})

test('remembering an optional setting does not fail when storage is full', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('No room.', 'QuotaExceededError')
  })
  expect(() => remember('dictara-theme', 'dark')).not.toThrow()
})
