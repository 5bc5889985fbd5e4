import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { until } from '../../editor/testing/mount.tsx'
import type { Calls } from '../../testing/wire.ts'
import {
  aDoctor,
  aServer,
  addDoctor,
  button,
  clickOn,
  listEhrDoctors,
  miraLund,
  notices,
  openDoctors,
  reInvite,
} from './people.fixtures.tsx'

let server: Calls
beforeEach(() => {
  localStorage.clear()
  server = aServer()
})
afterEach(() => vi.restoreAllMocks())

/** Waits two frames: by then the browser has moved the focus away from disabled or removed elements. */
const nextFrames = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
async function pressEnterOn(name: string) {
  await expect.element(button(name)).toBeVisible()
  ;(button(name).element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
}

test('re-inviting a person keeps the focus', async () => {
  const { promise, resolve } = Promise.withResolvers<{ message: string }>()
  server.answer(reInvite, () => promise)
  openDoctors()
  await pressEnterOn('Invite Dana Okafor again')
  await until(() => expect(server.asked(reInvite)).toHaveLength(1))
  await nextFrames()
  resolve({ message: 'It is on its way.' })
  await until(() => expect(notices()).toEqual([['Success', 'It is on its way.']]))
  await nextFrames()
  await expect.element(page.getByRole('button', { name: /^(loading )?Invite Dana Okafor again$/ })).toHaveFocus()
})

test('inviting several doctors of the EHR in turn never loses the focus', async () => {
  const doctors = [miraLund, { ...miraLund, id: 'e2', firstName: 'Nils', fullName: 'Nils Lund' }]
  const invited = new Set<string>()
  server.answer(listEhrDoctors, () => doctors.map((doctor) => ({ ...doctor, invited: invited.has(doctor.id) })))
  server.answer(addDoctor, ({ body }) => {
    invited.add((body as { ehrDoctorId: string }).ehrDoctorId)
    return { result: [aDoctor()], message: 'Doctor Added Successfully' }
  })
  openDoctors()
  await clickOn('Invite Doctors')
  await expect.element(page.getByRole('searchbox', { name: 'Search doctors of the EHR' })).toHaveFocus()
  await pressEnterOn('Invite Mira Lund')
  await expect.element(button('Invited Mira Lund')).toBeDisabled()
  await expect.element(button('Invite Nils Lund')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(button('Invited Nils Lund')).toBeDisabled()
  await nextFrames()
  expect(page.getByRole('dialog').element().contains(document.activeElement)).toBe(true)
})

test('Tab moves from Facility to the facilities, and Escape returns', async () => {
  openDoctors()
  await pressEnterOn('Facility')
  const main = page.getByRole('checkbox', { name: 'Main' })
  await expect.element(main).toBeVisible()
  await userEvent.tab()
  await expect.element(main).toHaveFocus()
  await userEvent.keyboard(' ')
  await expect.element(button('Facility: Main, remove')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(main).not.toBeInTheDocument()
  await expect.element(button('Facility (1)')).toHaveFocus()
})
