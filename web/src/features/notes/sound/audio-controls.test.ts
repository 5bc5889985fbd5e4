import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { backstepSeconds, nextSpeed, playerAction, resumeAt, speeds } from './audio-controls.ts'

// Nobody is signed in, so no personal keys apply.
vi.stubGlobal('localStorage', { getItem: () => null })

const key = (more: object) => ({
  key: '',
  code: '',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...more,
})

test('playback resumes a little before the pause, and exactly at the target of a jump', () => {
  expect(resumeAt(10, 10)).toBe(10 - backstepSeconds)
  expect(resumeAt(0.4, 0.4)).toBe(0)
  expect(resumeAt(10, 42)).toBe(42)
  expect(resumeAt(null, 7)).toBe(7)
})

test('the speed moves from step to step and stays within the steps', () => {
  expect([nextSpeed(1, 1), nextSpeed(1, -1)]).toEqual([1.25, 0.9])
  fc.assert(
    fc.property(fc.double({ min: 0.1, max: 4, noNaN: true }), fc.constantFrom(-1 as const, 1 as const), (now, by) => {
      expect(speeds).toContain(nextSpeed(now, by))
    }),
  )
})

test('every control of the player has a key, and typing never triggers it', () => {
  expect(playerAction(key({ code: 'Space', key: ' ', ctrlKey: true }))).toBe('toggle')
  expect(playerAction(key({ key: 'F8' }))).toBe('toggle')
  expect(playerAction(key({ code: 'Comma', ctrlKey: true }))).toBe('back')
  expect(playerAction(key({ code: 'Period', ctrlKey: true }))).toBe('forward')
  expect(playerAction(key({ code: 'Comma', ctrlKey: true, shiftKey: true }))).toBe('slower')
  expect(playerAction(key({ code: 'Period', ctrlKey: true, shiftKey: true }))).toBe('faster')
  for (const typed of ['a', ' ', ',', '.', 'Enter']) expect(playerAction(key({ key: typed }))).toBeNull()
})
