import { execFile } from 'node:child_process'

/** It dies with this process, and gains no rights by what it runs. */
const bound = ['setpriv', '--pdeathsig', 'KILL', '--no-new-privs']
/** Of what root may do, only to reach its own files wherever the data folder lies. */
const fewRights = '--bounding-set=-all,+dac_override,+dac_read_search'

/** From the narrowest to what every Linux allows; containers often forbid a network of one's own. */
const candidates = [
  ['unshare', '--net', '--', ...bound, fewRights],
  ['unshare', '--map-current-user', '--net', '--', ...bound],
  bound,
]

const works = ([command, ...args]: readonly string[]) =>
  new Promise<boolean>((resolve) => {
    execFile(command!, [...args, 'prlimit', '--as=1000000000', 'true'], { timeout: 10_000 }, (error) => resolve(!error))
  })

async function findNarrowest(): Promise<readonly string[]> {
  for (const candidate of candidates) if (await works(candidate)) return candidate
  return bound
}

let narrowest: Promise<readonly string[]> | undefined

/**
 * What a program is started by, so that a fault in it reaches neither the network nor more rights (controls.md S51);
 * tried once. Nothing outside Linux.
 */
export function confinement(): Promise<readonly string[]> {
  if (process.platform !== 'linux') return Promise.resolve([])
  narrowest ??= findNarrowest()
  return narrowest
}
