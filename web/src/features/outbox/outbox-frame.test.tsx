import { storeUser } from '@dictara/browser/session'
import { afterEach, expect, test, vi } from 'vitest'
import { askOutbox } from './outbox-frame.ts'

afterEach(() => storeUser(null))

test('whoever leaves before it is known where the recorder is leaves no frame behind', async () => {
  const answer = Promise.withResolvers<Response>()
  vi.spyOn(globalThis, 'fetch').mockReturnValue(answer.promise)
  const userId = '019a0000-0000-7000-8000-000000000001'
  storeUser({ id: userId, token: 't' } as never)
  const stop = askOutbox(userId, () => {})
  storeUser(null)
  answer.resolve(Response.json({ webUrl: location.origin, recorderUrl: 'http://localhost:1' }))
  await new Promise((later) => setTimeout(later, 100))
  expect(document.querySelectorAll('iframe')).toHaveLength(0)
  stop()
})
