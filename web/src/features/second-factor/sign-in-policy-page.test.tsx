import { everyone } from '@dictara/contract/roles'
import { type SignInPolicy, signInPolicyCalls as calls } from '@dictara/contract/sign-in-policy'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { until } from '../../editor/testing/mount.tsx'
import { expectNoViolations } from '../../testing/accessible.ts'
import { as, openPage } from '../../testing/open-page.tsx'
import { idOf } from '../../testing/stored-user.fixtures.ts'
import { type Calls, openCalls, refused } from '../../testing/wire.ts'

const policy: SignInPolicy = {
  mode: 'OFFERED',
  requiredTypes: [],
  version: 4,
  people: everyone.map((userType, at) => ({ userType, all: at, withFactor: at > 1 ? 1 : 0 })),
}
const ruth = {
  id: idOf(5),
  fullName: 'Ruth Amsel',
  email: 'ruth@example.org',
  userType: 'reviewer' as const,
  hasApp: true,
  passkeys: 2,
  recoveryCodesLeft: 1,
}

let server: Calls
beforeEach(async () => {
  await page.viewport(1280, 800)
  localStorage.clear()
  server = openCalls()
  server.answer(calls.getSignInPolicy, [policy])
  server.answer(calls.listPeopleWithFactor, [ruth])
})
afterEach(() => vi.restoreAllMocks())

const open = () => openPage('/dashboard/settings/sign-in', as('clinicAdmin'))
const button = (name: string) => page.getByRole('button', { name, exact: true })
const says = (words: string) => expect.element(page.getByText(words, { exact: true })).toBeVisible()

test('a clinic’s policy is shown and can be changed to required for chosen types, with the version seen', async () => {
  open()
  await says('Optional: people can turn it on in their profile.')
  await says('1 of 2 use one')
  await expectNoViolations()
  await userEvent.click(button('Change'))
  await userEvent.click(page.getByRole('radio', { name: /^Required/ }))
  await userEvent.click(button('Save'))
  await says('Choose at least one group of people.')
  await userEvent.click(page.getByRole('checkbox', { name: 'Clinic admins' }))
  await expectNoViolations()
  server.answer(calls.setSignInPolicy, { result: [], message: 'It counts from the next sign-in on.' })
  server.answer(calls.getSignInPolicy, [{ ...policy, mode: 'REQUIRED', requiredTypes: ['clinicAdmin'] }])
  await userEvent.click(button('Save'))
  await until(() =>
    expect(server.asked(calls.setSignInPolicy).map(({ body }) => body)).toEqual([
      { mode: 'REQUIRED', requiredTypes: ['clinicAdmin'], version: 4 },
    ]),
  )
  await expect.element(page.getByText('Required of clinic admins')).toBeVisible()
})

test('a lost second factor is reset after a confirmation, and people without one are not listed', async () => {
  open()
  await says('Authenticator app, 2 passkeys, 1 recovery code left')
  server.answer(calls.resetFactors, { message: 'Second factor removed. We’ve emailed them about it.' })
  server.answer(calls.listPeopleWithFactor, [])
  await userEvent.click(button('Reset Ruth Amsel'))
  const question = page.getByRole('dialog', { name: 'Reset the second factor of Ruth Amsel?' })
  await userEvent.click(question.getByRole('button', { name: 'Reset' }))
  await says('No one uses a second factor yet.')
  expect(server.asked(calls.resetFactors)[0]!.what).toContain(ruth.id)
})

test('loading errors are shown, each in its place', async () => {
  server.answer(calls.getSignInPolicy, refused('It rests.'))
  server.answer(calls.listPeopleWithFactor, refused('It rests.'))
  open()
  await says('Couldn’t load the policy')
  await says('Couldn’t load the people')
})
