import { statfsSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { createApp } from '../app.ts'
import { systemClock } from '../platform/clock.ts'
import { readConfig } from '../platform/config.ts'
import { migrate, openDoors, urlAsRole } from '../platform/database/index.ts'
import { startEmbeddedPostgres } from '../platform/embedded-postgres.ts'
import { silentLog } from '../platform/log.ts'
import { prepareQueue } from '../platform/tasks/index.ts'
import { buildPrograms } from './program.ts'
import { prepareSpeechModels } from './speech-models.ts'
import { compileCache } from './start-settings.ts'
import { testSecrets } from './test-secrets.ts'

declare module 'vitest' {
  interface ProvidedContext {
    ownerUrl: string
    /** The folder of PostgreSQL's Unix socket, which costs a third less CPU than loopback. */
    socketFolder: string
  }
}

const GiB = 1024 ** 3

/**
 * The folder of the database: in memory if there is enough. Each test file creates and drops a database, which on a disk takes half a
 * CPU second and, on a busy disk, several seconds of waiting.
 */
function databasePlace(): string {
  const memory = '/dev/shm'
  try {
    const { bavail, bsize } = statfsSync(memory)
    return Math.min(bavail * bsize, process.availableMemory()) > 6 * GiB ? memory : tmpdir()
  } catch {
    return tmpdir()
  }
}

/** One real PostgreSQL for the run, with a migrated template database that every test file copies. */
export default async function setup(project: TestProject) {
  // For the workers, and for every program of ours that a test starts.
  process.env['NODE_COMPILE_CACHE'] ??= compileCache
  buildPrograms()
  await prepareSpeechModels()
  const folder = await mkdtemp(join(databasePlace(), 'dictara-test-'))
  const socketFolder = await mkdtemp('/tmp/dictara-socket-')
  await chmod(socketFolder, 0o777)
  const postgres = await startEmbeddedPostgres({
    folder: join(folder, 'postgres'),
    log: silentLog,
    // Password hashing is expensive on purpose, and the tests sign in thousands of times.
    settings: { unix_socket_directories: socketFolder, scram_iterations: 1 },
  })
  const template = new URL(postgres.url)
  template.pathname = '/dictara_template'
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  await client.query('create database dictara_template')
  await client.end()
  await migrate(template.toString(), resolve(import.meta.dirname, '../../migrations'), testSecrets)
  const config = readConfig({ DICTARA_DATA: folder, DICTARA_PORT: '0', DICTARA_RECORDER_PORT: '0' })
  const doors = openDoors({
    urlFor: (role) => urlAsRole(template.toString(), role, testSecrets),
    poolSize: 2,
    clock: systemClock,
    log: silentLog,
    subscribers: {},
    enqueue: async () => {},
  })
  const addresses = { web: 'http://localhost:4000', recorder: 'http://localhost:4001' }
  const { tasks } = createApp(
    { config, clock: systemClock, log: silentLog, secrets: testSecrets, doors, addresses },
    {},
  )
  await prepareQueue(template.toString(), tasks)
  await doors.close()
  project.provide('ownerUrl', postgres.url)
  project.provide('socketFolder', socketFolder)
  return async () => {
    await postgres.stop()
    for (const path of [folder, socketFolder]) await rm(path, { recursive: true, force: true })
  }
}
