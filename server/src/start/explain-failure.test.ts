import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { readFile } from 'node:fs/promises'
import pg from 'pg'
import { expect, it } from 'vitest'
import { FolderInUse } from '../platform/embedded-postgres.ts'
import { explainFailure } from './explain-failure.ts'

async function failureOf(work: () => Promise<unknown>): Promise<unknown> {
  try {
    await work()
  } catch (error) {
    return error
  }
  throw new Error('it did not fail')
}

it('a port in use is named with the setting for another one', async () => {
  const holder = createServer().listen(0, '127.0.0.1')
  await once(holder, 'listening')
  const { port } = holder.address() as AddressInfo
  const error = await failureOf(() => once(createServer().listen(port, '127.0.0.1'), 'listening'))
  holder.close()
  expect(explainFailure(error, { DICTARA_PORT: port, DICTARA_RECORDER_PORT: 1 })).toBe(
    `Port ${port} is used by another program. Stop it, or choose another port with DICTARA_PORT.`,
  )
  expect(explainFailure(error, { DICTARA_PORT: 1, DICTARA_RECORDER_PORT: port })).toBe(
    `Port ${port} (for the recorder) is used by another program. Stop it, or choose another port with DICTARA_RECORDER_PORT.`,
  )
  expect(explainFailure(error, { DICTARA_PORT: 1, DICTARA_RECORDER_PORT: 2, DICTARA_MLLP_PORT: port })).toBe(
    `Port ${port} (for HL7 messages) is used by another program. Stop it, or choose another port with DICTARA_MLLP_PORT.`,
  )
  expect(explainFailure(error, { DICTARA_PORT: 1, DICTARA_RECORDER_PORT: 2, DICTARA_PAYMENT_SANDBOX_PORT: port })).toBe(
    `Port ${port} (for the payment sandbox) is used by another program. Stop it, or choose another port with DICTARA_PAYMENT_SANDBOX_PORT.`,
  )
})

it('an external database that does not answer is named by its host, never with its password', async () => {
  const closed = createServer().listen(0, '127.0.0.1')
  await once(closed, 'listening')
  const { port } = closed.address() as AddressInfo
  closed.close()
  const url = `postgres://owner:secret@127.0.0.1:${port}/dictara`
  const error = await failureOf(() => new pg.Client({ connectionString: url }).connect())
  const words = explainFailure(error, { DATABASE_URL: url })
  expect(words).toBe(
    `The database of DATABASE_URL (127.0.0.1:${port}) isn’t responding. Check that it’s running and that the address is right.`,
  )
})

it('a missing file is named, and our own messages are shown unchanged', async () => {
  const error = await failureOf(() => readFile('/no-such-folder/cert.pem'))
  expect(explainFailure(error)).toBe('The file /no-such-folder/cert.pem is missing.')
  expect(explainFailure(new Error('Another Dictara is already running'))).toBe('Another Dictara is already running')
})

it('a data folder in use is named by its path, with the setting for another one', () => {
  expect(explainFailure(new FolderInUse('/data/postgres'), { dataFolder: '/data' })).toBe(
    'Another Dictara is already using the data folder /data. Stop it first, or choose another folder with DICTARA_DATA.',
  )
})

it('a problem of an external database gets a readable message without its password', () => {
  const url = 'postgres://owner:secret@db.example:5432/dictara'
  const explanation = (code: string | undefined, message: string) =>
    explainFailure(Object.assign(new Error(message), code ? { code } : {}), { DATABASE_URL: url })
  for (const [code, message, words] of [
    [undefined, 'timeout expired', 'isn’t responding.'],
    ['53300', 'sorry, too many clients already', 'has no free connections for Dictara.'],
    ['25006', 'cannot execute CREATE TABLE in a read-only transaction', 'is read-only'],
    ['3D000', 'database "dictara" does not exist', 'doesn’t exist in this PostgreSQL.'],
  ] as const) {
    expect(explanation(code, message)).toContain(`The database of DATABASE_URL (db.example:5432) ${words}`)
    expect(explanation(code, message)).not.toContain('secret')
  }
})
