import { storeUser } from '@dictara/browser/session'
import { afterEach, expect, test, vi } from 'vitest'
import type { SiteConfig } from '../../platform/site-config.ts'
import { aUser } from '../../testing/stored-user.fixtures.ts'
import { openCalls } from '../../testing/wire.ts'
import { askOutbox } from './outbox-frame.ts'

afterEach(() => {
  storeUser(null)
  vi.restoreAllMocks()
})

test('leaving before the recorder’s address is known leaves no frame in the page', async () => {
  const answer = Promise.withResolvers<SiteConfig>()
  openCalls().answerSite(() => answer.promise)
  const user = aUser()
  storeUser(user)
  const stop = askOutbox(user.id, () => {})
  storeUser(null)
  const here = location.origin
  answer.resolve({
    productName: 'Dictara',
    webUrl: here,
    recorderUrl: 'http://localhost:1',
    contactUrl: here,
    hasDemo: false,
    keepsMails: false,
    hasPayments: true,
  })
  await new Promise((later) => setTimeout(later, 100))
  expect(document.querySelectorAll('iframe')).toHaveLength(0)
  stop()
})
