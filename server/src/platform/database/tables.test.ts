import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { readTables } from './read-tables.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const written = () => readFile(resolve(import.meta.dirname, 'tables.ts'), 'utf8')

test('the types of the tables match the migrated database; otherwise run: npm run tables', async () => {
  expect(await readTables(server.owner)).toBe(await written())
})

test('a column that is renamed, added or newly nullable is reported as a difference', async () => {
  for (const change of [
    'alter table patients rename bed_id to bed',
    'alter table patients add column nickname text',
    'alter table patients alter column gender drop not null',
  ]) {
    const before = await readTables(server.owner)
    await server.owner.query(change)
    expect(await readTables(server.owner), change).not.toBe(before)
  }
})
