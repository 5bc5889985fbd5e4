import { readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { basename, join } from 'node:path'
import { isAlive, pidNamespace, statusOf } from './process-status.ts'

/** Who started the PostgreSQL on a folder: written under the folder's lock before PostgreSQL begins. */
export const ownerFile = 'server'

/** So long it may take to leave by itself, and then upon each stronger request. */
const leaveMs = 2_000
const immediatelyMs = 4_500

/** This process, so that a later one with the same number is not taken for it. */
export const thisServer = () => `${process.pid} ${statusOf(process.pid).startedAt} ${pidNamespace()}`

/** Whether the server that holds the folder's lock lives; undefined where that cannot be known. */
export function isOwnerAlive(database: string): boolean | undefined {
  const owner = readOwner(database)
  if (!owner || owner.namespace !== pidNamespace()) return undefined
  const { startedAt, isZombie } = statusOf(owner.pid)
  return isAlive(owner.pid) && startedAt === owner.startedAt && !isZombie
}

/** The process of the server that runs, or ran, PostgreSQL here. @throws Error before any has begun. */
export function ownerPid(database: string): number {
  const pid = readOwner(database)?.pid
  // Nought names the group of whoever signals it.
  if (!pid) throw new Error(`No server has begun on ${database}`)
  return pid
}

export function isOwnedHere(database: string): boolean {
  const owner = readOwner(database)
  return owner !== undefined && `${owner.pid} ${owner.startedAt} ${owner.namespace}` === thisServer()
}

/**
 * Asks what a dead server left behind to end: PostgreSQL is known to hang when its server dies during a recovery. Each
 * process is one of PostgreSQL, and works in this very folder; an end of any kind costs it no committed row.
 * @param sinceMs how long it has been waited for.
 */
export function endLeftover(database: string, sinceMs: number): void {
  if (sinceMs < leaveMs) return
  const holder = postmasterOf(database)
  const processes = processesOn(join(database, 'cluster'))
  // Its children go with it; those of a dead one are asked each.
  const asked = processes.filter((pid) => pid === holder?.pid)
  if (sinceMs < immediatelyMs) signal(asked.length > 0 ? asked : processes, 'SIGQUIT')
  else signal(processes, 'SIGKILL')
}

function readOwner(database: string) {
  try {
    const [pid, startedAt, namespace] = readFileSync(join(database, ownerFile), 'utf8').trim().split(' ')
    return { pid: Number(pid), startedAt, namespace }
  } catch {
    return undefined
  }
}

/** The processes of PostgreSQL that work in the cluster; none where the system does not tell. */
export function processesOn(cluster: string): number[] {
  try {
    const place = realpathSync(cluster)
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name) && linkOf(name, 'cwd') === place)
      .filter((name) => basename(linkOf(name, 'exe')).startsWith('postgres'))
      .map(Number)
  } catch {
    return []
  }
}

function linkOf(pid: string, name: string): string {
  try {
    return readlinkSync(`/proc/${pid}/${name}`)
  } catch {
    return ''
  }
}

function signal(pids: readonly number[], name: NodeJS.Signals) {
  for (const pid of pids)
    try {
      process.kill(pid, name)
    } catch {
      // It has ended meanwhile.
    }
}

/** What the folder says about the PostgreSQL on it, running or dead. */
export function postmasterOf(database: string): { pid: number; port: number; status: string } | undefined {
  try {
    const lines = readFileSync(join(database, 'cluster/postmaster.pid'), 'utf8').split('\n')
    // It is made empty first, and nought would name everybody's group.
    if (!Number(lines[0])) return undefined
    return { pid: Number(lines[0]), port: Number(lines[3]), status: lines[7]?.trim() ?? '' }
  } catch {
    return undefined
  }
}
