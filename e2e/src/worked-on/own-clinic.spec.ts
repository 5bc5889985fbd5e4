import { expect } from '@playwright/test'
import { jobMade } from '../at-recorder.ts'
import { atWork, button, confirmed, expectNoViolations, named, resume, row, spoken, title, visit } from '../at-work.ts'
import type { Dictara } from '../dictara.ts'
import { test } from '../shared.ts'

let dictara: Dictara
test.beforeAll(({ dictara: shared }) => {
  dictara = shared
})

const password = 'seven boats upon a lake'

test('a clinic signs up with a code from an email, arrives at EHR configuration, and completes its first note by the screens alone [AUTH-23, AUTH-24, Q003, Q207]', async ({
  browser,
}) => {
  const permissions = ['clipboard-read', 'clipboard-write']
  const owner = await (await browser.newContext({ permissions })).newPage()
  await owner.goto(`${dictara.web}/login`)
  await named(owner, 'link', 'Create an account').click()
  for (const [label, text] of [
    ['First Name', 'Nora'],
    ['Last Name', 'Hale'],
    ['Clinic Name', 'New Hill Clinic'],
    ['Email', 'nora@newhill.example'],
    ['Phone Number', '5550100'],
    ['Password', password],
    ['Confirm password', password],
  ] as const)
    await owner.getByLabel(label, { exact: true }).fill(text)
  await owner.getByRole('checkbox').check()
  await button(owner, 'Create account').click()
  await expect(title(owner)).toHaveText('Verify your email')

  // Without a mail server, mails are in the mailbox of the demo's administrator.
  const demo = await atWork(dictara, browser, 'clinicAdmin')
  await visit(dictara, demo, '/dashboard')
  await named(demo, 'link', 'Mailbox').click()
  const mail = demo.locator('.ant-card').filter({ hasText: 'nora@newhill.example' }).first()
  const link = await named(mail, 'link', /\/otp-verification\?id=/).getAttribute('href')
  await owner.goto(link!)
  await expect(owner.getByLabel('Code', { exact: true })).toHaveValue(/^\d{6}$/)
  await expect.poll(() => new URL(owner.url()).searchParams.has('otp')).toBe(false)
  await button(owner, 'Verify').click()
  await owner.waitForURL('**/dashboard/settings/ehr-configuration')
  await expect(title(owner)).toHaveText('EHR Configuration')
  await expect(owner.getByText('New Hill Clinic', { exact: true }).first()).toBeVisible()

  await named(owner, 'link', 'Dashboard').click()
  const steps = named(owner, 'region', /^Get.* started/)
  await expect(steps).toBeVisible()
  await expectNoViolations(owner)
  await steps.getByRole('link', { name: /doctor/i }).click()
  await button(owner, 'Add').click()
  const drawer = named(owner, 'dialog', 'Add Doctor')
  for (const [label, text] of [
    ['First Name', 'Maya'],
    ['Last Name', 'Lindqvist'],
    ['Email', 'maya@newhill.example'],
    ['Phone Number', '5550101'],
    ['NPI', '1234567893'],
  ] as const)
    await drawer.getByLabel(label, { exact: true }).fill(text)
  await button(drawer, 'Add and invite').click()
  await button(owner, 'Copy link').click()
  await expect(button(owner, 'Copied')).toBeVisible()
  const invitation = await owner.evaluate(() => navigator.clipboard.readText())
  await owner.context().close()

  const doctor = await (await browser.newContext()).newPage()
  await doctor.goto(invitation)
  await doctor.getByLabel('Password', { exact: true }).fill(password)
  await doctor.getByLabel('Confirm password', { exact: true }).fill(password)
  await doctor.keyboard.press('Enter')
  await expect(title(doctor)).toHaveText('Sign in')
  await doctor.getByLabel('Email').fill('maya@newhill.example')
  await doctor.getByLabel('Password', { exact: true }).fill(password)
  await doctor.keyboard.press('Enter')
  await button(doctor, 'Create Dictation').click()
  await doctor.waitForURL(`${dictara.recorder}/**`)

  await named(doctor, 'combobox', 'Patient').fill('Ada Byron')
  await button(doctor, 'New patient').click()
  const patient = named(doctor, 'dialog', 'New patient')
  await patient.getByLabel('Date of birth').fill('1971-03-05')
  await patient.getByLabel('Sex').selectOption('Female')
  await button(patient, 'Add patient').click()
  await expect(patient).toHaveCount(0)
  await doctor.getByLabel('Work type').selectOption('Progress Note')
  await doctor
    .locator('input[type=file]')
    .setInputFiles({ name: 'first.wav', mimeType: 'audio/wav', buffer: spoken('The patient is well.') })
  await button(doctor, /^Submit/).click()
  const number = await jobMade(doctor)

  const note = await resume(dictara, doctor, number)
  await note.click()
  await doctor.keyboard.type('Seen today, and well. ')
  await confirmed(doctor, 'Complete')
  await doctor.goto(`${dictara.web}/dashboard/jobs-list/my-jobs/completed`)
  await expect(row(doctor, number)).toContainText('Byron')
})
