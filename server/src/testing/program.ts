import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

const server = join(import.meta.dirname, '../..')

/**
 * What tests start as a process of its own: the product bundled as `./start` runs it, since as it is written each start
 * spends a second on reading it. Made by the run's own `buildPrograms`.
 */
export const programOf = (name: 'main' | 'supervise' | 'dictara' | 'speech') => join(server, '.cache', `${name}.js`)

/** Bundles the programs anew, from the sources as they are now. */
export const buildPrograms = () =>
  execFileSync(process.execPath, ['build.ts', '.cache'], { cwd: server, stdio: ['ignore', 'ignore', 'inherit'] })
