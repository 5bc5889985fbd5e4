import { readFileSync, readlinkSync } from 'node:fs'

/** True for a process that is there, whoever's it is. A later one may have been given the number: see `statusOf`. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** When a process began, in ticks since the computer did, and whether it only waits to be buried; of Linux alone. */
export function statusOf(pid: number): { startedAt: string; isZombie: boolean } {
  try {
    // The second field is the program's name, which may hold anything.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ')
    return { startedAt: fields[19] ?? '', isZombie: fields[0] === 'Z' }
  } catch {
    return { startedAt: 'unknown', isZombie: false }
  }
}

/** Processes of one namespace see each other by their numbers: the same computer, and the same container. */
export function pidNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid')
  } catch {
    return 'none'
  }
}
