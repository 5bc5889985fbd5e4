import type { StoredUser } from '@dictara/contract/identity'
import { beforeEach, expect, test, vi } from 'vitest'
import { currentUser, onUserChange, storeUser } from './session.ts'
import { keepUnsavedStatus, sessionUser } from './session-user.ts'

const dana = {
  id: '00000000-0000-7000-8000-000000000001',
  sessionId: '00000000-0000-7000-8000-000000000002',
  token: 'token-of-dana',
  firstName: 'Dana',
  userType: 'doctor',
  userPrivilege: 'TRANSCRIPTION_ONLY',
} as StoredUser
beforeEach(() => localStorage.clear())

test('the user and a logged-in flag are in local storage; the session user says who works and whether text is unsaved [AUTH-32, AUTH-33]', () => {
  expect([currentUser(), sessionUser()]).toEqual([null, null])
  storeUser(dana)
  const { id, sessionId, firstName, userType, userPrivilege } = dana
  const facts = { id, sessionId, firstName, userType, userPrivilege }
  expect(JSON.parse(localStorage.getItem('dictara-user')!)).toEqual(dana)
  expect(localStorage.getItem('dictara-logged-in')).toBe('true')
  expect(sessionUser()).toEqual({ ...facts, unsavedStatus: false })
  expect(currentUser()).toEqual({ ...dana, unsavedStatus: false })
  keepUnsavedStatus(true)
  expect(sessionUser()).toEqual({ ...facts, unsavedStatus: true })
  expect(currentUser()).toEqual({ ...dana, unsavedStatus: true })
  storeUser({ ...dana, token: 'renewed' })
  expect(sessionUser()?.unsavedStatus).toBe(true)
  keepUnsavedStatus(false)
  expect(sessionUser()?.unsavedStatus).toBe(false)
  // Without the flag the stored user does not count.
  localStorage.removeItem('dictara-logged-in')
  expect([currentUser(), sessionUser()]).toEqual([null, null])
})

test('signing out removes the user, the flag and the unsaved status, and notifies listeners', () => {
  storeUser(dana)
  keepUnsavedStatus(true)
  const told = vi.fn()
  const stop = onUserChange(told)
  storeUser(null)
  stop()
  expect({ ...localStorage }).toEqual({})
  expect(told).toHaveBeenCalledOnce()
})

test('the unsaved work of a crashed tab does not count for the next person', () => {
  storeUser(dana)
  localStorage.setItem('dictara-unsaved-a-tab-that-crashed', dana.id)
  expect(sessionUser()?.unsavedStatus).toBe(true)
  storeUser({ ...dana, id: '00000000-0000-7000-8000-000000000003' })
  expect(sessionUser()?.unsavedStatus).toBe(false)
})
