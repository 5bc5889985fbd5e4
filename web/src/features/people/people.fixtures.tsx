import { storeUser } from '@dictara/browser/session'
import type { UserType } from '@dictara/contract'
import { facilityCalls } from '@dictara/contract/facilities'
import { peopleCalls } from '@dictara/contract/people'
import { sessionCalls } from '@dictara/contract/sessions'
import { expect } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { until } from '../../editor/testing/mount.tsx'
import { mountInShell } from '../../testing/in-shell.tsx'
import { mountRoutes } from '../../testing/in-web-app.tsx'
import { openLiveWire } from '../../testing/live-wire.ts'
import { as } from '../../testing/open-page.tsx'
import { aDoctor, aFacility } from '../../testing/person.fixtures.ts'
import { idOf } from '../../testing/stored-user.fixtures.ts'
import { type Calls, openCalls } from '../../testing/wire.ts'
import { DoctorsPage } from './doctors-page.tsx'

export { aDoctor, aFacility, idOf }
export { refused, unreachable } from '../../testing/wire.ts'

const main = aFacility(21, 'Main')

export const { addDoctor, editDoctor, listDoctors, listEhrDoctors, reInvite } = peopleCalls
export const { listBillerOptions: listBillers, listReviewersForLevel: listLevel, togglePerson: toggle } = peopleCalls
export const { listUserFacilities: listFacilities } = facilityCalls

export const miraLund = {
  id: 'e1',
  firstName: 'Mira',
  lastName: 'Lund',
  fullName: 'Mira Lund',
  email: 'mira@example.org',
  npi: '3000000001',
  phoneNumber: null,
  invited: false,
}

/** Opens a stand-in server with one doctor and all choices of the drawer. A test may set other answers. */
export function aServer(): Calls {
  const server = openCalls()
  server.answer(listDoctors, [aDoctor()])
  server.answer(listFacilities, [main, aFacility(22, 'Annex')])
  server.answer(listBillers, [{ id: idOf(31), fullName: 'Bea Hart' }])
  server.answer(listLevel, [
    {
      reviewers: [{ id: idOf(41), fullName: 'Ruth Amsel', email: 'ruth@example.org' }],
      reviewerGroups: [{ id: idOf(51), groupName: 'Night shift' }],
    },
  ])
  server.answer(listEhrDoctors, [miraLund])
  server.answer(sessionCalls.listSessions, [])
  return server
}

/** Signs in as a person of this type. */
const signIn = (userType: UserType) => storeUser(as(userType))
const address = '/dashboard/doctors'
const routes = [{ path: address, element: <DoctorsPage /> }]

export function openDoctors(userType: UserType = 'clinicAdmin') {
  signIn(userType)
  return mountRoutes(routes, address)
}
/** Opens the page inside the shell, which reports failures. */
export function openDoctorsInShell() {
  openLiveWire()
  signIn('clinicAdmin')
  return mountInShell(routes, address)
}

export const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
export const clickOn = (name: string | RegExp) => userEvent.click(button(name))

/** Opens the drawer to edit the first doctor. */
export async function openEdit() {
  await clickOn('Edit Dana Okafor')
  return page.getByRole('dialog', { name: 'Edit Doctor' })
}

/** Returns the title and the text of every notice on the screen. */
export const notices = () =>
  [...document.querySelectorAll('.ant-notification-notice')].map((notice) => [
    notice.querySelector('.ant-notification-notice-title')?.textContent,
    notice.querySelector('.ant-notification-notice-description')?.textContent,
  ])

/** Picks an option by its label. The list of options lies outside the drawer. */
export async function pick(box: Locator, label: string) {
  await userEvent.click(box)
  // A list for one choice closes by itself, and Escape would then close the drawer.
  const staysOpen = document.querySelector('.ant-select-open.ant-select-multiple') !== null
  const option = () =>
    [...document.querySelectorAll<HTMLElement>('.ant-select-dropdown:not(.ant-select-dropdown-hidden) [title]')].find(
      ({ title }) => title === label,
    )
  await until(() => expect(option()).toBeDefined())
  option()!.click()
  if (staysOpen) await userEvent.keyboard('{Escape}')
}
