import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { movableClock } from '../clock.ts'
import { countCalls, type TakeCall } from './limits.ts'

const clock = movableClock(new Date('2026-11-20T08:00:00Z'))
let server: TestServer
/** The call counters of two copies of the server. */
let copies: [TakeCall, TakeCall]
beforeAll(async () => {
  server = await startTestServer({ clock })
  copies = [countCalls(server.doors, clock), countCalls(server.doors, clock)]
})
afterAll(() => server.close())

/** How many of these simultaneous calls, half of them at each copy, are within the limit. */
async function within(key: string, calls: number, most: number) {
  const taken = await Promise.all(Array.from({ length: calls }, (_, n) => copies[n % 2]!(key, most)))
  return taken.filter(({ isWithin }) => isWithin).length
}

test('two copies of the server share one limit per address, which starts again each minute', async () => {
  expect(await within('an address', 300, 120)).toBe(120)
  expect(await within('another address', 100, 120)).toBe(100)
  expect(await within('an address', 20, 120)).toBe(0)
  clock.advance(61_000)
  expect(await within('an address', 300, 120)).toBe(120)
})

test('of a large limit a copy takes shares, and together they never exceed it and use nearly all of it', async () => {
  let allowed = 0
  for (let n = 0; n < 700; n += 1) allowed += await within('a person', 10, 6_000)
  expect(allowed).toBeLessThanOrEqual(6_000)
  expect(allowed).toBeGreaterThan(5_900)
})

test('a clock set back does not make a minute last an hour', async () => {
  expect(await within('a clock', 200, 120)).toBe(120)
  clock.advance(-3_600_000)
  expect(await within('a clock', 200, 120)).toBe(120)
  clock.advance(3_600_000)
})

test('an address seen once is forgotten soon', async () => {
  for (let n = 0; n < 20; n += 1) await within(`stranger ${n}`, 1, 120)
  clock.advance(180_000)
  for (let n = 0; n < 20; n += 1) await within(`later ${n}`, 1, 120)
  const { rows } = await server.owner.query("select key from counted_calls where key like 'stranger%'")
  expect(rows).toEqual([])
})
