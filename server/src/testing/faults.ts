import { execFile, execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { processesOn } from '../platform/embedded-postgres-leftover.ts'
import type { KillableServer } from './killable-server.ts'

const run = promisify(execFile)

/** Causes one kind of fault. @returns false if there was nothing to harm at the moment */
export type Fault = (server: KillableServer, pick: <T>(from: readonly T[]) => T) => Promise<boolean>

function kill(pid: number | undefined): boolean {
  if (!pid) return false
  try {
    return process.kill(pid, 'SIGKILL')
  } catch {
    return false
  }
}

const postmasterOf = (server: KillableServer): number | undefined => {
  try {
    return server.postmaster()
  } catch {
    return undefined
  }
}

/** The running programs of this name that the server has started. */
function programsOf(server: KillableServer, name: string): number[] {
  const parent = String(server.serverPid())
  return readdirSync('/proc')
    .filter((pid) => /^\d+$/.test(pid))
    .filter((pid) => {
      try {
        const [, program, rest] = /^\d+ \((.*)\) (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))!
        return program!.startsWith(name) && rest!.split(' ')[1] === parent
      } catch {
        return false
      }
    })
    .map(Number)
}

/** Connections with a started request; the caller decides how they end. */
function lines(server: KillableServer, howMany: number, bytes: string): Socket[] {
  return Array.from({ length: howMany }, (_, i) => {
    const socket = connect(i % 2 ? server.port : server.recorderPort, 'localhost')
    socket.on('error', () => {})
    socket.write(bytes)
    return socket
  })
}

const upgrade = (origin: string) =>
  `GET /public/websocket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nOrigin: ${origin}\r\n\r\n`
const fullForMs = 4_000

export const faults: Record<string, Fault> = {
  'a process of PostgreSQL killed': async (server, pick) => {
    const all = processesOn(join(server.folder, 'postgres/database/cluster'))
    const others = all.filter((pid) => pid !== postmasterOf(server))
    return others.length > 0 && kill(pick(others))
  },
  'PostgreSQL killed': async (server) => kill(postmasterOf(server)),
  'ffmpeg killed': async (server) => kill(programsOf(server, 'ffmpeg')[0]),
  'the speech engine killed': async (server) => kill(programsOf(server, 'pocketsphinx')[0]),
  'the server killed': async (server) => kill(server.serverPid()),
  'connections reset': async (server) => {
    const open = lines(server, 20, 'POST /api/authenticate/login HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{')
    await sleep(200)
    for (const socket of open) socket.resetAndDestroy()
    return true
  },
  'garbage and upgrades from nowhere': async (server, pick) => {
    const open = [
      ...lines(server, 10, upgrade(pick(['null', 'x', '\u0001']))),
      ...lines(server, 10, pick(['\0\0\0', 'GET  / nonsense\r\n\r\n', '\u0016\u0003\u0001'])),
    ]
    await sleep(200)
    for (const socket of open) pick([() => socket.resetAndDestroy(), () => socket.end()])()
    return true
  },
  'slow bodies': async (server) => {
    const head =
      'POST /api/authenticate/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9999\r\n\r\n'
    const open = lines(server, 30, head)
    setTimeout(() => open.forEach((socket) => socket.destroy()), 10_000)
    return true
  },
}

/** Fills the disk with the data, which must be a separate one, and frees it again. */
export const fullDisk: Fault = async (server) => {
  const filler = join(server.folder, 'filler')
  try {
    const { bavail, bsize } = await statfs(server.folder)
    // Other writes may leave less space than that, so then take less.
    for (const share of [1, 0.999, 0.99])
      if (await run('fallocate', ['-l', String(Math.floor(bavail * bsize * share)), filler]).catch(() => null)) break
    await sleep(fullForMs)
  } finally {
    rmSync(filler, { force: true })
  }
  return true
}

/** Mounts a small separate disk at this path; null if that is not allowed. */
export function aSmallDisk(folder: string, sizeMb: number): { remove(): void } | null {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${sizeMb}m,mode=755`, 'none', folder], { stdio: 'ignore' })
  } catch {
    return null
  }
  return { remove: () => execFileSync('umount', ['-l', folder], { stdio: 'ignore' }) }
}
