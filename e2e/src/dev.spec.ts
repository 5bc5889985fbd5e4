import { expect, test } from '@playwright/test'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { freePort } from '../../server/src/platform/free-port.ts'
import { folderWithDemo } from '../../server/src/testing/prepared-demo.ts'
import { speechModels } from '../../server/src/testing/speech-models.ts'
import { demoAccount } from '../../server/src/testing/demo-account.ts'

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

test('npm run dev serves both applications from their sources, with a server of its own', async ({ page }) => {
  const { email, password } = demoAccount(folder, 'doctor')
  await page.goto(web)
  await expect(page.locator('script[src="/@vite/client"]')).toHaveCount(1)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  const answered = page.waitForResponse(`${web}/api/authenticate/login`)
  await page.keyboard.press('Enter')
  expect((await answered).status()).toBe(200)
  // The page after it is not awaited: reading its thousand sources costs more than all the rest.
  await page.goto(recorder)
  await expect(page.locator('script[src="/@vite/client"]')).toHaveCount(1)
  await expect(page.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', new RegExp(`^${web}/`))
})
