import { call } from '@dictara/browser/call'
import { storeUser } from '@dictara/browser/session'
import { email, firstName } from '@dictara/contract/fields'
import { peopleCalls, peopleRefusals } from '@dictara/contract/people'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { until } from '../editor/testing/mount.tsx'
import { expectNoViolations } from '../testing/accessible.ts'
import { mountInWebApp } from '../testing/in-web-app.tsx'
import { forgetUser } from '../platform/forget-user.ts'
import { aDoctor } from '../testing/person.fixtures.ts'
import { aUser } from '../testing/stored-user.fixtures.ts'
import { type Calls, openCalls, refused } from '../testing/wire.ts'
import '@dictara/browser/theme.css'
import { FormDrawer } from './form-drawer.tsx'
import { TextItem } from './text-item.tsx'

const dana = { firstName: 'Dana', email: 'dana@example.org' }

function Opener({ isNew = false }: { isNew?: boolean }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <h1>People</h1>
      <button type="button" onClick={() => setOpen(true)}>
        Edit Dana
      </button>
      {isOpen && (
        <FormDrawer
          title="Edit person"
          name="person"
          initial={isNew ? { firstName: '', email: '' } : dana}
          isNew={isNew}
          firstField="firstName"
          send={(values) => call(peopleCalls.addDoctor, { body: { ...aDoctor(), ...values } as never })}
          refreshes={['people']}
          refusals={peopleRefusals}
          onClose={() => setOpen(false)}
        >
          <TextItem name="firstName" label="First Name" field={firstName} />
          <TextItem name="email" label="Email" field={email} />
        </FormDrawer>
      )}
    </>
  )
}

let server: Calls
beforeEach(() => {
  server = openCalls()
})
afterEach(() => vi.restoreAllMocks())

const opener = page.getByRole('button', { name: 'Edit Dana' })
const drawer = page.getByRole('dialog', { name: 'Edit person' })
const field = (name: string) => drawer.getByLabelText(name)
const button = (name: string) => page.getByRole('button', { name })
const open = async (isNew = false) => {
  mountInWebApp(<Opener isNew={isNew} />)
  await userEvent.click(opener)
  await expect.element(field('First Name')).toHaveFocus()
}
const notices = () =>
  [...document.querySelectorAll('.ant-notification-notice')].map((notice) => [
    notice.querySelector('.ant-notification-notice-title')?.textContent,
    notice.querySelector('.ant-notification-notice-description')?.textContent,
  ])

test('a refusal is shown at its field until it is corrected, and after a success the drawer closes [ERR-11]', async () => {
  const { code, message } = peopleRefusals.emailTaken
  server.answer(peopleCalls.addDoctor, refused(message, code, 409))
  await open()
  await userEvent.fill(field('Email'), 'ann@example.org')
  await userEvent.keyboard('{Enter}')
  await expect.element(drawer.getByText(message)).toBeVisible()
  await expect.element(field('Email')).toHaveFocus()
  await until(() => expect(notices()).toEqual([['Failed', message]]))
  await expectNoViolations()
  await userEvent.fill(field('Email'), 'anna@example.org')
  await expect.element(drawer.getByText(message)).not.toBeInTheDocument()
  server.answer(peopleCalls.addDoctor, { message: 'It is done.' })
  await userEvent.keyboard('{Enter}')
  await until(() => expect(notices()).toEqual([['Success', 'It is done.']]))
  await expect.element(drawer).not.toBeInTheDocument()
  await expect.element(opener).toHaveFocus()
})

test('Submit of an edit is disabled until something differs [PEOP-39]', async () => {
  await open()
  await expect.element(button('Submit')).toBeDisabled()
  await userEvent.fill(field('First Name'), 'Diana')
  await expect.element(button('Submit')).toBeEnabled()
  await userEvent.fill(field('First Name'), 'Dana')
  await expect.element(button('Submit')).toBeDisabled()
})

test('a field has the rules and messages of the contract [PEOP-40, PEOP-41, PEOP-44]', async () => {
  await open(true)
  await userEvent.click(button('Submit'))
  for (const words of ['First Name is required', 'Email is required'])
    await expect.element(drawer.getByText(words)).toBeVisible()
  await userEvent.fill(field('First Name'), ' D4na ')
  await userEvent.fill(field('Email'), 'dana@example')
  for (const words of ['Please enter only alphabets', 'Please enter valid email'])
    await expect.element(drawer.getByText(words)).toBeVisible()
  await userEvent.fill(field('First Name'), '  Dana ')
  await expect.element(drawer.getByText('Please enter only alphabets')).not.toBeInTheDocument()
  expect(server.everything).toEqual([])
})

test('changes are discarded only after a confirmation, and the focus returns to where it was', async () => {
  await open()
  await userEvent.keyboard('{Escape}')
  await expect.element(drawer).not.toBeInTheDocument()
  await expect.element(opener).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await userEvent.fill(field('First Name'), 'Diana')
  await userEvent.keyboard('{Escape}')
  await userEvent.click(button('Stay here'))
  await expect.element(field('First Name')).toHaveValue('Diana')
  await userEvent.click(button('Cancel'))
  await userEvent.click(button('Leave'))
  await expect.element(drawer).not.toBeInTheDocument()
  await expect.element(opener).toHaveFocus()
})

test('Back, another page and closing the tab ask before input is discarded, but an ended session does not', async () => {
  const isWarned = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  storeUser(aUser())
  const { router } = mountInWebApp(<Opener />)
  await router.navigate('/elsewhere')
  await router.navigate('/here')
  await userEvent.click(opener)
  expect(isWarned()).toBe(false)
  await userEvent.fill(field('First Name'), 'Diana')
  expect(isWarned()).toBe(true)
  for (const go of [() => router.navigate(-1), () => router.navigate('/elsewhere')]) {
    void go()
    await expect.element(button('Stay here')).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.element(button('Stay here')).not.toBeInTheDocument()
    await expect.element(field('First Name')).toHaveValue('Diana')
  }
  void router.navigate(-1)
  await userEvent.click(button('Leave'))
  await expect.element(page.getByText('elsewhere')).toBeVisible()
  await router.navigate('/here')
  await userEvent.click(opener)
  await userEvent.fill(field('First Name'), 'Diana')
  forgetUser()
  expect(isWarned()).toBe(false)
  await router.navigate('/elsewhere')
  await expect.element(page.getByText('elsewhere')).toBeVisible()
})

test('nothing can be entered while the form is sent, and after a failure the focus returns', async () => {
  await open()
  const { promise, resolve } = Promise.withResolvers<Response>()
  server.answer(peopleCalls.addDoctor, () => promise)
  await userEvent.fill(field('Email'), 'ann@example.org')
  await userEvent.keyboard('{Enter}')
  const before = (field('First Name').element() as HTMLInputElement).value
  const isResting = () => field('First Name').element().closest('form')!.inert
  await until(() => expect(isResting()).toBe(true))
  await userEvent.keyboard('more')
  ;(field('First Name').element() as HTMLElement).focus()
  await userEvent.keyboard('more')
  resolve(refused('Not today.'))
  await until(() => expect(isResting()).toBe(false))
  await expect.element(field('Email')).toHaveFocus()
  await expect.element(field('Email')).toHaveValue('ann@example.org')
  await expect.element(field('First Name')).toHaveValue(before)
})
