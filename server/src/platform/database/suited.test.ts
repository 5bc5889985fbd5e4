import { resolve } from 'node:path'
import { expect, inject, test } from 'vitest'
import { testSecrets } from '../../testing/test-secrets.ts'
import { migrate } from './migrate.ts'
import { connectAlone } from './pool.ts'
import { whyUnsuited } from './suited.ts'

const migrations = resolve(import.meta.dirname, '../../../migrations')

test('a database whose encoding cannot hold all text is refused with a readable message and left empty', async () => {
  const owner = await connectAlone(inject('ownerUrl'))
  const url = new URL(inject('ownerUrl'))
  url.pathname = '/in_latin'
  await owner.query("create database in_latin encoding 'LATIN1' locale_provider libc locale 'C' template template0")
  try {
    await expect(migrate(url.toString(), migrations, testSecrets)).rejects.toThrow(
      'keeps text as LATIN1, which cannot hold all that people write',
    )
    const inside = await connectAlone(url.toString())
    const { rows } = await inside.query("select tablename from pg_tables where schemaname = 'public'")
    await inside.end()
    expect(rows).toEqual([])
  } finally {
    await owner.query('drop database in_latin with (force)')
    await owner.end()
  }
})

test('an older PostgreSQL is refused by its version, and a current one is accepted', () => {
  const kind = { number: 150_018, version: '15.18 (Debian 15.18-0+deb12u1)', encoding: 'UTF8', losing: [] }
  expect(whyUnsuited(kind)).toBe(
    'The PostgreSQL of DATABASE_URL is 15.18, and Dictara needs 18 or a newer one. Nothing was changed.',
  )
  expect(whyUnsuited({ ...kind, number: 180_004 })).toBeUndefined()
})
