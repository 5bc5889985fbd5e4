import { currentUser, storeUser } from '@dictara/browser/session'
import { call } from '@dictara/browser/call'
import { identityCalls } from '@dictara/contract/identity'
import { factorCalls } from '@dictara/contract/second-factor'
import { proofCalls } from '@dictara/contract/second-step'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mount, until } from '../editor/testing/mount.tsx'
import { expectNoViolations } from '../testing/accessible.ts'
import { mountInWebApp } from '../testing/in-web-app.tsx'
import { aUser } from '../testing/stored-user.fixtures.ts'
import { type Calls, openCalls, refused } from '../testing/wire.ts'
import { ProofQuestion } from './proof-question.tsx'
import { routes } from './routes.tsx'

let server: Calls
let isProved = false
beforeEach(() => {
  localStorage.clear()
  isProved = false
  server = openCalls()
  server.answer(factorCalls.renewRecoveryCodes, () =>
    isProved ? [{ recoveryCodes: ['a'] }] : refused('Confirm that it’s you.', 'proof-needed', 403),
  )
  server.answer(proofCalls.askForProof, [{ ways: ['TOTP', 'PASSWORD'], passkey: null }])
  server.answer(proofCalls.prove, ({ body }) => {
    isProved = (body as { password?: string }).password === 'right'
    return isProved ? [] : refused('The current password is wrong.', 'current-password-wrong')
  })
})
afterEach(() => {
  localStorage.clear()
  vi.restoreAllMocks()
})

const button = (name: string) => page.getByRole('button', { name, exact: true })
const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
const says = (words: string) => expect.element(page.getByText(words, { exact: true })).toBeVisible()
const renew = () => call(factorCalls.renewRecoveryCodes, {}, { handler: false })

test('calls that need a proof ask for it once, and are then all repeated', async () => {
  mountInWebApp(<ProofQuestion />)
  const both = Promise.all([renew(), renew()])
  await expect.element(dialog.getByLabelText('Code from your authenticator app')).toHaveFocus()
  await expectNoViolations(dialog.element())
  await userEvent.click(button('Use my password'))
  await expect.element(dialog.getByLabelText('Password', { exact: true })).toHaveFocus()
  await userEvent.keyboard('wrong{Enter}')
  await says('The current password is wrong.')
  await userEvent.fill(dialog.getByLabelText('Password', { exact: true }), 'right')
  await userEvent.keyboard('{Enter}')
  expect((await both).map(({ result }) => result[0]?.recoveryCodes)).toEqual([['a'], ['a']])
  await expect.element(dialog).not.toBeInTheDocument()
  expect(server.asked(proofCalls.askForProof)).toHaveLength(1)
})

test('without a proof the call is refused, and the next call asks again', async () => {
  mountInWebApp(<ProofQuestion />)
  const refusal = expect(renew()).rejects.toMatchObject({ code: 'proof-needed', kind: 'refused' })
  await expect.element(dialog).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await refusal
  await expect.element(dialog).not.toBeInTheDocument()
  const again = expect(renew()).rejects.toMatchObject({ code: 'proof-needed' })
  await expect.element(dialog).toBeVisible()
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
  await again
})

test('a person who must set up a second factor is sent there first, and can continue once it is set up', async () => {
  const god = aUser({ userType: 'dictaraGod', clinicId: null })
  storeUser({ ...god, mustEnrol: true })
  const none = {
    totpSince: null,
    passkeys: [],
    recoveryCodesLeft: 0,
    passkeysPossible: true,
    policy: 'REQUIRED' as const,
  }
  server.answer(factorCalls.getFactors, [none])
  const router = createMemoryRouter(routes, { initialEntries: ['/dashboard/jobs-list/my-jobs/in-progress'] })
  const { host } = mount(<RouterProvider router={router} />)
  await expect.element(page.getByRole('heading', { level: 1, name: 'Set up a second factor' })).toBeVisible()
  expect(router.state.location.pathname).toBe('/second-factor')
  await expect.element(button('Continue')).toBeDisabled()
  await expectNoViolations(host.querySelector('.enrol > *')!.parentElement!.querySelector('section')!)
  server.answer(factorCalls.beginTotp, [{ secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/a' }])
  server.answer(factorCalls.confirmTotp, { result: [{ recoveryCodes: [] }], message: 'From now on …' })
  server.answer(factorCalls.getFactors, [{ ...none, totpSince: '2026-11-21T08:00:00.000Z' }])
  server.answer(identityCalls.renewToken, { result: [god], idleForMs: 0 })
  await userEvent.click(button('Set up'))
  await userEvent.fill(page.getByLabelText('Code from your authenticator app', { exact: true }), '123456')
  await userEvent.click(button('Confirm'))
  await expect.element(button('Continue')).toBeEnabled()
  await userEvent.click(button('Continue'))
  await until(() => expect(router.state.location.pathname).toBe('/dashboard/dictionary'))
  expect(currentUser()?.mustEnrol).toBe(false)
})
