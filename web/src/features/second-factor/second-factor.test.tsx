import { identityCalls } from '@dictara/contract/identity'
import { type Factors, factorCalls as calls } from '@dictara/contract/second-factor'
import { secondStepCalls } from '@dictara/contract/second-step'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { routes } from '../../app/routes.tsx'
import { mount, until } from '../../editor/testing/mount.tsx'
import { expectNoViolations, expectNoViolationsInBothLooks } from '../../testing/accessible.ts'
import { mountInWebApp } from '../../testing/in-web-app.tsx'
import { aUser, idOf } from '../../testing/stored-user.fixtures.ts'
import { type Calls, openCalls, refused } from '../../testing/wire.ts'
import { SecondFactor } from './second-factor.tsx'

const none: Factors = { totpSince: null, passkeys: [], recoveryCodesLeft: 0, passkeysPossible: true, policy: 'OFFERED' }
const aPasskey = { id: idOf(7), name: 'Desk', createdAt: '2026-11-20T08:00:00.000Z', lastUsedAt: null }
const all: Factors = {
  ...none,
  totpSince: '2026-11-21T08:00:00.000Z',
  passkeys: [aPasskey, { ...aPasskey, id: idOf(8), name: 'مفتاح الهاتف', lastUsedAt: '2026-11-22T08:00:00.000Z' }],
  recoveryCodesLeft: 7,
}
const recoveryCodes = Array.from({ length: 10 }, (_, n) => `k7mq-4t9x-2hw${n}`)
const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'

let server: Calls
beforeEach(async () => {
  await page.viewport(1280, 800)
  localStorage.clear()
  sessionStorage.clear()
  server = openCalls()
  server.answer(calls.getFactors, [none])
})
afterEach(() => {
  localStorage.clear()
  vi.restoreAllMocks()
})

const button = (name: string) => page.getByRole('button', { name, exact: true })
const box = (name: string) => page.getByLabelText(name, { exact: true })
const dialog = (name: string) => page.getByRole('dialog', { name })
/** Waits for the end of the opening animation, during which the dialog takes the focus. */
const dialogIsOpen = () => until(() => expect(document.querySelector('.ant-zoom-enter, .ant-zoom-appear')).toBeNull())
const says = (words: string) => expect.element(page.getByText(words, { exact: true })).toBeVisible()

describe('the second-factor section', () => {
  test('sets up an app by its secret and first code, and shows the recovery codes only then', async () => {
    server.answer(calls.beginTotp, [{ secret, uri: `otpauth://totp/Dictara:dana?secret=${secret}` }])
    server.answer(calls.confirmTotp, refused('This code is not right.', 'code-wrong'))
    mountInWebApp(<SecondFactor />)
    await userEvent.click(button('Set up'))
    await says('JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP')
    expect(document.querySelector('.totp-picture svg')).not.toBeNull()
    await expectNoViolations(dialog('Set up an authenticator app').element())
    await userEvent.fill(box('Code from your authenticator app'), '12 34')
    await userEvent.click(button('Confirm'))
    await says('The code has 6 digits.')
    await userEvent.fill(box('Code from your authenticator app'), '123 456')
    await userEvent.click(button('Confirm'))
    await expect.element(dialog('Set up an authenticator app').getByText('This code is not right.')).toBeVisible()
    server.answer(calls.confirmTotp, { result: [{ recoveryCodes }], message: 'From now on …' })
    server.answer(calls.getFactors, [{ ...all, passkeys: [], recoveryCodesLeft: 10 }])
    await userEvent.click(button('Confirm'))
    await expect.element(dialog('Your recovery codes')).toBeVisible()
    for (const code of recoveryCodes) await says(code)
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog('Your recovery codes')).toBeVisible()
    await expectNoViolations(dialog('Your recovery codes').element())
    await userEvent.click(button('I have kept them'))
    await expect.element(dialog('Your recovery codes')).not.toBeInTheDocument()
    await says('10 of 10 left. Use one when you don’t have your device.')
    expect(server.asked(calls.confirmTotp).map(({ body }) => body)).toEqual([{ code: '123456' }, { code: '123456' }])
  })

  test('opens its dialogs with the caret in the field, even if their content loads late', async () => {
    for (const delayMs of [0, 600]) {
      server.answer(calls.beginTotp, async () => {
        await new Promise((later) => setTimeout(later, delayMs))
        return [{ secret, uri: `otpauth://totp/Dictara:dana?secret=${secret}` }]
      })
      const { close } = mountInWebApp(<SecondFactor />)
      await userEvent.click(button('Set up'))
      await expect.element(box('Code from your authenticator app')).toHaveFocus()
      await dialogIsOpen()
      await expect.element(box('Code from your authenticator app')).toHaveFocus()
      close()
    }
    server.answer(calls.getFactors, [all])
    mountInWebApp(<SecondFactor />)
    await userEvent.click(button('Rename Desk'))
    await dialogIsOpen()
    await expect.element(box('Name')).toHaveFocus()
  })

  test('lists the factors by name; each is removed after a confirmation, and passkeys can be renamed', async () => {
    server.answer(calls.getFactors, [all])
    mountInWebApp(<SecondFactor />)
    await says('Set up Nov 21, 2026')
    await says('Passkey. Added Nov 20, 2026, not used yet')
    await says('7 of 10 left. Use one when you don’t have your device.')
    await expectNoViolations(document.querySelector('.second-factor')!)
    server.answer(calls.renamePasskey, { message: 'Passkey renamed to “Ward 3”.' })
    await userEvent.click(button('Rename Desk'))
    await userEvent.fill(box('Name'), ' Ward 3 ')
    await userEvent.click(button('Rename'))
    await until(() =>
      expect(server.asked(calls.renamePasskey).map(({ body }) => body)).toEqual([{ id: aPasskey.id, name: 'Ward 3' }]),
    )
    server.answer(calls.removePasskey, { message: 'Passkey removed.' })
    await userEvent.click(button('Remove Desk'))
    await userEvent.click(dialog('Remove the passkey “Desk”?').getByRole('button', { name: 'Remove' }))
    await until(() => expect(server.asked(calls.removePasskey)[0]?.search.get('id')).toBe(aPasskey.id))
    server.answer(calls.renewRecoveryCodes, [{ recoveryCodes }])
    await userEvent.click(button('Make new codes'))
    await userEvent.click(dialog('Make new recovery codes?').getByRole('button', { name: 'Make new codes' }))
    await says(recoveryCodes[9]!)
  })

  test('shows a loading error with Retry, and explains when passkeys are not possible', async () => {
    server.answer(calls.getFactors, refused('It rests.'))
    mountInWebApp(<SecondFactor />)
    await says('Couldn’t load your second factor')
    server.answer(calls.getFactors, [{ ...none, passkeysPossible: false }])
    await userEvent.click(button('Retry'))
    await says('Passkeys need a site with a name and https.')
    await expect.element(button('Add a passkey')).toBeDisabled()
  })
})

describe('a sign-in in two steps', () => {
  const pending = { handle: 'a-handle', ways: ['TOTP', 'PASSKEY', 'RECOVERY'] as const }
  const god = aUser({ userType: 'dictaraGod', clinicId: null })
  async function arrive() {
    server.answer(identityCalls.login, { result: [], pending: { ...pending, ways: [...pending.ways] } })
    const router = createMemoryRouter(routes, { initialEntries: ['/login'] })
    mount(<RouterProvider router={router} />)
    await userEvent.fill(box('Email'), 'dana@example.org')
    await userEvent.fill(box('Password'), 'a walk along the quiet river')
    await userEvent.click(button('Sign in'))
    await expect.element(page.getByRole('heading', { level: 1, name: 'Confirm it’s you' })).toBeVisible()
    return router
  }
  const isIn = (router: Awaited<ReturnType<typeof arrive>>) =>
    until(() => expect(router.state.location.pathname).toBe('/dashboard/dictionary'))
  const shown = () => server.asked(secondStepCalls.finishSignIn).map(({ body }) => body)

  test('submits the code as soon as it is complete; a wrong one is reported and cleared', async () => {
    server.answer(secondStepCalls.finishSignIn, refused('This code is not right.', 'code-wrong'))
    const router = await arrive()
    expect(localStorage.getItem('dictara-user')).toBeNull()
    await expect.element(box('Code from your authenticator app')).toHaveFocus()
    await expectNoViolationsInBothLooks(document.querySelector<HTMLElement>('.account-card')!)
    await userEvent.keyboard('123456')
    await says('This code is not right.')
    server.answer(secondStepCalls.finishSignIn, [god])
    await userEvent.keyboard('654321')
    await isIn(router)
    expect(shown()).toEqual([
      { handle: 'a-handle', code: '123456' },
      { handle: 'a-handle', code: '654321' },
    ])
  })

  test('accepts a recovery code instead, and returns to the password when it has expired', async () => {
    server.answer(secondStepCalls.finishSignIn, refused('Please begin again.', 'sign-in-over', 410))
    await arrive()
    await userEvent.click(button('Use a recovery code'))
    await expect.element(box('Recovery code')).toHaveFocus()
    await expectNoViolationsInBothLooks(document.querySelector<HTMLElement>('.account-card')!)
    await userEvent.keyboard('{Enter}')
    await says('Code is required')
    await userEvent.keyboard(' k7mq-4t9x-2hwp {Enter}')
    await says('Please begin again.')
    await expect.element(box('Password')).toBeVisible()
    expect(shown()).toEqual([{ handle: 'a-handle', recoveryCode: 'k7mq-4t9x-2hwp' }])
  })

  test('reports that a passkey was not used, and offers another way', async () => {
    const options = { challenge: 'AAAA', rpId: 'localhost', timeout: 1000, userVerification: 'required' as const }
    server.answer(secondStepCalls.passkeyChallenge, [options])
    vi.spyOn(navigator.credentials, 'get').mockRejectedValue(new DOMException('no', 'NotAllowedError'))
    await arrive()
    await userEvent.click(button('Use a passkey'))
    await userEvent.click(button('Use your passkey'))
    await says('The passkey wasn’t used. Try again, or choose another way.')
    await expectNoViolationsInBothLooks(document.querySelector<HTMLElement>('.account-card')!)
    await userEvent.click(button('Use a code from my app'))
    await expect.element(box('Code from your authenticator app')).toHaveFocus()
  })
})
