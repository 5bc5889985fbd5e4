import { expect, test } from 'vitest'
import { commonPasswordCount } from './guessable.ts'
import { checkNewPassword } from './passwords.ts'

const own = ['Ann', 'Lee', 'ann.lee@example.org', 'Hill Clinic']
const known = expect.objectContaining({ spec: expect.objectContaining({ code: 'password-known' }) })

test('the list of common passwords has thousands of entries', () => {
  expect(commonPasswordCount()).toBeGreaterThanOrEqual(3_000)
})

test.each([
  'q1w2e3r4t5y6u7i8o9p0',
  '1qaz2wsx3edc4rfv',
  'Butterfly Chocolate',
  'sunshine-sunshine-1',
  'Football!Baseball!2026',
  'P@55w0rd Trustno1',
  'starwars2026superman',
  'mustang 1984 mercedes',
  'Ann Lee football 2026',
  'annleehillclinic-dragon',
])('an easily guessed password is refused in any spelling: %s', (password) => {
  expect(() => checkNewPassword(password, own)).toThrow(known as never)
})

test.each([
  'correct horse battery staple',
  'seven boats upon a lake',
  'ein Hund läuft über Wiesen',
  'мы идём в зелёный лес',
  'kT7!vq-Zp2#mWx9dL',
  '🦊 runs over frozen fields 🦊',
])('a password that is hard to guess is accepted: %s', (password) => {
  expect(() => checkNewPassword(password, own)).not.toThrow()
})
