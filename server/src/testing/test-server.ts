import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { type App, createApp } from '../app.ts'
import type { EhrKinds } from '../gateways/ehr/index.ts'
import type { PaymentGateway } from '../gateways/payments/index.ts'
import type { Clock } from '../platform/clock.ts'
import { systemClock } from '../platform/clock.ts'
import { type Config, readConfig } from '../platform/config.ts'
import { connectAlone, type Doors, openDoors, type Subscribers, urlAsRole } from '../platform/database/index.ts'
import { registerHealth } from '../platform/health.ts'
import { buildSite } from '../platform/http/server.ts'
import { newId } from '../platform/ids.ts'
import { type Log, silentLog } from '../platform/log.ts'
import { openQueue, type Queue } from '../platform/tasks/index.ts'
import { FakeGateway } from './fake-gateway.ts'
import { speechModels } from './speech-models.ts'
import { testSecrets } from './test-secrets.ts'

export interface TestServer {
  /** e.g. `http://localhost:41234`. */
  url: string
  doors: Doors
  app: App
  config: Config
  /** A connection as the owner of the database, for inspection only, never for the product's own work. */
  owner: pg.Pool
  ownerUrl: string
  /** The URL of this file's database for a role, for tests of the doors themselves. */
  urlFor(role: string): string
  close(): Promise<void>
}

export interface TestServerOptions {
  clock?: Clock
  log?: Log
  /** Runs all background tasks or those named; none by default, so that the test stays in control. */
  tasks?: boolean | readonly string[]
  settings?: Record<string, string>
  /** A payment gateway instead of the one in memory; null means no payments. */
  payments?: PaymentGateway | null
  /** Additional kinds of EHR. */
  ehrs?: EhrKinds
  /** Another address for the product's connections to the database; the owner still connects directly. */
  databasePort?: number
  /** The database to copy; an empty one by default. */
  template?: string
}

let admin: Promise<pg.Client> | undefined
/** One connection for all files of a worker, because each costs PostgreSQL a twentieth of a second. */
async function asAdmin(statement: string) {
  admin ??= connectAlone(inject('ownerUrl'))
  await (await admin).query(statement)
}

/** The whole product in this process, with its own database, real sockets, and a data folder that is removed at the end. */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const folder = await mkdtemp(join(tmpdir(), 'dictara-test-data-'))
  const name = `test_${newId().replaceAll('-', '')}`
  const cluster = inject('ownerUrl')
  await asAdmin(`create database ${name} template ${options.template ?? 'dictara_template'} strategy file_copy`)
  const ownerUrl = new URL(cluster)
  ownerUrl.pathname = `/${name}`
  if (!options.databasePort) ownerUrl.searchParams.set('host', inject('socketFolder'))
  const urlFor = (role: string) => {
    const url = new URL(urlAsRole(ownerUrl.toString(), role, testSecrets))
    if (options.databasePort) url.port = String(options.databasePort)
    return url.toString()
  }

  const clock = options.clock ?? systemClock
  const log = options.log ?? silentLog
  const config = readConfig({
    DICTARA_DATA: folder,
    DICTARA_PORT: '0',
    DICTARA_RECORDER_PORT: '0',
    DICTARA_SPEECH_MODELS: speechModels,
    ...options.settings,
  })
  const subscribers: Subscribers = {}
  let queue: Queue | undefined
  const doors = openDoors({
    urlFor,
    poolSize: 8,
    clock,
    log,
    subscribers,
    enqueue: (...task) => queue!.enqueue(...task),
  })
  const addresses = { web: 'http://localhost:4000', recorder: 'http://localhost:4001' }
  const payments = options.payments === undefined ? new FakeGateway(clock) : (options.payments ?? undefined)
  const platform = { config, clock, log, secrets: testSecrets, doors, addresses }
  const app = createApp(platform, subscribers, { ehrs: options.ehrs, payments })
  queue = await openQueue(urlFor('dictara_system'), log)
  await app.start()
  const live = await app.openLive()
  const { server: site, stop } = await buildSite({
    site: null,
    tls: null,
    trustedProxies: config.DICTARA_TRUSTED_PROXIES,
    mayUseMicrophone: false,
    log,
    isStopping: () => false,
    async register(server) {
      registerHealth(server, { doors, audioFolder: config.audioFolder, isStopping: () => false })
      await live.register(server)
      await app.register(server)
    },
  })
  await site.listen({ port: 0, host: 'localhost' })
  const url = `http://localhost:${(site.server.address() as AddressInfo).port}`
  addresses.web = url
  const { tasks } = options
  if (tasks) await queue.work(app.tasks.filter(({ name }) => tasks === true || tasks.includes(name)))
  const owner = new pg.Pool({ connectionString: ownerUrl.toString(), max: 4 })
  // Dropping the database closes its remaining connections.
  owner.on('error', () => {})
  return {
    url,
    doors,
    app,
    config,
    owner,
    ownerUrl: ownerUrl.toString(),
    urlFor,
    async close() {
      await live.close()
      await stop(0)
      await queue?.stop()
      await app.stop()
      await doors.close()
      await owner.end()
      await asAdmin(`drop database ${name} with (force)`)
      await rm(folder, { recursive: true, force: true })
    },
  }
}
