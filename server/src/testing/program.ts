import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

const server = join(import.meta.dirname, '../..')

/**
 * The program that tests start as a separate process: bundled as for `./start`, because loading the sources takes a second at each
 * start. `buildPrograms` makes it once per run.
 */
export const programOf = (name: 'main' | 'supervise' | 'dictara' | 'speech') => join(server, '.cache', `${name}.js`)

/** Bundles the programs from the current sources, unless ./test has done it for several runs. */
export function buildPrograms() {
  if (process.env['TEST_PROGRAMS_MADE']) return
  execFileSync(process.execPath, ['build.ts', '.cache'], { cwd: server, stdio: ['ignore', 'ignore', 'inherit'] })
}
