import type { Page } from '@playwright/test'
import { button, choosePatient, named } from '../../../e2e/src/at-work.ts'
import { record } from '../../../e2e/src/at-recorder.ts'
import { editorOf } from '../../../web/src/features/jobs/open-job.ts'
import { bringInto, type State } from './states.ts'

/** Where pictures are made: the two addresses of the product, and the ids of the demo's jobs by their numbers. */
export interface Place {
  web: string
  recorder: string
  jobId(number: string): string
}

export interface Screen {
  /** Name of its pictures. */
  name: string
  /** Account of the demo; nobody signs in without. */
  as?: string
  path: string | ((place: Place) => string)
  /** Those that the screen has; all by default. */
  states?: readonly State[]
  /** What a person does there before there is something to see. */
  act?(page: Page, state: State, place: Place): Promise<unknown>
  /** Its picture in docs/screenshots, if it has one there. */
  docs?: string
  /** What it does cannot be done twice: it is made last, once for all widths. */
  isLast?: boolean
}

const list = (as: string, path: string, docs?: string): Screen => ({
  name: `jobs-${as}-${path.replace('/', '-')}`,
  as,
  path: `/dashboard/jobs-list/${path}`,
  ...(docs && { docs }),
})

const editor = (name: string, as: string, number: string, stage: string, docs?: string): Screen => ({
  name: `editor-${name}`,
  as,
  path: ({ jobId }) =>
    editorOf({ userType: as === 'transcriptionist' ? as : as === 'doctor' ? as : 'reviewer' }, jobId(number), stage),
  ...(docs && { docs }),
  // What stands around a note is drawn after it; some states have no sound.
  act: (page) =>
    button(page, /^Play/)
      .waitFor({ timeout: 10_000 })
      .catch(() => {}),
})

const home = (as: string): Screen => ({ name: `dashboard-${as}`, as, path: '/dashboard' })

/** What opens over a screen or beside it. */
const over = (base: Screen, name: string, act: NonNullable<Screen['act']>): Screen => ({
  ...base,
  name,
  states: ['full', 'long'],
  act,
})

const templates: Screen = { name: 'templates', as: 'clinicAdmin', path: '/dashboard/settings/dictation' }
const dictionary: Screen = { name: 'dictionary', as: 'dictaraGod', path: '/dashboard/dictionary' }
const dictionaryTemplates: Screen = {
  name: 'dictionary-templates',
  as: 'dictaraGod',
  path: '/dashboard/dictionary-templates',
}
const phrases: Screen = { name: 'phrases', as: 'clinicAdmin', path: '/dashboard/settings/key-to-phrase' }

/** A file with people who are added, are here already, and cannot be added. */
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

/** A tab of one's own profile, as it is edited where it is. */
const profile = (tab: string, opens?: string): Screen => ({
  name: `profile-${tab}`,
  as: 'clinicAdmin',
  path: `/dashboard/settings/profile?tab=${tab}`,
  ...(opens && { states: ['full', 'long'] as const, act: (page: Page) => button(page, opens).click() }),
})

/** Behind the door from the web application, which signs the recorder in; its state begins behind the door. */
async function openRecorder(page: Page, state: State, { recorder, web }: Place) {
  await page.unrouteAll()
  await page.goto(`${web}/dashboard`)
  await button(page, /^(Create Dictation|Dictate)$/)
    .first()
    .click()
  await page.waitForURL(`${recorder}/**`)
  if (state === 'full') return
  await bringInto(page, state)
  await page.reload()
}

/** So many notifications are unread. */
async function manyUnread(page: Page, unReadCount: number) {
  await page.route(/\/notifications\?/, async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: { ...((await answer.json()) as object), unReadCount } })
  })
  await page.reload()
  await button(page, new RegExp(`^Notifications, ${unReadCount} unread`)).click()
}

async function choose(page: Page, state: State) {
  if (state !== 'long') return choosePatient(page)
  const main = page.getByLabel('Facility').locator('option', { hasText: /^Harbor Street Main/ })
  await page.getByLabel('Facility').selectOption(await main.getAttribute('value'))
  await page.getByRole('combobox', { name: 'Patient' }).fill('HS10001')
  await page.getByRole('option', { name: /HS10001/ }).click()
}

async function startRecording(page: Page, state: State, place: Place) {
  await openRecorder(page, state, place)
  await choose(page, state)
  await record(page, /0?0:0[3-9]/)
}

/** Every screen of the product. A new one is one line here. */
export const screens: readonly Screen[] = [
  { name: 'sign-in', path: '/login', states: ['full'], docs: 'sign-in' },
  {
    name: 'sign-in-refused',
    path: '/login',
    states: ['full', 'error'],
    async act(page, state) {
      await page
        .getByLabel('Email')
        .fill(state === 'full' ? 'nobody@demo.dictara.example' : 'doctor@demo.dictara.example')
      await page.getByLabel('Password', { exact: true }).fill('not-the-password-1')
      await page.keyboard.press('Enter')
    },
  },
  { name: 'second-factor', as: 'reviewer2', path: '/dashboard/settings/profile?tab=user-credentials' },
  {
    name: 'second-factor-app',
    as: 'reviewer2',
    path: '/dashboard/settings/profile?tab=user-credentials',
    states: ['full'],
    act: (page) => button(page, 'Set up').click(),
  },
  {
    name: 'sign-in-second-step',
    path: '/login',
    states: ['full'],
    async act(page) {
      const pending = { handle: 'a-handle', ways: ['TOTP', 'PASSKEY', 'RECOVERY'] }
      await page.route(/\/authenticate\/login$/, (route) =>
        route.fulfill({ json: { success: true, message: '', result: [], pending } }),
      )
      await page.getByLabel('Email').fill('doctor@demo.dictara.example')
      await page.getByLabel('Password', { exact: true }).fill('not-the-password-1')
      await page.keyboard.press('Enter')
    },
  },
  {
    name: 'proof',
    as: 'reviewer2',
    path: '/dashboard/settings/profile?tab=user-credentials',
    states: ['full'],
    async act(page) {
      await page.route(/\/second-factor\/totp$/, (route) =>
        route.fulfill({ status: 403, json: { success: false, code: 'proof-needed', message: '', result: [] } }),
      )
      await button(page, 'Set up').click()
    },
  },
  { name: 'sign-in-policy', as: 'clinicAdmin', path: '/dashboard/settings/sign-in', docs: 'sign-in-policy' },
  {
    name: 'sign-in-policy-change',
    as: 'clinicAdmin',
    path: '/dashboard/settings/sign-in',
    states: ['full'],
    async act(page) {
      await button(page, 'Change').click()
      await page.getByRole('radio', { name: /^Required/ }).check()
    },
  },
  { name: 'dashboard-doctor', as: 'doctor', path: '/dashboard', docs: 'dashboard' },
  { name: 'dashboard-typist', as: 'transcriptionist', path: '/dashboard' },
  { name: 'dashboard-reviewer', as: 'reviewer1', path: '/dashboard' },
  { name: 'dashboard-admin', as: 'admin', path: '/dashboard' },
  { name: 'dashboard-clinic-admin', as: 'clinicAdmin', path: '/dashboard', docs: 'clinic-home' },
  { name: 'dashboard-operator', as: 'superAdmin', path: '/dashboard' },
  list('doctor', 'my-jobs/in-progress', 'jobs'),
  list('doctor', 'my-jobs/in-review'),
  list('doctor', 'my-jobs/completed'),
  list('doctor', 'my-jobs/incomplete'),
  list('transcriptionist', 'available'),
  list('transcriptionist', 'in-progress'),
  list('transcriptionist', 'completed'),
  list('transcriptionist', 'rejected'),
  list('reviewer1', 'jobs-to-review/ready'),
  list('reviewer1', 'jobs-to-review/in-progress'),
  list('clinicAdmin', 'my-jobs/in-progress'),
  list('clinicAdmin', 'my-jobs/completed'),
  list('clinicAdmin', 'jobs-to-review/available'),
  list('clinicAdmin', 'jobs-to-review/ready'),
  { name: 'roster', as: 'doctor', path: '/dashboard/roster', docs: 'roster' },
  {
    name: 'roster-add',
    as: 'doctor',
    path: '/dashboard/roster',
    states: ['full', 'long'],
    act: (page) =>
      button(page, /^Add Patient on .*, today$/)
        .first()
        .click(),
  },
  { name: 'roster-admin', as: 'clinicAdmin', path: '/dashboard/roster', states: ['full', 'error'] },
  editor('typist', 'transcriptionist', '000012', 'in-progress'),
  editor('own', 'doctor', '000011', 'in-progress', 'editor'),
  editor('returned', 'doctor', '000010', 'in-progress'),
  editor('review-1', 'reviewer1', '000008', 'in-progress', 'review'),
  editor('review-2', 'reviewer2', '000006', 'in-progress'),
  editor('incomplete', 'doctor', '000005', 'incomplete'),
  editor('completed', 'doctor', '000001', 'completed'),
  {
    ...editor('own', 'doctor', '000011', 'in-progress'),
    name: 'print',
    states: ['full', 'long'],
    async act(page) {
      await button(page, /^Print/)
        .first()
        .click()
      await page.emulateMedia({ media: 'print' })
    },
  },
  over(home('doctor'), 'bell', (page) => button(page, /^Notifications/).click()),
  // A badge of two figures and of three lies beside the bell, not over it.
  { ...over(home('reviewer1'), 'bell-12', (page) => manyUnread(page, 12)), states: ['full'] },
  { ...over(home('reviewer1'), 'bell-128', (page) => manyUnread(page, 128)), states: ['full'] },
  {
    ...over(home('clinicAdmin'), 'menu', async (page) => {
      const fold = button(page, /^(Open|Collapse) the sidebar$/)
      if ((await fold.getAttribute('aria-expanded')) === 'false') await fold.click()
    }),
    // It stays as the person leaves it.
    isLast: true,
  },
  over(home('clinicAdmin'), 'menu-phone', async (page) => {
    await page.setViewportSize({ width: 360, height: 740 })
    await button(page, 'Open the sidebar').click()
  }),
  over(home('clinicAdmin'), 'search-everything', async (page) => {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: /^Search jobs/ }).waitFor()
    // Begins names of people and of authors of jobs.
    await page.keyboard.type('da')
  }),
  over(list('reviewer1', 'jobs-to-review/ready'), 'peek', async (page) => {
    await page.locator('[data-row]').first().waitFor()
    await page.keyboard.press('j')
    await page.locator('[data-row]:focus').waitFor()
    await page.keyboard.press('Space')
    await page.getByRole('dialog').waitFor()
  }),
  over(list('doctor', 'my-jobs/in-review'), 'filter', (page) => button(page, 'Filter').click()),
  over(editor('review-1', 'reviewer1', '000008', 'in-progress'), 'reject', (page) => button(page, 'Reject').click()),
  over(editor('review-1', 'reviewer1', '000008', 'in-progress'), 'keys', (page) => page.keyboard.press('Control+/')),
  over(editor('review-1', 'reviewer1', '000008', 'in-progress'), 'changes-in-text', (page) =>
    button(page, 'As heard').click(),
  ),
  over(editor('own', 'doctor', '000011', 'in-progress'), 'editor-phrases', async (page) => {
    await page
      .getByRole('tab', { name: 'Phrases' })
      .or(page.getByRole('textbox', { name: /^Note of job/ }))
      .first()
      .waitFor()
    await page.getByRole('textbox', { name: /^Note of job/ }).click()
    await page.keyboard.press('Control+Shift+K')
    await page.locator('.dictara-phrase-list').waitFor()
  }),
  over(editor('own', 'doctor', '000011', 'in-progress'), 'editor-template', async (page) => {
    await button(page, 'More').click()
    await page.getByRole('menuitem', { name: 'Change template …' }).click()
  }),
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
  { name: 'biller', as: 'biller', path: '/dashboard/biller', docs: 'biller' },
  { name: 'biller-review', as: 'biller', path: ({ jobId }) => `/dashboard/billers-jobs/${jobId('000001')}` },
  { name: 'demo-ehr', as: 'clinicAdmin', path: '/dashboard/demo-ehr', docs: 'demo-ehr' },
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
  { name: 'to-come', as: 'doctor', path: '/dashboard/settings', states: ['full'] },
  { name: 'forgot-password', path: '/forgot-password', states: ['full'] },
  {
    name: 'forgot-password-sent',
    path: '/forgot-password',
    states: ['full', 'error'],
    async act(page) {
      await page.getByLabel('Email').fill('nobody@demo.dictara.example')
      await page.keyboard.press('Enter')
    },
  },
  { name: 'sign-up', path: '/signup', states: ['full'] },
  {
    name: 'sign-up-incomplete',
    path: '/signup',
    states: ['full'],
    act: (page) => button(page, 'Create account').click(),
  },
  {
    name: 'verify-email',
    path: '/otp-verification?id=019a0000-0000-7000-8000-000000000001&otp=042917',
    states: ['full', 'error'],
    act: (page) => button(page, 'Verify').click(),
  },
  {
    name: 'ehr-configuration',
    as: 'clinicAdmin',
    path: '/dashboard/settings/ehr-configuration',
    states: ['full', 'long'],
    // The demo's clinics have an EHR; a new clinic has none.
    act: (page, state) =>
      page
        .evaluate((isLong) => {
          const user = JSON.parse(localStorage.getItem('dictara-user')!) as Record<string, unknown>
          const name = isLong ? 'Maximilianstraßenpraxisgemeinschaft '.repeat(3).slice(0, 100) : 'New Hill Clinic'
          localStorage.setItem('dictara-user', JSON.stringify({ ...user, clinicConfigured: false, clinicName: name }))
        }, state === 'long')
        .then(() => page.reload()),
  },
  { name: 'reset-password', path: '/reset-password/a-link-that-is-over', states: ['full', 'error'] },
  list('clinicAdmin', 'my-jobs/incomplete'),
  list('clinicAdmin', 'my-jobs/all'),
  list('admin', 'available'),
  {
    ...list('clinicAdmin', 'my-jobs/in-progress'),
    name: 'list-compact',
    // Without rows there is nothing to put closer.
    states: ['full', 'long'],
    isLast: true,
    async act(page) {
      const compact = button(page, 'Compact rows')
      if ((await compact.getAttribute('aria-pressed')) === 'false') await compact.click()
    },
  },
  { name: 'recorder', as: 'doctor', path: '/dashboard', act: openRecorder, docs: 'recorder' },
  {
    name: 'recorder-ready',
    as: 'doctor',
    path: '/dashboard',
    states: ['full', 'long'],
    async act(page, state, place) {
      await openRecorder(page, state, place)
      await choose(page, state)
    },
  },
  {
    name: 'recorder-recording',
    as: 'doctor',
    path: '/dashboard',
    states: ['full'],
    isLast: true,
    act: startRecording,
  },
  {
    name: 'recorder-phrases',
    as: 'doctor',
    path: '/dashboard',
    states: ['full', 'long'],
    async act(page, state, place) {
      await openRecorder(page, state, place)
      await button(page, /^Phrases/).click()
    },
  },
  {
    name: 'recorder-headings',
    as: 'doctor',
    path: '/dashboard',
    states: ['full'],
    isLast: true,
    async act(page, state, place) {
      await openRecorder(page, state, place)
      await choose(page, state)
      await page.getByLabel('Template').selectOption({ index: 1 })
      await record(page, /0?0:0[3-9]/)
    },
  },
  {
    name: 'recorder-checklist',
    as: 'doctor',
    path: '/dashboard',
    states: ['full'],
    isLast: true,
    async act(page, state, place) {
      await openRecorder(page, state, place)
      await choose(page, state)
      await page.getByLabel('Template').selectOption('Diabetes Follow-up')
      await record(page, /0?0:0[3-9]/)
      await page.keyboard.press('n')
    },
  },
  {
    name: 'recorder-sent',
    as: 'doctor',
    path: '/dashboard',
    states: ['full'],
    isLast: true,
    async act(page, state, place) {
      await startRecording(page, state, place)
      await button(page, /^Pause/).click()
      await button(page, /^Submit/).click()
      await named(page, 'heading', /.*/).first().waitFor()
      await page
        .getByText(/\b\d{6}\b/)
        .first()
        .waitFor({ timeout: 30_000 })
    },
  },
]
