import { expect, test } from 'vitest'
import { commonPasswordCount } from './guessable.ts'
import { checkNewPassword, createHashTurns } from './passwords.ts'

const own = ['Ann', 'Lee', 'ann.lee@example.org', 'Hill Clinic']
const known = expect.objectContaining({ spec: expect.objectContaining({ code: 'password-known' }) })

test('thousands of the passwords that are tried first are known', () => {
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
])('a password that others would try first is refused, however it is spelled: %s', (password) => {
  expect(() => checkNewPassword(password, own)).toThrow(known as never)
})

test.each([
  'correct horse battery staple',
  'seven boats upon a lake',
  'ein Hund läuft über Wiesen',
  'мы идём в зелёный лес',
  'kT7!vq-Zp2#mWx9dL',
  '🦊 runs over frozen fields 🦊',
])('a password that nobody would guess is taken: %s', (password) => {
  expect(() => checkNewPassword(password, own)).not.toThrow()
})

test('of more passwords at once than can be compared in time the last are refused in words, the others answered', async () => {
  const inTurn = createHashTurns(2, 5)
  let running = 0
  let mostRunning = 0
  const compare = () =>
    inTurn(async () => {
      mostRunning = Math.max(mostRunning, (running += 1))
      await new Promise((resolve) => setTimeout(resolve, 5))
      running -= 1
      return 'compared'
    })
  const answers = await Promise.allSettled(Array.from({ length: 10 }, compare))
  expect(answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : answer.reason.spec.status))).toEqual([
    ...Array.from({ length: 7 }, () => 'compared'),
    503,
    503,
    503,
  ])
  expect(mostRunning).toBe(2)
  // Whoever failed gives the place on as well.
  await Promise.allSettled([1, 2, 3].map(() => inTurn(() => Promise.reject(new Error('no memory')))))
  expect(await compare()).toBe('compared')
})
