import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { outboxPage } from '@dictara/contract/outbox'
import { createApp } from './app.ts'
import { demoInWords, type DemoState, prepareDemo } from './demo/index.ts'
import { type EngineFacts, engineInWords } from './gateways/speech/index.ts'
import { systemClock } from './platform/clock.ts'
import { type Config, readConfig } from './platform/config.ts'
import { migrate, openDoors, type Subscribers, urlAsRole } from './platform/database/index.ts'
import { startEmbeddedPostgres } from './platform/embedded-postgres.ts'
import { registerHealth } from './platform/health.ts'
import { readCertificate } from './platform/http/origin-servers.ts'
import { buildSite } from './platform/http/server.ts'
import { createLog } from './platform/log.ts'
import { openQueue, prepareQueue, type Queue } from './platform/tasks/index.ts'
import { type Addresses, addressesOf } from './start/addresses.ts'
import { answerWhileStarting } from './start/early-answers.ts'
import { explainFailure } from './start/explain-failure.ts'
import { spanLastNet } from './start/last-net.ts'
import { readyMessage } from './start/supervisor.ts'
import { openSecrets } from './start/open-secrets.ts'
import { startPayments } from './start/payments.ts'
import { throughItsDeath } from './start/through-its-death.ts'

const here = dirname(fileURLToPath(import.meta.url))
/** This file is in server/dist when bundled and in server/src otherwise. Both are beside server/migrations. */
const root = resolve(here, '../..')

/** The time for answering pending requests when the server is stopped. */
const answerWithinMs = 10_000
/** The most time that each step of the stop may take; PostgreSQL comes last and takes half a minute at most. */
const mostAStepMs = 40_000

/** The folder of a built application; null from source without a build, where only the API is served. */
function builtSite(name: string): string | null {
  const folder = join(root, name, 'dist')
  return existsSync(join(folder, 'index.html')) ? folder : null
}

/** Describes the speech engine and any action that it needs. */
function speechInWords({ name, trouble }: EngineFacts): string[] {
  const { label, isBasic } = engineInWords(name)
  const rough = 'Drafts will be rough. To use a better engine, see docs/operating/speech.md'
  return [`Speech    ${label}`, ...(trouble ? [`It can’t be used: ${trouble}.`] : isBasic ? [rough] : [])]
}

/** The applications, each of which is an origin of its own. */
const sitesOf = (config: Config, { web, recorder }: Addresses, cardsGoTo: string | undefined) =>
  [
    [
      'web',
      config.DICTARA_PORT,
      { mayUseMicrophone: false, mayFrame: recorder + outboxPage, ...(cardsGoTo && { mayCall: cardsGoTo }) },
    ],
    ['recorder', config.DICTARA_RECORDER_PORT, { mayUseMicrophone: true, mayBeFramed: { page: outboxPage, by: web } }],
  ] as const

/** Prints where the product is and how to sign in. */
function printWelcome(config: Config, { web, recorder }: Addresses, speech: EngineFacts, demo: DemoState) {
  console.log(`\nDictara   ${web}\nRecorder  ${recorder}\nData      ${config.dataFolder}`)
  for (const line of speechInWords(speech)) console.log(line)
  if (!config.DICTARA_PUBLIC_URL)
    console.log('Only this computer can sign in and record. To serve others over https, see docs/operating')
  for (const line of demoInWords(demo, config.dataFolder, process.stdout.isTTY)) console.log(line)
}

/**
 * Starts everything that this copy runs, reports it, and waits for the signal to stop.
 * @returns the exit code.
 */
export async function runServer(env: Record<string, string | undefined>): Promise<number> {
  const stops: (() => Promise<unknown>)[] = []
  const stopAll = async () => {
    for (const stop of stops.toReversed()) await Promise.race([stop().catch(() => {}), sleep(mostAStepMs)])
  }
  let settings: Config | undefined
  try {
    const config = readConfig(env)
    settings = config
    const log = createLog(config.DICTARA_LOG_LEVEL)
    spanLastNet(log)
    await mkdir(config.dataFolder, { recursive: true, mode: 0o700 })
    const stopped = new Promise<void>((stop) => {
      process.once('SIGINT', () => stop())
      // A repeated signal still stops gently: services and wrappers repeat it.
      process.on('SIGTERM', () => stop())
      // The supervisor is gone, so nobody else can stop the server.
      process.once('disconnect', () => stop())
      process.channel?.unref()
    })
    const servesPeople = config.DICTARA_ROLES !== 'worker'
    const tls = config.DICTARA_TLS_CERT ? { cert: config.DICTARA_TLS_CERT, key: config.DICTARA_TLS_KEY! } : null
    const host = config.DICTARA_HOST ?? (config.DICTARA_PUBLIC_URL ? '0.0.0.0' : 'localhost')
    const freeAddress = new Map<number, () => Promise<void>>()
    stops.push(() => Promise.all([...freeAddress.values()].map((free) => free())))
    if (servesPeople)
      for (const port of [config.DICTARA_PORT, config.DICTARA_RECORDER_PORT])
        freeAddress.set(port, await answerWhileStarting({ port, host, tls: readCertificate(tls), log }))
    let ownerUrl = config.DATABASE_URL
    if (!ownerUrl) {
      const postgres = await startEmbeddedPostgres({ folder: join(config.dataFolder, 'postgres'), log })
      stops.push(() => postgres.stop())
      ownerUrl = postgres.url
    }
    // An external PostgreSQL that is down is its operator's concern; the embedded one restarts by itself.
    const withDatabase: typeof throughItsDeath = config.DATABASE_URL ? (step) => step() : throughItsDeath
    const owner = ownerUrl
    const secrets = await withDatabase(() => openSecrets(config, owner))
    await withDatabase(() => migrate(owner, join(root, 'server/migrations'), secrets))

    const subscribers: Subscribers = {}
    let queue: Queue | undefined
    const doors = openDoors({
      urlFor: (role) => urlAsRole(owner, role, secrets),
      poolSize: config.DICTARA_DATABASE_POOL,
      clock: systemClock,
      log,
      subscribers,
      enqueue: (...task) => queue!.enqueue(...task),
    })
    stops.push(() => doors.close())
    const addresses = addressesOf(config)
    const payments = await startPayments({ config, secrets, log, addresses })
    stops.push(() => payments.stop())
    const platform = { config, clock: systemClock, log, secrets, doors, addresses }
    const app = createApp(platform, subscribers, { payments: payments.gateway })
    await withDatabase(() => prepareQueue(owner, app.tasks))
    queue = await withDatabase(() => openQueue(urlAsRole(owner, 'dictara_system', secrets), log))
    stops.push(() => queue!.stop())
    await app.start()
    stops.push(() => app.stop())
    const demo = await withDatabase(() => prepareDemo(doors, app.blobs, config))
    await withDatabase(() => app.settlePlans())

    let isStopping = false
    if (servesPeople) {
      const live = await withDatabase(() => app.openLive())
      const sites: (() => Promise<void>)[] = []
      stops.push(async () => {
        isStopping = true
        await Promise.all([live.close(), ...sites.map((stop) => stop())])
      })
      for (const [folder, port, own] of sitesOf(config, addresses, payments.cardsGoTo)) {
        const { server: site, stop } = await buildSite({
          site: builtSite(folder),
          tls,
          ...own,
          isHttps: config.DICTARA_PUBLIC_URL?.startsWith('https:') ?? false,
          trustedProxies: config.DICTARA_TRUSTED_PROXIES,
          log,
          isStopping: () => isStopping,
          async register(server) {
            registerHealth(server, { doors, audioFolder: config.audioFolder, isStopping: () => isStopping })
            await live.register(server)
            await app.register(server, folder)
          },
        })
        sites.push(() => stop(answerWithinMs))
        await freeAddress.get(port)?.()
        await site.listen({ port, host })
        log.info({ port: (site.server.address() as AddressInfo).port }, `${folder} serves`)
      }
      await withDatabase(() => doors.warm())
    }
    if (config.DICTARA_ROLES !== 'api') await queue.work(app.tasks)
    printWelcome(config, addresses, await app.speech.about(), demo)
    console.log(`ready ${addresses.web}`)
    process.send?.(readyMessage)
    await stopped
    console.log('Stopping …')
    process.once('SIGINT', () => process.exit(1))
    await stopAll()
    return 0
  } catch (error) {
    console.error(explainFailure(error, settings))
    await stopAll()
    return 1
  }
}
