import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest'
import type pg from 'pg'
import { aLineTo } from '../../testing/cut-line.ts'
import { silentLog } from '../log.ts'
import { connectAlone, openPool } from './pool.ts'

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

test('after a silent failure one call finds the connections dead, and later ones use new connections', async () => {
  expect((await five()).map(({ status }) => status)).toEqual(Array.from({ length: 5 }, () => 'fulfilled'))
  expect(pool.idleCount).toBe(5)
  line.silence()
  await expect(pool.query('select 1')).rejects.toThrow()
  line.mend()
  for (let time = 0; time < 5; time += 1) await pool.query('select 1')
  expect((await five()).map(({ status }) => status)).toEqual(Array.from({ length: 5 }, () => 'fulfilled'))
}, 30_000)

test('three connections stay open in a quiet time, and the others are closed', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    await five()
    expect(pool.totalCount).toBe(5)
    vi.advanceTimersByTime(60_000)
    expect(pool.totalCount).toBe(3)
  } finally {
    vi.useRealTimers()
  }
})

test('a failed statement costs no connection', async () => {
  await five()
  await expect(pool.query('select nothing_of_the_kind')).rejects.toThrow(/nothing_of_the_kind/)
  expect(pool.idleCount).toBe(4)
})

const settings = {
  datestyle: 'German, DMY',
  timezone: 'Asia/Kathmandu',
  intervalstyle: 'sql_standard',
  search_path: 'of_the_owner',
  default_transaction_isolation: 'serializable',
  statement_timeout: '300',
  lock_timeout: '300',
}

test('settings made by the owner of a PostgreSQL do not change what our connections read and see', async () => {
  const owner = await connectAlone(inject('ownerUrl'))
  const url = new URL(inject('ownerUrl'))
  url.pathname = '/of_an_owner'
  url.searchParams.set('options', '-c work_mem=5MB')
  await owner.query('create database of_an_owner')
  for (const [name, value] of Object.entries(settings))
    await owner.query(`alter database of_an_owner set ${name} = '${value}'`)
  const ours = openPool(url.toString(), 'dictara_test', 1, { statementMs: 7_000, lockMs: 6_000 }, silentLog)
  const alone = await connectAlone(url.toString())
  try {
    const ask = `select '2026-04-03T22:30:00Z'::timestamptz as at, '2026-04-03'::date::text as day,
      interval '26 hours'::text as length, current_setting('transaction_isolation') as isolation,
      current_setting('search_path') as path, current_setting('work_mem') as memory,
      current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock`
    const same = {
      at: new Date('2026-04-03T22:30:00Z'),
      day: '2026-04-03',
      length: '26:00:00',
      isolation: 'read committed',
      path: 'public',
      memory: '5MB',
    }
    expect((await ours.query(ask)).rows).toEqual([{ ...same, statement: '7s', lock: '6s' }])
    expect((await alone.query(ask)).rows).toEqual([{ ...same, statement: '0', lock: '0' }])
  } finally {
    await Promise.all([ours.end(), alone.end()])
    await owner.query('drop database of_an_owner with (force)')
    await owner.end()
  }
})
