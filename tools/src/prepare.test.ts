import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

let folder: string
const started: ChildProcess[] = []

/** A slow fake npm that logs when it begins and ends; the lockfile is empty. */
const npm = `#!/bin/bash
what="$1 \${4:-}"
echo "begin $what" >> npm.log
while [ -e hold ]; do sleep 0.05; done
sleep 0.3
if [ "$1" = ci ]; then mkdir -p node_modules && echo '{"packages":{}}' > node_modules/.package-lock.json; else mkdir -p "$4/dist"; fi
echo "end $what" >> npm.log
`

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dictara-prepare-'))
  mkdirSync(join(folder, 'tools'))
  cpSync(join(import.meta.dirname, '../prepare.sh'), join(folder, 'tools/prepare.sh'))
  writeFileSync(join(folder, 'package-lock.json'), '{"packages":{}}')
  for (const workspace of ['contract', 'dictation', 'hl7', 'browser', 'web', 'recorder', 'server', 'server/src']) {
    mkdirSync(join(folder, workspace), { recursive: true })
    writeFileSync(join(folder, workspace, 'package.json'), '{}')
  }
  writeFileSync(join(folder, 'server/build.ts'), '')
  mkdirSync(join(folder, 'bin'))
  writeFileSync(join(folder, 'bin/npm'), npm)
  chmodSync(join(folder, 'bin/npm'), 0o755)
})
afterEach(() => {
  for (const one of started.splice(0)) one.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

/** Prepares the folder as ./start and ./test do. */
function prepare(path = `${folder}/bin:${dirname(process.execPath)}:/usr/bin:/bin`) {
  const script = 'set -euo pipefail; . tools/prepare.sh; require_node; install_npm_packages; build_all; echo prepared'
  const child = spawn('bash', ['-c', script], {
    cwd: folder,
    env: { PATH: path },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  started.push(child)
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes: Buffer) => (said += bytes))
  const code = new Promise<number | null>((resolve) => child.on('close', resolve))
  return { pid: child.pid!, code, said: () => said }
}

const log = () => {
  try {
    return readFileSync(join(folder, 'npm.log'), 'utf8').trim().split('\n')
  } catch {
    return []
  }
}
const once = [
  'begin ci ',
  'end ci ',
  ...['web', 'recorder', 'server'].flatMap((one) => [`begin run ${one}`, `end run ${one}`]),
]
const waits = /Another \.\/start or \.\/test is preparing here/
/** Waits for a condition, until the time limit of the test at the latest. */
async function until(holds: () => boolean) {
  while (!holds()) await new Promise((later) => setTimeout(later, 20))
}

/** Returns a PATH with all programs that the script uses except the named ones. */
function pathWithout(...names: string[]): string {
  const own = join(folder, 'few')
  mkdirSync(own)
  for (const name of [
    'bash',
    'sh',
    'find',
    'sort',
    'xargs',
    'cksum',
    'cat',
    'rm',
    'mkdir',
    'tail',
    'sleep',
    'perl',
    'touch',
  ])
    if (!names.includes(name)) symlinkSync(`/usr/bin/${name}`, join(own, name))
  return `${folder}/bin:${dirname(process.execPath)}:${own}`
}

for (const [where, without] of [
  ['with flock', []],
  ['without flock, as on macOS', ['flock']],
] as const)
  test(`of two preparations in one folder at the same time, ${where}, one waits, says so, and repeats nothing`, async () => {
    const path = without.length > 0 ? pathWithout(...without) : undefined
    writeFileSync(join(folder, 'hold'), '')
    const [first, second] = [prepare(path), prepare(path)]
    await until(() => waits.test(first.said() + second.said()))
    rmSync(join(folder, 'hold'))
    expect(await Promise.all([first.code, second.code])).toEqual([0, 0])
    expect(log()).toEqual(once)
  }, 60_000)

test('if a preparation is killed, the waiting one does all of it', async () => {
  writeFileSync(join(folder, 'hold'), '')
  const first = prepare()
  await until(() => log().length === 1)
  const second = prepare()
  await until(() => waits.test(second.said()))
  process.kill(-first.pid, 'SIGKILL')
  rmSync(join(folder, 'hold'))
  expect(await second.code).toBe(0)
  expect(log()).toEqual(['begin ci ', ...once])
}, 60_000)

test('a preparation that fails says so, and the waiting one tries again', async () => {
  writeFileSync(join(folder, 'bin/npm'), npm.replace('sleep 0.3', '[ -e tried ] || { touch tried; exit 1; }'))
  writeFileSync(join(folder, 'hold'), '')
  const [first, second] = [prepare(), prepare()]
  await until(() => waits.test(first.said() + second.said()))
  rmSync(join(folder, 'hold'))
  expect((await Promise.all([first.code, second.code])).toSorted()).toEqual([0, 1])
  expect(first.said() + second.said()).toMatch('npm could not install the packages')
  expect(log()).toEqual(['begin ci ', ...once])
}, 60_000)

test('if everything is prepared, a second run does not wait', async () => {
  expect(await prepare().code).toBe(0)
  const lock = spawn('flock', [join(folder, '.cache/preparing.lock'), 'sleep', '60'])
  started.push(lock)
  const again = prepare()
  expect(await again.code).toBe(0)
  expect(again.said()).toBe('prepared\n')
}, 60_000)
