import { resolve } from 'node:path'
import pg from 'pg'
import { afterAll, expect, inject, test } from 'vitest'
import { testSecrets } from '../../testing/test-secrets.ts'
import { migrate } from '../database/index.ts'
import { newId } from '../ids.ts'
import { prepareQueue } from './queue.ts'
import { defineTask } from './task.ts'

const name = `first_${newId().replaceAll('-', '')}`
const cluster = (sql: string) => {
  const client = new pg.Client({ connectionString: inject('ownerUrl') })
  return client.connect().then(() => client.query(sql).finally(() => client.end()))
}
afterAll(() => cluster(`drop database if exists ${name} with (force)`))

test('three simultaneous first starts prepare one database together, and none fails', async () => {
  const url = new URL(inject('ownerUrl'))
  url.pathname = `/${name}`
  const tasks = ['one', 'two', 'three'].map((task) =>
    defineTask<object>({
      name: task,
      about: 'Nothing.',
      attempts: 2,
      retryDelaySeconds: 1,
      timeLimitSeconds: 5,
      parallel: 1,
      run: async () => {},
    }),
  )
  for (let round = 0; round < 2; round += 1) {
    await cluster(`drop database if exists ${name} with (force)`)
    await cluster(`create database ${name}`)
    const start = async () => {
      const applied = await migrate(url.toString(), resolve(import.meta.dirname, '../../../migrations'), testSecrets)
      await prepareQueue(url.toString(), tasks)
      return applied.length
    }
    const applied = await Promise.all([start(), start(), start()])
    expect(applied.filter((count) => count > 0)).toHaveLength(1)
  }
})
