import type { Page } from '@playwright/test'
import { button } from '../../../e2e/src/at-work.ts'
import { editor, home, list, over, type Screen } from './screen.ts'

/** Sets the number of unread notifications. */
async function manyUnread(page: Page, unReadCount: number) {
  await page.route(/\/notifications\?/, async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: { ...((await answer.json()) as object), unReadCount } })
  })
  await page.reload()
  await button(page, new RegExp(`^Notifications, ${unReadCount} unread`)).click()
}

/** Opens the first row of a list in its drawer. */
async function openFirst(page: Page) {
  await page.locator('.row-link').first().click()
  await page.getByRole('dialog').waitFor()
}

const auditUsers: Screen = { name: 'audit-users', as: 'clinicAdmin', path: '/dashboard/audit' }
const auditJobs: Screen = { name: 'audit-jobs', as: 'clinicAdmin', path: '/dashboard/audit?tab=2', docs: 'audit' }
const billerAudit: Screen = { name: 'audit-biller', as: 'biller', path: '/dashboard/biller-audit' }
const year = new Date().getFullYear()
const lineCounts: Screen = {
  name: 'line-counts',
  as: 'clinicAdmin',
  path: `/dashboard/line-counts?from=${year}-01-01&to=${year}-12-31`,
  docs: 'line-counts',
}
const patients: Screen = { name: 'patients', as: 'clinicAdmin', path: '/dashboard/patients' }

export const workScreens: readonly Screen[] = [
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
  // Badges of two and three digits must be beside the bell, not over it.
  { ...over(home('reviewer1'), 'bell-12', (page) => manyUnread(page, 12)), states: ['full'] },
  { ...over(home('reviewer1'), 'bell-128', (page) => manyUnread(page, 128)), states: ['full'] },
  {
    ...over(home('clinicAdmin'), 'menu', async (page) => {
      const fold = button(page, /^(Open|Collapse) the sidebar$/)
      if ((await fold.getAttribute('aria-expanded')) === 'false') await fold.click()
    }),
    // The setting is remembered.
    isLast: true,
  },
  over(home('clinicAdmin'), 'menu-phone', async (page) => {
    await page.setViewportSize({ width: 360, height: 740 })
    await button(page, 'Open the sidebar').click()
  }),
  over(home('clinicAdmin'), 'search-everything', async (page) => {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: /^Search jobs/ }).waitFor()
    // Matches names of people and of authors.
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
  { name: 'biller', as: 'biller', path: '/dashboard/biller', docs: 'biller' },
  { name: 'biller-review', as: 'biller', path: ({ jobId }) => `/dashboard/billers-jobs/${jobId('000001')}` },
  auditUsers,
  over(auditUsers, 'audit-session', openFirst),
  auditJobs,
  { ...over(auditJobs, 'audit-job', openFirst), as: 'doctor', docs: 'audit-job' },
  lineCounts,
  { name: 'audit-facilities', as: 'admin', path: '/dashboard/audit?tab=3' },
  billerAudit,
  over(billerAudit, 'audit-biller-job', openFirst),
  patients,
  over(patients, 'patient-looks', (page) =>
    button(page, /^Who looked at this patient/)
      .first()
      .click(),
  ),
  { name: 'delivery', as: 'clinicAdmin', path: '/dashboard/delivery' },
  { name: 'demo-ehr', as: 'clinicAdmin', path: '/dashboard/demo-ehr', docs: 'demo-ehr' },
  list('clinicAdmin', 'my-jobs/incomplete'),
  list('clinicAdmin', 'my-jobs/all'),
  list('admin', 'available'),
  {
    ...list('clinicAdmin', 'my-jobs/in-progress'),
    name: 'list-compact',
    // Row density matters only with rows.
    states: ['full', 'long'],
    isLast: true,
    async act(page) {
      const compact = button(page, 'Compact rows')
      if ((await compact.getAttribute('aria-pressed')) === 'false') await compact.click()
    },
  },
]
