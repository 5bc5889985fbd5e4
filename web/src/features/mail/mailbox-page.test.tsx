import { type KeptMail, mailCalls } from '@dictara/contract/mail'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { until } from '../../editor/testing/mount.tsx'
import { expectNoViolations } from '../../testing/accessible.ts'
import { as, openPage } from '../../testing/open-page.tsx'
import { idOf } from '../../testing/stored-user.fixtures.ts'
import { type Calls, openCalls, refused } from '../../testing/wire.ts'

const { listMails } = mailCalls
const aMail = (subject: string, body = 'Welcome.'): KeptMail => ({
  id: idOf(subject.length),
  to: 'ann@example.org',
  subject,
  body,
  sentTime: '2026-11-21T08:00:00.000Z',
})

let server: Calls
beforeEach(() => {
  server = openCalls()
})
afterEach(() => vi.restoreAllMocks())

const open = (search = '') => openPage(`/dashboard/mailbox${search}`, as('clinicAdmin'))

test('each mail is shown with its recipient, its links work, and times are in the clinic’s zone', async () => {
  const link = 'https://dictara.example/reset-password/token'
  server.answer(listMails, { result: [aMail('Invitation', `Set it here: ${link}`)], size: 41, timeZone: 'Asia/Tokyo' })
  const { router } = open('?page=1')
  await expect.element(page.getByRole('heading', { name: 'Invitation' })).toBeVisible()
  await expect.element(page.getByText('To: ann@example.org')).toBeVisible()
  await expect.element(page.getByText(/^Nov 21, (2026, )?5:00 PM$/)).toBeVisible()
  await expect.element(page.getByRole('link', { name: link })).toHaveAttribute('href', link)
  expect(Object.fromEntries(server.asked(listMails)[0]!.search)).toEqual({ page: '1', size: '20' })
  await expectNoViolations()
  await userEvent.click(page.getByRole('button', { name: 'Last page' }))
  await until(() => expect(router.state.location.search).toBe('?page=2'))
})

test('no mail, a loading error, and a clinic whose mails are sent each have their own message', async () => {
  server.answer(listMails, refused('No.'))
  open()
  await expect.element(page.getByRole('alert')).toHaveTextContent('The emails couldn’t be loaded.Retry')
  server.answer(listMails, { result: [], size: 0, timeZone: 'UTC' })
  await userEvent.click(page.getByRole('button', { name: 'Retry' }))
  await expect.element(page.getByText('No emails yet.')).toBeVisible()
  server.answer(listMails, refused('Not found.', 'not-found', 404))
  open()
  await expect.element(page.getByText('Emails are sent by a mail server. None are kept here.')).toBeVisible()
})
