import { type ChildProcessByStdio, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type EmbeddedPostgres, FolderInUse, startEmbeddedPostgres } from './embedded-postgres.ts'
import { ownerFile, ownerPid, postmasterOf } from './embedded-postgres-leftover.ts'
import { silentLog } from './log.ts'

const isRoot = process.getuid?.() === 0
let top: string
let folder: string
let count = 0
let table: string
beforeAll(() => {
  top = mkdtempSync(join(tmpdir(), 'dictara-postgres-'))
})
beforeEach(() => {
  count += 1
  folder = join(top, `data-${count}`)
  table = `kept_${count}`
})
afterAll(() => rmSync(top, { recursive: true, force: true }))

const start = () => startEmbeddedPostgres({ folder, log: silentLog })

async function ask<Row extends object>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<Row>(sql)).rows
  } finally {
    await client.end().catch(() => {})
  }
}

const keep = (url: string, value: number) =>
  ask(url, `create table if not exists ${table} (value int); insert into ${table} values (${value})`)
const kept = async (url: string) =>
  (await ask<{ value: number }>(url, `select value from ${table} order by value`)).map((row) => row.value)

async function until(what: () => boolean | Promise<boolean>) {
  while (!(await what())) await new Promise((wait) => setTimeout(wait, 20))
}

type ServerProcess = ChildProcessByStdio<null, Readable, Readable>

/** Starts a separate server process, which starts the database in `folder`, prints its address and keeps running. */
function spawnServer(path = process.env.PATH, within: string[] = []): ServerProcess {
  const code = `
    import { startEmbeddedPostgres } from ${JSON.stringify(import.meta.resolve('./embedded-postgres.ts'))}
    const log = { info() {}, warn() {}, error() {} }
    const { url } = await startEmbeddedPostgres({ folder: ${JSON.stringify(folder)}, log })
    console.log(url)
    setInterval(() => {}, 1000)`
  const [program, ...options] = [...within, process.execPath, '--input-type=module', '-e', code]
  return spawn(program!, options, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, PATH: path },
  })
}

async function addressFrom(server: ServerProcess): Promise<string> {
  let said = ''
  let complained = ''
  server.stdout.on('data', (text) => (said += text))
  server.stderr.on('data', (text) => (complained += text))
  await until(() => said.includes('\n') || server.exitCode !== null)
  if (server.exitCode !== null) throw new Error(complained)
  return said.trim()
}

async function kill(server: ServerProcess) {
  const gone = once(server, 'exit')
  server.kill('SIGKILL')
  await gone
}

const postmaster = () => postmasterOf(join(folder, 'database'))!.pid

/** Runs the command that follows with a /dev/null that only root may write to, without changing the computer’s. */
const withDevNullClosed = [
  'unshare',
  '--mount',
  'sh',
  '-c',
  'n=$(mktemp -u) && mknod -m 644 "$n" c 1 3 && mount --bind "$n" /dev/null && rm "$n" && exec "$@"',
  'sh',
]
const canCloseDevNull = isRoot && spawnSync(withDevNullClosed[0]!, [...withDevNullClosed.slice(1), 'true']).status === 0
const isDevNullOpen = (statSync('/dev/null').mode & 0o002) !== 0

/** A client with a running statement. `lost` resolves when its connection breaks. */
async function aClient(url: string, statement = 'select pg_sleep(3600)') {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  const [{ pid }] = (await client.query('select pg_backend_pid() as pid')).rows
  const lost = client.query(statement).then(
    () => {},
    () => {},
  )
  return { pid: pid as number, lost }
}

/** Keeps its process too busy to notice anything. */
const busy = "select count(repeat('x', 20)) from generate_series(1, 100000000000)"

/** Stores the value as soon as the database is available again. */
const keepSoon = (url: string, value: number) =>
  until(() =>
    keep(url, value).then(
      () => true,
      () => false,
    ),
  )

/** A PATH with only these programs. */
function pathWith(name: string, ...programs: string[]): string {
  const path = mkdtempSync(join(top, `${name}-`))
  chmodSync(path, 0o755)
  for (const program of programs)
    symlinkSync(execFileSync('which', [program], { encoding: 'utf8' }).trim(), join(path, program))
  return path
}

describe('the embedded PostgreSQL, running', () => {
  let running: EmbeddedPostgres
  let url: string
  let started: PromiseSettledResult<EmbeddedPostgres>[]
  beforeAll(async () => {
    folder = join(top, 'running')
    started = await Promise.allSettled([start(), start()])
    running = started.find((outcome) => outcome.status === 'fulfilled')!.value
    url = running.url
  })
  beforeEach(() => {
    folder = join(top, 'running')
  })
  afterAll(() => running.stop())

  it('lets exactly one of two simultaneous first starts use the folder', () => {
    const refused = started.filter((outcome) => outcome.status === 'rejected')
    expect(refused).toHaveLength(1)
    expect(refused[0]!.reason).toBeInstanceOf(FolderInUse)
  })

  it('is durable, verifies its pages, sorts by code point, and refuses connections from outside or without a password', async () => {
    const settings = await ask<{ name: string; setting: string }>(url, 'select name, setting from pg_settings')
    expect(Object.fromEntries(settings.map(({ name, setting }) => [name, setting]))).toMatchObject({
      fsync: 'on',
      full_page_writes: 'on',
      synchronous_commit: 'on',
      data_checksums: 'on',
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      password_encryption: 'scram-sha-256',
    })
    expect(
      await ask(
        url,
        'select datlocprovider as by, datlocale as locale from pg_database where datname = current_database()',
      ),
    ).toEqual([{ by: 'b', locale: 'C.UTF-8' }])
    const stranger = `postgres://postgres:guess@127.0.0.1:${running.port}/postgres`
    await expect(ask(stranger, 'select 1')).rejects.toThrow(/password/)
    expect(statSync(join(folder, 'password')).mode & 0o077).toBe(0)
  })

  it('keeps its data for the next start, and logs no values from statements', async () => {
    await keep(url, 1)
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query('create table patients (name text primary key, age int)')
    await client.query('insert into patients (name) values ($1)', ['Wilhelmina Planted'])
    await expect(client.query('insert into patients (name) values ($1)', ['Wilhelmina Planted'])).rejects.toThrow()
    await expect(client.query('insert into patients (name, age) values ($1, $2)', ['x', 'Planted'])).rejects.toThrow()
    await expect(client.query("select 'Planted'::int")).rejects.toThrow()
    await client.end()
    // Check what it logs while it stops, too.
    await running.stop()
    expect(readFileSync(join(folder, 'postgres.log'), 'utf8')).not.toMatch(/Planted/)
    running = await start()
    url = running.url
    expect(await kept(url)).toEqual([1])
  })

  it('refuses a second server on the same folder with a readable message and leaves the first one alone', async () => {
    const refused = start()
    await expect(refused).rejects.toThrow(FolderInUse)
    await expect(refused).rejects.toThrow(/Another Dictara is already using the data folder/)
    await keep(url, 7)
    expect(await kept(url)).toEqual([7])
  })

  it('is restarted at the same address when it or one of its processes is killed, or when it hangs', async () => {
    await keep(url, 1)
    process.kill(postmaster(), 'SIGKILL')
    await keepSoon(url, 2)
    const working = await aClient(url)
    process.kill(working.pid, 'SIGKILL')
    await working.lost
    await keepSoon(url, 3)
    // A stop that somebody else requested would wait for this client forever.
    const client = await aClient(url)
    process.kill(postmaster(), 'SIGTERM')
    await client.lost
    await keepSoon(url, 4)
    // A busy process does not notice that its postmaster died, and keeps the folder in use.
    const blind = await aClient(url, busy)
    process.kill(postmaster(), 'SIGKILL')
    await blind.lost
    await keepSoon(url, 5)
    expect(await kept(url)).toEqual([1, 2, 3, 4, 5])
  })
})

describe('the embedded PostgreSQL, between one server and the next', () => {
  // Reuse the database of the tests above, because creating another one takes as long as all tests here.
  beforeEach(() => {
    folder = join(top, 'running')
  })

  it('stops when its server is killed, even together with it, and each next start has every acknowledged row', async () => {
    const first = spawnServer()
    await keep(await addressFrom(first), 1)
    await kill(first)
    const second = spawnServer()
    const url = await addressFrom(second)
    expect(await kept(url)).toEqual([1])
    await keep(url, 2)
    second.kill('SIGSTOP') // so that it can’t start the database again first
    process.kill(postmaster(), 'SIGKILL')
    await kill(second)
    const next = await start()
    expect(await kept(next.url)).toEqual([1, 2])
    await next.stop()
  })

  it('is stopped and started again when it hangs after its server has died', async () => {
    const left: Promise<void>[] = []
    for (const hang of ['a client', 'a recovery', 'itself'] as const) {
      const server = spawnServer()
      const url = await addressFrom(server)
      await keep(url, 1)
      const client = await aClient(url, hang === 'itself' ? busy : undefined)
      if (hang === 'a client') process.kill(postmaster(), 'SIGTERM')
      if (hang === 'a recovery') process.kill(client.pid, 'SIGKILL')
      if (hang === 'itself') process.kill(postmaster(), 'SIGSTOP')
      await kill(server)
      left.push(client.lost)
    }
    const next = await start()
    await Promise.all(left)
    expect(await kept(next.url)).toEqual([1, 1, 1])
    await next.stop()
  })
})

describe('the creation of the embedded PostgreSQL', () => {
  it('succeeds after a start that was killed during it, and after an empty password file from an earlier one', async () => {
    mkdirSync(folder)
    writeFileSync(join(folder, 'password'), '')
    const server = spawnServer()
    await until(() => statSync(join(folder, 'database/half'), { throwIfNoEntry: false }) !== undefined)
    await kill(server)
    const { url, stop } = await start()
    await keep(url, 1)
    expect(await kept(url)).toEqual([1])
    await stop()
    expect(readdirSync(folder).toSorted()).toEqual(['database', 'password', 'postgres.log'])
  })

  it('takes no process id from files that are created but not yet written, since 0 would mean the whole group', () => {
    const database = join(folder, 'unwritten')
    mkdirSync(join(database, 'cluster'), { recursive: true })
    for (const name of [ownerFile, 'cluster/postmaster.pid']) writeFileSync(join(database, name), '')
    expect(() => ownerPid(database)).toThrow('No server has begun')
    expect(postmasterOf(database)).toBe(undefined)
  })

  it.runIf(canCloseDevNull)('works when only root may write to /dev/null', async () => {
    const before = statSync(top).mode
    chmodSync(top, 0o755)
    folder = join(top, 'of-root')
    const server = spawnServer(process.env.PATH, withDevNullClosed)
    await keep(await addressFrom(server), 1)
    await kill(server)
    const next = await start()
    expect(await kept(next.url)).toEqual([1])
    await next.stop()
    chmodSync(top, before)
  })

  it.runIf(isRoot)('works as root when user namespaces are forbidden, and changes back', async () => {
    const tools = ['setpriv', 'flock', 'sh', 'rm', 'mv', 'ls', 'true']
    folder = join(top, 'of-root')
    const server = spawnServer(pathWith('no-unshare', ...tools))
    const url = await addressFrom(server)
    expect(statSync(join(folder, 'database/cluster')).uid).toBe(65534)
    await keep(url, 1)
    await kill(server)
    const next = await start()
    expect(await kept(next.url)).toEqual([1])
    await next.stop()
  })

  it.runIf(isRoot && isDevNullOpen)(
    'runs as nobody, with programs out of nobody’s reach, in a folder open to all',
    async () => {
      const before = statSync(top).mode
      chmodSync(top, 0o755)
      const first = await start()
      expect(statSync(join(folder, 'database/cluster')).uid).toBe(65534)
      await keep(first.url, 1)
      await first.stop()
      chmodSync(top, before)
      const second = await start()
      expect(await kept(second.url)).toEqual([1])
      await second.stop()
    },
  )
})
