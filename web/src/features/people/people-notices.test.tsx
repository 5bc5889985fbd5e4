import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { until } from '../../editor/testing/mount.tsx'
import {
  aDoctor,
  addDoctor,
  aServer,
  button,
  clickOn,
  editDoctor,
  listEhrDoctors,
  miraLund,
  notices,
  openDoctors,
  openDoctorsInShell,
  openEdit,
  refused,
  reInvite,
  toggle,
  unreachable,
  pick,
} from './people.fixtures.tsx'
import type { Calls } from '../../testing/wire.ts'

let server: Calls
beforeEach(() => {
  localStorage.clear()
  server = aServer()
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const submitAdd = async () => {
  await clickOn('Add')
  const drawer = page.getByRole('dialog', { name: 'Add Doctor' })
  for (const [name, text] of [
    ['First Name', 'Ada'],
    ['Last Name', 'Byron'],
    ['Email', 'ada@example.org'],
    ['Phone Number', '202 555 0101'],
    ['NPI', '1234567890'],
  ] as const)
    await userEvent.fill(drawer.getByLabelText(name), text)
  await pick(drawer.getByLabelText('Facility', { exact: true }), 'Main')
  await clickOn('Add and invite')
}
const submitEdit = async () => {
  const drawer = await openEdit()
  await userEvent.fill(drawer.getByLabelText('First Name'), 'Diana')
  await clickOn('Submit')
}
const switchOff = async () => {
  await userEvent.click(page.getByRole('switch', { name: 'Dana Okafor is enabled' }))
  await clickOn('Yes')
}
const inviteAgain = () => clickOn('Invite Dana Okafor again')
const inviteOfEhr = async () => {
  await clickOn('Invite Doctors')
  await clickOn('Invite Mira Lund')
}
const ways = [
  ['adding', addDoctor, submitAdd],
  ['editing', editDoctor, submitEdit],
  ['inviting a doctor of the EHR', addDoctor, inviteOfEhr],
  ['disabling', toggle, switchOff],
  ['inviting again', reInvite, inviteAgain],
] as const

test.each(ways)('%s shows Failed with the server’s message when refused [ERR-11]', async (_, path, act) => {
  server.answer(path, refused('It cannot be, because.'))
  openDoctors()
  await act()
  await until(() => expect(notices()).toEqual([['Failed', 'It cannot be, because.']]))
})

test.each(ways)(
  '%s shows Success with the server’s message when done [PEOP-77, PEOP-92, ERR-12]',
  async (_, path, act) => {
    server.answer(path, { result: [aDoctor()], message: 'The server did it.' })
    openDoctors()
    await act()
    await until(() => expect(notices()).toEqual([['Success', 'The server did it.']]))
  },
)

test.each(ways)(
  '%s without an answer is logged, one shared message is shown, and the loading state ends [ERR-08, ERR-13]',
  async (name, path, act) => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
    server.answer(path, unreachable)
    openDoctorsInShell()
    await act()
    await until(() => expect(logged.mock.calls.flat().join(' ')).toContain('was not answered'))
    await until(() => expect(document.querySelectorAll('.ant-btn-loading')).toHaveLength(0))
    if (name === 'adding') await expect.element(button('Add and invite')).toBeEnabled()
    if (name === 'editing') await expect.element(button('Submit')).toBeEnabled()
    if (name === 'inviting again') await expect.element(button('Invite Dana Okafor again')).toBeEnabled()
    await until(() => expect(notices().map(([title]) => title)).toEqual(['Server Error']))
  },
)

test('an invited doctor of the EHR is shown as “Invited”, and cannot be invited again [PEOP-32]', async () => {
  server.answer(addDoctor, () => {
    server.answer(listEhrDoctors, [{ ...miraLund, invited: true }])
    return { result: [aDoctor()], message: 'Doctor added.' }
  })
  openDoctors()
  await inviteOfEhr()
  const invited = button('Invited Mira Lund')
  await expect.element(invited).toHaveTextContent('Invited')
  await expect.element(invited).toBeDisabled()
  await expect.element(button('Invite Mira Lund')).not.toBeInTheDocument()
})

test('the message of a refused form disappears when the form is sent again', async () => {
  server.answer(editDoctor, refused('Someone with this email already has an account.'))
  openDoctors()
  await submitEdit()
  await until(() => expect(notices()).toHaveLength(1))
  server.answer(editDoctor, { result: [aDoctor()], message: 'Doctor details updated.' })
  await clickOn('Submit')
  await until(() => expect(notices()).toEqual([['Success', 'Doctor details updated.']]))
})
