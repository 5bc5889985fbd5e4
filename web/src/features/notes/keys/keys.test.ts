import { readFileSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import { isPressed, shownChord } from '../../../ui/keys.ts'
import { ariaKeys, deskKeys, type DeskKeyName, shownKeys } from './keys.ts'

// Nobody is signed in, so no personal keys apply.
vi.stubGlobal('localStorage', { getItem: () => null })

const names = Object.keys(deskKeys) as DeskKeyName[]
const chords = names.flatMap((name) => deskKeys[name].chords)
const key = (more: object) => ({
  key: '',
  code: '',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...more,
})

test('no two functions of the desk have the same key', () => {
  expect(chords.filter((chord, index) => chords.indexOf(chord) !== index)).toEqual([])
})

test('every key of the desk is in the documentation for doctors', () => {
  const told = readFileSync(new URL('../../../../../docs/using/doctor.md', import.meta.url), 'utf8')
  expect(chords.map(shownChord).filter((chord) => !told.includes(chord))).toEqual([])
})

test('a chord matches whatever Shift and the keyboard layout make of its key, but not with another modifier', () => {
  const comma = { code: 'Comma', ctrlKey: true, shiftKey: true }
  expect(isPressed('Ctrl+Shift+,', key({ key: ';', ...comma }))).toBe(true)
  expect(isPressed('Ctrl+,', key({ key: ';', ...comma }))).toBe(false)
  expect(isPressed('Ctrl+\\', key({ key: '\\', ctrlKey: true }))).toBe(true)
  expect(isPressed('Alt+I', key({ key: 'ˆ', code: 'KeyI', altKey: true }))).toBe(true)
  expect(isPressed('F8', key({ key: 'F8', metaKey: true }))).toBe(false)
})

test('keys have one form for people and one for screen readers', () => {
  expect(shownKeys('sectionBefore')).toBe('Alt+Page Up')
  expect(shownKeys('back')).toBe('Ctrl+, or F7')
  expect(ariaKeys('back')).toBe('Control+, F7')
})
