import { expect, test } from '@playwright/test'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { freePort } from '../../server/src/platform/free-port.ts'
import { folderWithDemo } from '../../server/src/testing/prepared-demo.ts'
import { speechModels } from '../../server/src/testing/speech-models.ts'

const folder = folderWithDemo('dictara-dev-')
let run: ChildProcess
let web: string
let recorder: string
test.beforeAll(async () => {
  const port = await freePort()
  const recorderPort = await freePort()
  web = `http://localhost:${port + 1_000}`
  recorder = `http://localhost:${recorderPort + 1_000}`
  run = spawn(process.execPath, ['tools/src/dev.ts'], {
    cwd: resolve(import.meta.dirname, '../..'),
    env: {
      ...process.env,
      DICTARA_PORT: String(port),
      DICTARA_RECORDER_PORT: String(recorderPort),
      DICTARA_DATA: folder,
      DICTARA_SPEECH_MODELS: speechModels,
      DICTARA_LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const isReady = () =>
    fetch(`http://localhost:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await isReady())) {
    if (run.exitCode !== null) throw new Error('npm run dev has ended.')
    await new Promise((wait) => setTimeout(wait, 200))
  }
})
test.afterAll(async () => {
  const ended = once(run, 'exit')
  run.kill('SIGINT')
  await ended
  rmSync(folder, { recursive: true, force: true, maxRetries: 20 })
})

test('npm run dev serves both applications as they are written, over a server of its own', async ({ page }) => {
  const isAsWritten = () => expect(page.locator('script[src="/@vite/client"]')).toHaveCount(1)
  await page.goto(web)
  await isAsWritten()
  await page.getByLabel('Email').fill('nobody@demo.dictara.example')
  await page.getByLabel('Password').fill('seven boats upon a lake')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Wrong email or password. Try again.').first()).toBeVisible()
  // Without a session it leads to the sign-in as soon as it runs.
  expect(await (await fetch(recorder)).text()).toContain('/@vite/client')
  await page.goto(recorder)
  await page.waitForURL(`${web}/login`)
  await isAsWritten()
})
