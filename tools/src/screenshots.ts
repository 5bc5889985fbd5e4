import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { chromiumFlags, fakeMicrophoneFlags } from './chromium-flags.ts'
import { startDictara } from '../../e2e/src/dictara.ts'

/** `npm run screenshots`: a picture of each main screen, of the demo on a data folder that is thrown away. */
const output = resolve(import.meta.dirname, '../../docs/screenshots')
const { web, recorder, account, stop } = await startDictara()

async function signedIn(browser: Browser, name: string): Promise<Page> {
  const { email, password } = account(name)
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
  args: [...chromiumFlags, ...fakeMicrophoneFlags],
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
  await doctor.waitForURL(`${recorder}/**`)
  await picture(doctor, 'recorder')
  const admin = await signedIn(browser, 'clinicAdmin')
  for (const people of ['doctors', 'reviewers', 'billers']) await picture(admin, people, `/dashboard/${people}`)
  await picture(admin, 'demo-ehr', '/dashboard/demo-ehr')
  await picture(await signedIn(browser, 'biller'), 'biller')
} finally {
  await browser.close()
  await stop()
}
