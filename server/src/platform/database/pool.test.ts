import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import type pg from 'pg'
import { aLineTo } from '../../testing/cut-line.ts'
import { silentLog } from '../log.ts'
import { openPool } from './pool.ts'

let line: Awaited<ReturnType<typeof aLineTo>>
let pool: pg.Pool
beforeEach(async () => {
  const url = new URL(inject('ownerUrl'))
  line = await aLineTo(Number(url.port))
  url.port = String(line.port)
  pool = openPool(url.toString(), 'dictara_test', 5, { statementMs: 500, lockMs: 500 }, silentLog)
})
afterEach(async () => {
  line.mend()
  await pool.end()
  line.close()
})

const five = () => Promise.allSettled(Array.from({ length: 5 }, () => pool.query('select pg_sleep(0.1)')))

test('after a silence one call finds the lines dead, and the next ones go by new lines', async () => {
  expect((await five()).map(({ status }) => status)).toEqual(Array.from({ length: 5 }, () => 'fulfilled'))
  expect(pool.idleCount).toBe(5)
  line.silence()
  await expect(pool.query('select 1')).rejects.toThrow()
  line.mend()
  for (let time = 0; time < 5; time += 1) await pool.query('select 1')
  expect((await five()).map(({ status }) => status)).toEqual(Array.from({ length: 5 }, () => 'fulfilled'))
}, 30_000)

test('a statement that is wrong costs no line', async () => {
  await five()
  await expect(pool.query('select nothing_of_the_kind')).rejects.toThrow(/nothing_of_the_kind/)
  expect(pool.idleCount).toBe(4)
})
