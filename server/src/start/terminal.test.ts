import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readDemoAccounts } from '../demo/accounts.ts'
import { ownerPid } from '../platform/embedded-postgres-leftover.ts'
import { freePort } from '../platform/free-port.ts'
import { folderWithDemo } from '../testing/prepared-demo.ts'
import { programOf } from '../testing/program.ts'
import { startSettings } from '../testing/start-settings.ts'

const main = programOf('main')
const supervise = programOf('supervise')
const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 20 })
})
const newFolder = () => {
  folders.push(mkdtempSync(join(tmpdir(), 'dictara-terminal-')))
  return folders.at(-1)!
}

/**
 * Returns what a terminal shows from the start to the end of a server. `more` is added to the command and may redirect
 * its output. `said` then reads that output.
 */
async function seenAtTerminal(folder: string, more = '', said = (seen: string) => seen): Promise<string> {
  const port = await freePort()
  const env = await startSettings(folder, port)
  // `script` runs the program at a pseudo terminal and copies what that shows to this pipe.
  const terminal = spawn('script', ['-qec', `exec '${process.execPath}' '${main}' ${more}`, '/dev/null'], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let seen = ''
  terminal.stdout.on('data', (text: Buffer) => (seen += String(text)))
  const ended = once(terminal, 'exit')
  try {
    const isReady = async () => (await fetch(`http://localhost:${port}/readyz`).catch(() => null))?.status === 200
    await expect.poll(isReady, { timeout: 90_000, interval: 200 }).toBe(true)
    await expect.poll(() => said(seen), { timeout: 30_000 }).toContain('ready http')
    process.kill(ownerPid(join(folder, 'postgres/database')), 'SIGTERM')
    await ended
  } finally {
    terminal.kill('SIGKILL')
  }
  return seen
}
const timesIn = (text: string, words: string) => text.split(words).length - 1

test('demo pass phrases are written to no file, and are shown only at a terminal, outside the log lines', async () => {
  const folder = newFolder()
  const file = join(newFolder(), 'log')
  // The first start makes the pass phrases and has its output redirected to a file. The second one shows them.
  const redirected = await seenAtTerminal(folder, `>'${file}' 2>&1`, () => readFileSync(file, 'utf8'))
  const logged = readFileSync(file, 'utf8')
  const seen = await seenAtTerminal(folder)
  const accounts = await readDemoAccounts(folder)
  expect(accounts).toHaveLength(12)
  expect(logged).toContain('Demo sign-ins are in')
  for (const { password } of accounts) {
    expect(redirected + logged).not.toContain(password)
    expect(timesIn(seen, password)).toBe(1)
  }
  expect(seen).not.toContain('{"level"')
}, 240_000)

test('a terminal that stops reading delays neither the server nor its restart', async () => {
  const folder = folderWithDemo('dictara-terminal-')
  folders.push(folder)
  const port = await freePort()
  const env = await startSettings(folder, port)
  const terminal = spawn('script', ['-qec', `exec '${process.execPath}' '${supervise}'`, '/dev/null'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  terminal.stdout.resume()
  const url = `http://localhost:${port}`
  const answer = (path: string) =>
    fetch(url + path, { signal: AbortSignal.timeout(10_000) }).then(
      ({ status }) => status,
      () => 0,
    )
  const untilReady = () => expect.poll(() => answer('/readyz'), { timeout: 60_000, interval: 200 }).toBe(200)
  const server = () => ownerPid(join(folder, 'postgres/database'))
  await untilReady()
  const ended = once(terminal, 'exit')
  try {
    // Stops reading the output, like Ctrl+S or a dead ssh connection.
    terminal.kill('SIGSTOP')
    const answers = new Set<number>()
    for (let call = 0; call < 300; call += 1) answers.add(await answer('/api/no/such/call'))
    expect([...answers]).toEqual([404])
    const pid = server()
    process.kill(pid, 'SIGKILL')
    await expect.poll(() => answer('/livez')).toBe(0)
    await untilReady()
    expect(server()).not.toBe(pid)
  } finally {
    terminal.kill('SIGCONT')
    terminal.kill('SIGTERM')
    await ended
  }
}, 180_000)
