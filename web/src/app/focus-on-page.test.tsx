import { storeUser } from '@dictara/browser/session'
import { notificationCalls } from '@dictara/contract/notifications'
import { patientCalls } from '@dictara/contract/patients'
import { preferenceCalls } from '@dictara/contract/preferences'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { until } from '../editor/testing/mount.tsx'
import { mountInShell } from '../testing/in-shell.tsx'
import { openLiveWire } from '../testing/live-wire.ts'
import { as } from '../testing/open-page.tsx'
import { openCalls } from '../testing/wire.ts'
import { Link } from 'react-router'

beforeEach(() => {
  localStorage.clear()
  const server = openCalls()
  server.answer(notificationCalls.listNotifications, { unReadCount: 0 })
  server.answer(patientCalls.checkRosterAccess, {})
  server.answer(preferenceCalls.getPreferences, [])
  openLiveWire()
  storeUser(as('doctor'))
})

const content = () => document.querySelector('#content')

test('after a link by keyboard the focus moves to the new page, and it is not set before the first navigation', async () => {
  mountInShell(
    [
      { path: '/note', element: <Link to="/list">Back to the list</Link> },
      { path: '/list', element: <p>The list</p> },
    ],
    '/note',
  )
  const link = page.getByRole('link', { name: 'Back to the list' })
  await expect.element(link).toBeVisible()
  expect(document.activeElement).toBe(document.body)
  ;(link.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('The list')).toBeVisible()
  await until(() => expect(document.activeElement).toBe(content()))
})

test('a new page keeps the focus that it sets itself', async () => {
  const { router } = mountInShell(
    [
      { path: '/note', element: <p>A note</p> },
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- it is what is tested
      { path: '/list', element: <input aria-label="Search" autoFocus /> },
    ],
    '/note',
  )
  await expect.element(page.getByText('A note')).toBeVisible()
  await router.navigate('/list')
  await expect.element(page.getByLabelText('Search')).toHaveFocus()
  await new Promise((next) => requestAnimationFrame(next))
  await expect.element(page.getByLabelText('Search')).toHaveFocus()
})

test('when the dialog that opened a page disappears, the page gets the focus', async () => {
  const { router } = mountInShell(
    [
      { path: '/note', element: <p>A note</p> },
      { path: '/list', element: <p>The list</p> },
    ],
    '/note',
  )
  await expect.element(page.getByText('A note')).toBeVisible()
  const question = document.body.appendChild(document.createElement('button'))
  question.focus()
  await router.navigate('/list')
  await expect.element(page.getByText('The list')).toBeVisible()
  expect(document.activeElement).toBe(question)
  question.remove()
  await until(() => expect(document.activeElement).toBe(content()))
})
