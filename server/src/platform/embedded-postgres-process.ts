import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { initdbOptions, type PostgresSettings, postgresSettings } from './embedded-postgres-settings.ts'
import { ownerFile, postmasterOf, thisServer } from './embedded-postgres-leftover.ts'
import type { PostgresUser } from './embedded-postgres-user.ts'

/** One run of PostgreSQL, from ready to its end. */
export interface PostgresProcess {
  ended: Promise<void>
  /** @param patienceMs how long it may take to write everything to disk; without that the next start takes longer. */
  stop(patienceMs?: number): Promise<void>
  /** True once it ends, whoever asked it to. */
  isStopping(): boolean
}

export class PortTaken extends Error {}
/** A signal ended it, or a process that it cannot do without, before it was ready: the next try may well succeed. */
export class KilledAtStart extends Error {}

const folderInUse = 75
/** After these it is asked more strongly: first to drop everything, then not at all. */
const fastStopMs = 15_000
const immediateStopMs = 5_000
const largestLogBytes = 5_000_000

/**
 * Its arguments: who we are, the database's folder, the programs' folder, "lock" or "watch", then the server's options.
 * The password comes on standard input. Everything here happens under the kernel lock where there is one; a cluster is
 * made under another name, so that a cluster that exists is whole.
 */
const script = `
[ "$PPID" = "\${1%% *}" ] || exit 76
cd "$2" || exit 77
server=$1 programs=$3 mode=$4
shift 4
IFS= read -r password
printf '%s\n' "$server" > ${ownerFile}.new && mv ${ownerFile}.new ${ownerFile} || exit 77
[ "$mode" = watch ] || rm -f cluster/postmaster.pid
if [ ! -d cluster ]; then
  rm -rf half
  printf '%s\\n' "$password" | "$programs/bin/initdb" -D half ${initdbOptions.join(' ')} || exit 78
  mv half cluster || exit 78
fi
if [ "$mode" = watch ]; then
  exec 3<&0
  # Ours alone when the pipe from the server ends, and no child of PostgreSQL's, which would take it for one of its own.
  ( ( while read -r line; do :; done <&3; kill -INT $$ ) & )
  exec "$programs/bin/postgres" -D cluster "$@" 3<&- </dev/null
fi
exec "$programs/bin/postgres" -D cluster "$@" </dev/null
`

/**
 * Starts PostgreSQL on the folder, making the database first when there is none, and waits until it takes connections.
 * The kernel's lock on the folder is held by PostgreSQL itself and all its children; it gets SIGINT when we die.
 * @throws PortTaken, or Error with the last lines of its log.
 */
export async function spawnPostgres(parts: {
  database: string
  logFile: string
  port: number
  password: string
  user: PostgresUser
  settings?: PostgresSettings | undefined
}): Promise<PostgresProcess | 'folder in use'> {
  const { database, logFile, user } = parts
  const shell = ['sh', '-c', script, 'dictara', thisServer(), database, user.programs]
  const chain = user.hasLock
    ? [
        'setpriv',
        ...user.setpriv,
        '--pdeathsig',
        'INT',
        'flock',
        '-n',
        '-E',
        `${folderInUse}`,
        '-F',
        join(database, 'lock'),
        ...shell,
        'lock',
      ]
    : [...shell, 'watch']
  const [command, ...rest] = [...user.prefix, ...chain, ...postgresSettings(parts.port, parts.settings)]
  const log = openLog(logFile)
  const child = spawn(command!, rest, {
    cwd: '/',
    env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
    stdio: ['pipe', log.descriptor, log.descriptor],
    // A session of its own: Ctrl+C reaches us alone, and we stop the database last.
    detached: true,
  })
  closeSync(log.descriptor)
  child.stdin!.on('error', () => {})
  child.stdin!.write(`${parts.password}\n`)
  if (user.hasLock) child.stdin!.end()
  const ended = new Promise<void>((end) => {
    child.once('error', () => end())
    child.once('exit', () => end())
  })
  let hasEnded = false
  void ended.then(() => {
    hasEnded = true
    child.stdin!.destroy()
  })
  while (!hasEnded) {
    const postmaster = postmasterOf(database)
    if (postmaster?.pid === child.pid && postmaster?.port === parts.port && postmaster.status === 'ready')
      return { ended, stop: (patienceMs) => stop(child, ended, patienceMs), isStopping: () => isStopping(database) }
    await Promise.race([ended, sleep(20)])
  }
  const lines = log.newLines()
  // The second is PostgreSQL's own word, where no kernel lock is to be had.
  if (child.exitCode === folderInUse || /lock file "postmaster.pid" already exists/.test(lines.join('\n')))
    return 'folder in use'
  if (child.signalCode || /terminated by signal/.test(lines.join('\n')))
    throw new KilledAtStart(`The embedded PostgreSQL was killed while it started. Its log is ${logFile}.`)
  throw startErrorOf(lines, logFile)
}

function startErrorOf(lines: string[], logFile: string): Error {
  if (/Address already in use/.test(lines.join('\n'))) return new PortTaken('the port of the database is taken')
  const telling = lines.filter((line) => /FATAL|PANIC|error|HINT|denied|space/.test(line))
  const why = (telling.length > 0 ? telling : lines).slice(-5).join('\n  ')
  return new Error(`The embedded PostgreSQL didn’t start:\n  ${why}\nIts log is ${logFile}.`)
}

const isStopping = (database: string) => postmasterOf(database)?.status === 'stopping'

async function stop(child: ChildProcess, ended: Promise<void>, patienceMs = fastStopMs) {
  const endsWithin = (ms: number) => {
    const patience = new AbortController()
    const late = sleep(ms, false, { signal: patience.signal }).catch(() => false)
    return Promise.race([ended.then(() => true), late]).finally(() => patience.abort())
  }
  child.kill('SIGINT')
  if (await endsWithin(patienceMs)) return
  child.kill('SIGQUIT')
  if (await endsWithin(immediateStopMs)) return
  child.kill('SIGKILL')
  await ended
}

/** The log goes to a file of mode 600, begun anew when it has grown large. */
function openLog(file: string) {
  const sizeBytes = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  const begin = sizeBytes > largestLogBytes ? 0 : sizeBytes
  const descriptor = openSync(file, begin === 0 ? 'w' : 'a', 0o600)
  return {
    descriptor,
    newLines: () => readFileSync(file).subarray(begin).toString('utf8').trim().split('\n'),
  }
}
