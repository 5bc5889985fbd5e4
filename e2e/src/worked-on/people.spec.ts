import { expect, type Locator, type Page } from '@playwright/test'
import { atWork, button, expectNoViolations, named, title, visit, words } from '../at-work.ts'
import type { Dictara } from '../dictara.ts'
import { test } from '../shared.ts'

/** Checks that a clinic administrator can manage billers and groups without a mouse. */
let dictara: Dictara
let admin: Page
test.describe.configure({ mode: 'serial' })
test.beforeAll(async ({ browser, dictara: shared }) => {
  dictara = shared
  admin = await atWork(dictara, browser, 'clinicAdmin')
})

const mostTabs = 60
const dialog = (name: string) => named(admin, 'dialog', name)
const row = (name: string) => named(admin, 'row', new RegExp(`^${name} `))
const press = (key: string) => admin.keyboard.press(key)

/** Moves to an element by Tab, and expects a visible focus. */
async function tabTo(target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') {
  await expect(target).toBeVisible()
  for (let tabs = 0; tabs < mostTabs; tabs++) {
    if (await target.evaluate((element) => element === document.activeElement)) break
    await press(key)
  }
  await expect(target).toBeFocused()
  const isSeen = () =>
    target.evaluate((element) => {
      // Some controls show the focus on the box around their field.
      for (let at: Element | null = element; at && at !== document.body; at = at.parentElement) {
        const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(at)
        if ((outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none') return true
      }
      return false
    })
  await expect.poll(isSeen).toBe(true)
}

async function enter(drawer: Locator, label: string, text: string) {
  await tabTo(drawer.getByLabel(label, { exact: true }))
  await press('Control+A')
  await admin.keyboard.type(text)
}

/** Chooses options in the focused multiple selection. */
async function choose(...names: string[]) {
  for (const name of names) {
    await admin.keyboard.type(name)
    await press('Enter')
  }
  await press('Escape')
  // antd's open list of options has no accessible name.
  await expect(admin.locator('.ant-select-dropdown:visible')).toHaveCount(0)
}

/** Expects a notice with exactly this text. */
async function expectNotice(heading: string, description: string) {
  const notice = admin.locator('.ant-notification-notice').filter({ has: words(admin, description) })
  await expect(words(notice, heading)).toBeVisible()
}

test('a biller is added without a mouse; an email address in use is reported at its field [PEOP-19, PEOP-75, PEOP-91]', async () => {
  await visit(dictara, admin, '/dashboard/billers')
  await expect(title(admin)).toHaveText('Billers')
  await expect(row('Bella Costa')).toBeVisible()
  await tabTo(button(admin, 'Add'))
  await press('Enter')
  const drawer = dialog('Add Biller')
  await expect(drawer.getByLabel('First Name')).toBeFocused()
  expect((await admin.locator('.ant-drawer-content-wrapper').boundingBox())?.width).toBe(400)
  await admin.keyboard.type('Ada')
  await enter(drawer, 'Last Name', 'Byron')
  await enter(drawer, 'Email', dictara.account('biller').email)
  await enter(drawer, 'Phone Number', '202 555 0101')
  await press('Enter')
  const taken = 'Someone with this email already has an account.'
  await expect(words(drawer, taken)).toBeVisible()
  await expect(drawer.getByLabel('Email')).toBeFocused()
  await expectNotice('Failed', taken)
  await enter(drawer, 'Email', 'ada.byron@example.org')
  await press('Enter')
  await expectNotice('Added', 'Biller added successfully')
  await expect(drawer).toBeHidden()
  await expect(button(admin, 'Add')).toBeFocused()
  await expect(row('Ada Byron')).toContainText('Invited')
})

test('a biller is edited without a mouse; leaving without saving asks first and changes nothing [PEOP-19, PEOP-90]', async () => {
  const edit = button(admin, 'Edit Ada Byron')
  await tabTo(edit)
  await press('Enter')
  const drawer = dialog('Edit Biller')
  await expect(drawer.getByLabel('First Name')).toBeFocused()
  await expect(button(drawer, 'Submit')).toBeDisabled()
  await enter(drawer, 'Last Name', 'Lovelace')
  await press('Escape')
  const question = dialog('Leave without saving?')
  await tabTo(button(question, 'Stay here'), 'Shift+Tab')
  await press('Enter')
  await expect(question).toBeHidden()
  await expect(drawer.getByLabel('Last Name')).toHaveValue('Lovelace')
  await expect(drawer.getByLabel('Last Name')).toBeFocused()
  await press('Enter')
  await expectNotice('Updated', 'Biller details updated.')
  await expect(drawer).toBeHidden()
  await expect(button(admin, 'Edit Ada Lovelace')).toBeFocused()
  await press('Enter')
  await enter(drawer, 'First Name', 'Eve')
  await press('Escape')
  await tabTo(button(question, 'Leave'))
  await press('Enter')
  await expect(drawer).toBeHidden()
  await expect(button(admin, 'Edit Ada Lovelace')).toBeFocused()
  await expect(row('Ada Lovelace')).toBeVisible()
})

test('a group is added with its members, and edited, without a mouse [PEOP-12, PEOP-48, PEOP-87]', async () => {
  await visit(dictara, admin, '/dashboard/reviewers')
  await expect(title(admin)).toHaveText('Reviewers')
  await expect(row('Ruth Amsel')).toBeVisible()
  await tabTo(named(admin, 'link', 'Reviewer Group'))
  await press('Enter')
  await expect(row('Senior reviewers')).toBeVisible()
  await tabTo(button(admin, 'Add Group'), 'Shift+Tab')
  await press('Enter')
  const drawer = dialog('Add Group')
  await expect(drawer.getByLabel('Group Name')).toBeFocused()
  await press('Enter')
  for (const missing of ['Please enter group name', 'Please select at least one reviewer', 'Please select level'])
    await expect(words(drawer, missing)).toBeVisible()
  await enter(drawer, 'Group Name', 'Night shift')
  await tabTo(drawer.getByLabel('Reviewers', { exact: true }))
  await choose('Ruth Amsel', 'Rohan Iyer')
  await tabTo(drawer.getByLabel('Level', { exact: true }))
  await press('ArrowDown')
  await press('ArrowDown')
  await press('Enter')
  await tabTo(button(drawer, 'Submit'))
  await press('Enter')
  await expectNotice('Success', 'Reviewer group added successfully.')
  await expect(button(admin, 'Add Group')).toBeFocused()
  await expect(row('Night shift')).toContainText('Ruth Amsel')
  await expect(row('Night shift')).toContainText('Rohan Iyer')
  await tabTo(button(admin, 'Edit Night shift'))
  await press('Enter')
  await expect(dialog('Edit Group').getByLabel('Group Name')).toBeFocused()
  await enter(dialog('Edit Group'), 'Group Name', 'Late shift')
  await press('Enter')
  await expectNotice('Success', 'Reviewer details updated.')
  await expect(button(admin, 'Edit Late shift')).toBeFocused()
})

test('a passkey is added in the profile and replaces the password at sign-in; the passkey or a recovery code is the second step after a password', async ({
  browser,
}) => {
  // No other journey uses this person, who needs two steps to sign in after adding a passkey.
  const page = await atWork(dictara, browser, 'otherDoctor')
  const device = await page.context().newCDPSession(page)
  await device.send('WebAuthn.enable')
  await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  await visit(dictara, page, '/dashboard/settings/profile?tab=user-credentials')
  await button(page, 'Add a passkey').click()
  await page.getByLabel('Name', { exact: true }).fill('Desk')
  await page.keyboard.press('Enter')
  const codes = named(page, 'dialog', 'Your recovery codes')
  await expect(codes.getByRole('listitem')).toHaveCount(10)
  const code = await codes.getByRole('listitem').first().innerText()
  await button(codes, 'I have kept them').click()
  await expect(words(page, 'Desk')).toBeVisible()
  const again = async () => {
    await page.evaluate(() => localStorage.clear())
    await page.goto(`${dictara.web}/login`)
  }
  const byPassword = async () => {
    await again()
    const { email, password } = dictara.account('otherDoctor')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.keyboard.press('Enter')
    await expect(title(page)).toHaveText('Confirm it’s you')
  }
  await again()
  await button(page, 'Sign in with a passkey').click()
  await page.waitForURL('**/dashboard')
  await byPassword()
  await expectNoViolations(page)
  await button(page, 'Use your passkey').click()
  await page.waitForURL('**/dashboard')
  await byPassword()
  await button(page, 'Use a recovery code').click()
  await page.keyboard.type(code)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/dashboard')
})
