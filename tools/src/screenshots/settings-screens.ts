import type { Page } from '@playwright/test'
import { button } from '../../../e2e/src/at-work.ts'
import { over, type Screen } from './screen.ts'

const templates: Screen = { name: 'templates', as: 'clinicAdmin', path: '/dashboard/settings/dictation' }
const dictionary: Screen = { name: 'dictionary', as: 'dictaraGod', path: '/dashboard/dictionary' }
const dictionaryTemplates: Screen = {
  name: 'dictionary-templates',
  as: 'dictaraGod',
  path: '/dashboard/dictionary-templates',
}
const facilities: Screen = { name: 'facilities', as: 'clinicAdmin', path: '/dashboard/settings/facility' }
const openMain = (page: Page) => page.getByRole('link', { name: 'Harbor Street Main' }).first().click()
const phrases: Screen = { name: 'phrases', as: 'clinicAdmin', path: '/dashboard/settings/key-to-phrase' }

/** A file with people who can be added, who exist already, and who cannot be added. */
const peopleToImport = `First Name,Last Name,Email,Role,Phone Number,NPI,Facilities
Nora,Albright,nora.albright@example.org,Doctor,202 555 0143,1999999984,
Wolfeschlegelsteinhausenbergerdorff,von Hohenzollern-Sigmaringen,wolfeschlegelsteinhausenbergerdorff@example.org,Reviewer,202 555 0144,,Nowhere|Elsewhere
Tamara,Nov4k,tamara@example,Typist,12,,
Sam,Reyes,sam.reyes@example.org,Transcriptionist,+44 20 7946 0000,,
Sam,Reyes,SAM.REYES@example.org,Nurse,+44 20 7946 0000,,
`

const people = (name: string, path: string, opens: string | RegExp, drawer: string): Screen[] => [
  { name, as: 'clinicAdmin', path: `/dashboard/${path}`, ...(path === name && { docs: name }) },
  {
    name: `${name}-${drawer}`,
    as: 'clinicAdmin',
    path: `/dashboard/${path}`,
    states: ['full', 'long'],
    act: (page) => button(page, opens).first().click(),
  },
]

const subscription: Screen = {
  name: 'subscription',
  as: 'clinicAdmin',
  path: '/dashboard/billing/manage-subscription',
}
const cards: Screen = { name: 'cards', as: 'clinicAdmin', path: '/dashboard/billing/manage-cards' }
const payments: Screen = { name: 'payments', as: 'clinicAdmin', path: '/dashboard/billing/payment-logs' }

/** A tab of the person's own profile, while it is edited. */
const profile = (tab: string, opens?: string): Screen => ({
  name: `profile-${tab}`,
  as: 'clinicAdmin',
  path: `/dashboard/settings/profile?tab=${tab}`,
  ...(opens && { states: ['full', 'long'] as const, act: (page: Page) => button(page, opens).click() }),
})

export const settingsScreens: readonly Screen[] = [
  ...people('doctors', 'doctors', /^Edit Piet/, 'edit'),
  ...people('doctors-new', 'doctors', 'Add', 'add').slice(1),
  ...people('doctors-of-the-ehr', 'doctors', 'Invite Doctors', 'invite').slice(1),
  ...people('reviewers', 'reviewers', /^Edit Ruth/, 'edit'),
  ...people('reviewer-groups', 'reviewers?list=groups', /^Edit Cardio/, 'edit'),
  ...people('billers', 'billers', /^Edit Bella/, 'edit'),
  ...people('admins', 'admins', /^Edit /, 'edit'),
  {
    name: 'import-people',
    as: 'clinicAdmin',
    path: '/dashboard/UsersPage/import',
    states: ['full', 'error'],
    async act(page) {
      const buffer = Buffer.from(peopleToImport)
      await page.locator('input[type=file]').setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer })
      await page.getByRole('table').or(page.getByRole('alert')).first().waitFor()
    },
  },
  { name: 'users', as: 'clinicAdmin', path: '/dashboard/UsersPage' },
  { name: 'billing', as: 'clinicAdmin', path: '/dashboard/billing', states: ['full'] },
  { ...subscription, docs: 'billing' },
  over({ ...subscription, as: 'otherClinicAdmin' }, 'subscription-trial', (page) =>
    button(page, /^Northgate West/).click(),
  ),
  over(subscription, 'subscription-expired', (page) => button(page, /^Harbor Street Rehab/).click()),
  cards,
  payments,
  over(payments, 'payment', (page) => page.getByRole('row', { name: /\d{6}/ }).first().getByRole('link').click()),
  { name: 'mailbox', as: 'clinicAdmin', path: '/dashboard/mailbox' },
  { name: 'settings', as: 'clinicAdmin', path: '/dashboard/settings', states: ['full'] },
  { name: 'credentials', as: 'clinicAdmin', path: '/dashboard/settings/profile?tab=user-credentials' },
  {
    name: 'device-configuration',
    as: 'clinicAdmin',
    path: '/dashboard/settings/device-configuration?workType=Progress%20Note',
    docs: 'device-configuration',
  },
  {
    name: 'device-configuration-edit',
    as: 'clinicAdmin',
    path: '/dashboard/settings/device-configuration?workType=Consultation',
    states: ['full', 'long'],
    act: (page) => button(page, 'Edit').click(),
  },
  { ...profile('basic-information'), name: 'profile', docs: 'profile' },
  profile('basic-information', 'Edit'),
  profile('user-credentials', 'Change Password'),
  profile('user-config', 'Edit'),
  profile('notification-config', 'Edit'),
  { name: 'turnaround', as: 'clinicAdmin', path: '/dashboard/settings/turnaround' },
  {
    name: 'turnaround-set',
    as: 'clinicAdmin',
    path: '/dashboard/settings/turnaround',
    states: ['full', 'long'],
    async act(page) {
      await button(page, /^Change the turnaround/)
        .first()
        .click()
    },
  },
  phrases,
  { ...phrases, name: 'phrases-doctor', as: 'doctor', states: ['full'], docs: 'phrases' },
  over(phrases, 'phrases-new', (page) => button(page, 'Create New K2P').click()),
  over(phrases, 'phrases-edit', (page) => page.locator('.item-open').first().click()),
  over(phrases, 'phrases-import', async (page) => {
    await button(page, 'Import From Global List').click()
    await page.getByRole('dialog').locator('.item-open').first().click()
  }),
  templates,
  over(templates, 'templates-import', async (page) => {
    await button(page, 'Import From Global List').click()
    await page.getByRole('dialog').locator('.item-open').first().click()
  }),
  {
    ...over(templates, 'template-edit', async (page) => {
      await page.locator('.item-open').first().click()
      await page.locator('.heading-toggle').first().click()
    }),
    docs: 'template',
  },
  {
    name: 'template-new',
    as: 'clinicAdmin',
    path: '/dashboard/settings/dictation/new',
    states: ['full'],
    async act(page) {
      await button(page, 'New Heading').click()
      await button(page, 'Save').click()
    },
  },
  dictionary,
  over(dictionary, 'dictionary-edit', (page) =>
    button(page, /^Edit /)
      .first()
      .click(),
  ),
  dictionaryTemplates,
  over(dictionaryTemplates, 'dictionary-template-edit', (page) => button(page, 'Edit').click()),
  facilities,
  over(facilities, 'facility', openMain),
  over(facilities, 'facility-edit', async (page) => {
    await openMain(page)
    await button(page, 'Edit').click()
  }),
  over(facilities, 'facility-disable', async (page) => {
    await openMain(page)
    await button(page, 'Disable Facility').click()
  }),
  {
    name: 'facility-new',
    as: 'clinicAdmin',
    path: '/dashboard/facility/new',
    states: ['full'],
    docs: 'facility',
    async act(page) {
      await page.getByLabel('Facility Name').fill('Harbor Street North')
      await page.getByLabel('EHR Type', { exact: true }).click()
      await page.getByTitle('FHIR R4').last().click()
      await page.getByLabel('EHR Base URL').fill('https://ehr.example.org/fhir/R4')
    },
  },
  {
    name: 'ehr-configuration',
    as: 'clinicAdmin',
    path: '/dashboard/settings/ehr-configuration',
    states: ['full', 'long'],
    // Shown as for a new clinic, because the demo's clinics have an EHR.
    act: (page, state) =>
      page
        .evaluate((isLong) => {
          const user = JSON.parse(localStorage.getItem('dictara-user')!) as Record<string, unknown>
          const name = isLong ? 'Maximilianstraßenpraxisgemeinschaft '.repeat(3).slice(0, 100) : 'New Hill Clinic'
          localStorage.setItem('dictara-user', JSON.stringify({ ...user, clinicConfigured: false, clinicName: name }))
        }, state === 'long')
        .then(() => page.reload()),
  },
]
