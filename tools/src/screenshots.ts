import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'

/** `npm run screenshots`: a picture of each main screen, of the demo on a data folder that is thrown away. */
const root = resolve(import.meta.dirname, '../..')
const output = join(root, 'docs/screenshots')
const folder = mkdtempSync(join(tmpdir(), 'dictara-pictures-'))

async function freePort(): Promise<number> {
  const probe = createServer().listen(0)
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  return port
}

const [port, recorderPort] = [await freePort(), await freePort()]
const web = `http://localhost:${port}`
const run = spawn(join(root, 'start'), {
  env: {
    ...process.env,
    DICTARA_DATA: folder,
    DICTARA_PORT: String(port),
    DICTARA_RECORDER_PORT: String(recorderPort),
    DICTARA_LOG_LEVEL: 'error',
  },
  stdio: ['ignore', 'pipe', 'inherit'],
})
await new Promise<void>((ready, failed) => {
  let said = ''
  run.stdout.on('data', (text: Buffer) => {
    said += text.toString()
    if (/^ready /m.test(said)) ready()
  })
  run.on('exit', () => failed(new Error(`Dictara did not start:\n${said}`)))
})

const accounts = JSON.parse(readFileSync(join(folder, 'demo-accounts.json'), 'utf8')) as {
  account: string
  email: string
  password: string
}[]

async function signedIn(browser: Browser, name: string): Promise<Page> {
  const { email, password } = accounts.find(({ account }) => account === name)!
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage()
  await page.goto(`${web}/login`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/dashboard**')
  return page
}

async function picture(page: Page, name: string, path?: string) {
  if (path) await page.goto(web + path)
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(600)
  await page.screenshot({ path: join(output, `${name}.png`) })
  process.stdout.write(`${name}.png\n`)
}

mkdirSync(output, { recursive: true })
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'],
})
try {
  const anybody = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage()
  await picture(anybody, 'sign-in', '/login')
  const doctor = await signedIn(browser, 'doctor')
  await picture(doctor, 'dashboard')
  await picture(doctor, 'jobs', '/dashboard/jobs-list/my-jobs/in-progress')
  await doctor
    .getByRole('link', { name: /^Resume job/ })
    .first()
    .click()
  await doctor.getByRole('button', { name: 'Play' }).waitFor()
  await picture(doctor, 'editor')
  const reviewer = await signedIn(browser, 'reviewer1')
  await reviewer.goto(`${web}/dashboard/jobs-list/jobs-to-review/in-progress`)
  await reviewer
    .getByRole('link', { name: /^Resume job/ })
    .first()
    .click()
  await reviewer.getByRole('button', { name: 'Play' }).waitFor()
  await picture(reviewer, 'review')
  await doctor.goto(`${web}/dashboard`)
  await doctor.getByRole('button', { name: 'Create Dictation' }).click()
  await doctor.waitForURL(`http://localhost:${recorderPort}/**`)
  await picture(doctor, 'recorder')
  const admin = await signedIn(browser, 'clinicAdmin')
  await picture(admin, 'doctors', '/dashboard/doctors')
  await picture(admin, 'demo-ehr', '/dashboard/demo-ehr')
  await picture(await signedIn(browser, 'biller'), 'biller')
} finally {
  await browser.close()
  const ended = once(run, 'exit')
  run.kill('SIGINT')
  await ended
  rmSync(folder, { recursive: true, force: true, maxRetries: 20 })
}
