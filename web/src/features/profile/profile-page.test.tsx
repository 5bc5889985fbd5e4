import { currentUser } from '@dictara/browser/session'
import type { UserType } from '@dictara/contract'
import { type Profile, profileCalls as calls } from '@dictara/contract/profile'
import { everyone } from '@dictara/contract/roles'
import { factorCalls } from '@dictara/contract/second-factor'
import { sessionCalls } from '@dictara/contract/sessions'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { until } from '../../editor/testing/mount.tsx'
import { takeNotice } from '../../platform/notice-after-load.ts'
import { expectNoViolations } from '../../testing/accessible.ts'
import { as, openPage } from '../../testing/open-page.tsx'
import { catchPageLoads } from '../../testing/page-loads.ts'
import { idOf } from '../../testing/stored-user.fixtures.ts'
import { type Calls, openCalls, refused } from '../../testing/wire.ts'

const address = {
  country: 'US',
  state: 'New York',
  addressLine1: '12 Harbor Street',
  addressLine2: 'Floor 3',
  city: 'Albany',
  zipCode: '12207',
}
const aProfile = (more: Partial<Profile> = {}): Profile => ({
  id: idOf(1),
  firstName: 'Dana',
  lastName: 'Okafor',
  fullName: 'Dana Okafor',
  email: 'dana@example.org',
  phoneNumber: { countryCode: '+1', number: '202 555 0100' },
  address,
  activateRoster: false,
  profilePic: null,
  userType: 'doctor',
  version: 3,
  ...more,
})
const flags = {
  facilityAuthenticationNotification: true,
  jobUpdateNotification: true,
  emrSubmissionSuccessNotification: false,
  emrSubmissionFailureNotification: true,
}

let server: Calls
beforeEach(async () => {
  await page.viewport(1280, 800)
  localStorage.clear()
  sessionStorage.clear()
  server = openCalls()
  server.answer(calls.getProfile, [aProfile()])
  server.answer(calls.getNotificationConfig, [{ ...flags, userId: idOf(1), version: 3 }])
  server.answer(factorCalls.getFactors, [
    { totpSince: null, passkeys: [], recoveryCodesLeft: 0, passkeysPossible: true, policy: 'OFFERED' },
  ])
  server.answer(sessionCalls.listSessions, [])
})
afterEach(() => vi.restoreAllMocks())

const open = (tab = '', userType: UserType = 'doctor', look?: 'light' | 'dark') => {
  if (userType !== 'doctor') server.answer(calls.getProfile, [aProfile({ userType })])
  return openPage(`/dashboard/settings/profile${tab && `?tab=${tab}`}`, as(userType), look)
}
const link = (name: string) => page.getByRole('link', { name, exact: true })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const box = (name: string) => page.getByLabelText(name, { exact: true })
const clickOn = (name: string) => userEvent.click(button(name))
const says = (words: string) => expect.element(page.getByText(words, { exact: true })).toBeVisible()
const facts = () =>
  Object.fromEntries(
    [...document.querySelectorAll('.profile-facts > div')].map((one) => [
      one.querySelector('dt')?.textContent,
      one.querySelector('dd')?.textContent,
    ]),
  )
const crumbs = () => page.getByRole('navigation', { name: 'Breadcrumb' }).element().textContent?.replaceAll('/', ' > ')
async function edit() {
  await clickOn('Edit')
  await expect.element(button('Save')).toBeVisible()
}

describe('the profile page', () => {
  test('is titled Profile, with the breadcrumb Settings > Profile > the tab [PROF-01, PROF-02]', async () => {
    open()
    await expect.element(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()
    await until(() => expect(crumbs()).toBe('Settings > Profile > Basic Information'))
    await until(() => expect(document.title).toContain('Profile'))
    await expect
      .element(page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Settings' }))
      .toHaveAttribute('href', '/dashboard/settings')
    await userEvent.click(link('Notification Config'))
    await until(() => expect(crumbs()).toBe('Settings > Profile > Notification Config'))
  })

  const tabs = () =>
    page
      .getByRole('navigation', { name: 'Profile' })
      .getByRole('link')
      .elements()
      .map(({ textContent }) => textContent)

  test.each(everyone)(
    'has four tabs, with User Config only for clinicAdmin and admin: as %s [PROF-03, PROF-04]',
    async (userType) => {
      const isManager = userType === 'admin' || userType === 'clinicAdmin'
      open('user-config', userType)
      await until(() =>
        expect(tabs()).toEqual([
          'Basic Information',
          'User Credentials',
          ...(isManager ? ['User Config'] : []),
          'Notification Config',
        ]),
      )
      await until(() =>
        expect(crumbs()).toBe(`Settings > Profile > ${isManager ? 'User Config' : 'Basic Information'}`),
      )
    },
  )

  test('shows the person’s details, and marks missing ones [PROF-12]', async () => {
    server.answer(calls.getProfile, [aProfile({ address: null })])
    open()
    await until(() =>
      expect(facts()).toEqual({
        'First Name': 'Dana',
        'Last Name': 'Okafor',
        Email: 'dana@example.org',
        'Cell Phone': '+1 202 555 0100',
        Address: 'Not given',
      }),
    )
  })

  test('shows a loading error, with Retry', async () => {
    server.answer(calls.getProfile, refused('It rests.'))
    open()
    await says('Couldn’t load your profile')
    server.answer(calls.getProfile, [aProfile()])
    await clickOn('Retry')
    await until(() => expect(facts()['First Name']).toBe('Dana'))
  })
})

describe('editing', () => {
  test('starts with a button on every tab except the credentials [PROF-05]', async () => {
    open('', 'clinicAdmin')
    for (const tab of ['Basic Information', 'User Config', 'Notification Config']) {
      await userEvent.click(link(tab))
      await expect.element(button('Save')).not.toBeInTheDocument()
      await edit()
      await clickOn('Cancel')
      await expect.element(button('Save')).not.toBeInTheDocument()
    }
    await userEvent.click(link('User Credentials'))
    await expect.element(button('Edit')).not.toBeInTheDocument()
  })

  test.each([
    ['basic-information', () => box('First Name')],
    ['user-config', () => page.getByRole('switch', { name: 'Roster' })],
    ['notification-config', () => page.getByRole('switch', { name: 'Job updates' })],
  ] as const)('starts at the first field of %s, and returns the focus to its button', async (tab, first) => {
    open(tab, 'clinicAdmin')
    for (const end of ['Cancel', 'Save']) {
      await edit()
      await expect.element(first()).toHaveFocus()
      if (end === 'Save') await userEvent.keyboard(tab === 'basic-information' ? 'x' : ' ')
      server.answer(calls.saveBasicDetails, [aProfile()])
      server.answer(calls.saveUserConfig, {})
      server.answer(calls.saveNotificationConfig, {})
      ;(button(end).element() as HTMLElement).focus()
      await userEvent.keyboard('{Enter}')
      await expect.element(button('Edit')).toHaveFocus()
    }
  })

  test('ends with the tab, after a confirmation if something was changed [PROF-06]', async () => {
    open()
    await edit()
    await userEvent.click(link('Notification Config'))
    await userEvent.click(link('Basic Information'))
    await expect.element(button('Save')).not.toBeInTheDocument()
    await edit()
    await userEvent.fill(box('City'), 'Troy')
    await userEvent.click(link('Notification Config'))
    await expect.element(page.getByRole('dialog', { name: 'Leave without saving?' })).toBeVisible()
    await clickOn('Stay here')
    await expect.element(box('City')).toHaveValue('Troy')
    await userEvent.click(link('Notification Config'))
    await clickOn('Leave')
    await until(() => expect(crumbs()).toContain('Notification Config'))
    await userEvent.click(link('Basic Information'))
    await until(() => expect(facts()['Address']).toContain('Albany'))
  })

  test('saves names, phone and address with the version seen, and page and header show them immediately [PROF-38]', async () => {
    open()
    await edit()
    await expect.element(box('First Name')).toHaveFocus()
    await expect.element(button('Save')).toBeDisabled()
    await userEvent.fill(box('Last Name'), 'Okafor-Lee')
    await userEvent.fill(box('Cell Phone'), '+1 202 555 0199')
    const saved = aProfile({ lastName: 'Okafor-Lee', fullName: 'Dana Okafor-Lee', version: 4 })
    server.answer(calls.saveBasicDetails, { result: [saved], message: 'Successfully updated profile' })
    server.answer(calls.getProfile, [saved])
    await clickOn('Save')
    await says('Update Success')
    await says('Successfully updated profile')
    expect(server.asked(calls.saveBasicDetails)).toMatchObject([
      {
        what: 'PUT /api/clinic/user/basic-details',
        body: {
          firstName: 'Dana',
          lastName: 'Okafor-Lee',
          phoneNumber: { countryCode: '+1', number: '202 555 0199' },
          address,
          version: 3,
        },
      },
    ])
    await until(() => expect(facts()['Last Name']).toBe('Okafor-Lee'))
    expect(currentUser()?.fullName).toBe('Dana Okafor-Lee')
  })

  test('a phone number can be changed without an address, and an address removed completely', async () => {
    server.answer(calls.getProfile, [aProfile({ address: null })])
    server.answer(calls.saveBasicDetails, { result: [aProfile()], message: 'Successfully updated profile' })
    const sent = () => server.asked(calls.saveBasicDetails).at(-1)?.body
    open()
    await edit()
    await userEvent.fill(box('Cell Phone'), '202 555 0199')
    server.answer(calls.getProfile, [aProfile()])
    await clickOn('Save')
    await until(() => expect(sent()).toMatchObject({ phoneNumber: { number: '202 555 0199' }, address: null }))
    await until(() => expect(facts()['Address']).toContain('Albany'))
    await edit()
    for (const part of ['State', 'City', 'Address Line 1', 'Address Line 2', 'Zip Code'])
      await userEvent.clear(box(part))
    await clickOn('Save')
    await says('State is required')
    ;(document.querySelector('#basic_address_country') as HTMLElement).focus()
    await userEvent.keyboard('{Backspace}')
    await clickOn('Save')
    await until(() => expect(sent()).toMatchObject({ address: null, version: 3 }))
  })

  test('shows a message if the profile was changed elsewhere, keeps the input, and overwrites nothing [PROF-34]', async () => {
    open()
    await edit()
    await userEvent.fill(box('City'), 'Troy')
    const message = 'Someone else has changed this. Close it and open it again.'
    server.answer(calls.saveBasicDetails, refused(message, 'changed-meanwhile', 409))
    server.answer(calls.getProfile, [aProfile({ version: 4, address: { ...address, city: 'Utica' } })])
    await clickOn('Save')
    await says('Update Failed')
    await says('Unable to update Profile')
    await says(message)
    await expect.element(box('City')).toHaveValue('Troy')
    // The page has loaded the newer profile, but the person has not seen it. So Save still sends the old version and is
    // refused.
    await clickOn('Save')
    await until(() => expect(server.asked(calls.saveBasicDetails).map(({ body }) => body.version)).toEqual([3, 3]))
    await clickOn('Cancel')
    await clickOn('Leave')
    await until(() => expect(facts()['Address']).toContain('Utica'))
  })

  test('sets the four flags, each a switch with a name [PROF-13]', async () => {
    server.answer(calls.saveNotificationConfig, {
      result: [{ ...flags, userId: idOf(1), version: 4 }],
      message: 'Successfully updated profile',
    })
    open('notification-config')
    await edit()
    const isOn = (name: string) =>
      page.getByRole('switch', { name, exact: true }).element().getAttribute('aria-checked')
    const names = ['Job updates', 'Written to the EHR', 'Not written to the EHR', 'Facility authentication']
    expect(names.map(isOn)).toEqual(['true', 'false', 'true', 'true'])
    await userEvent.click(page.getByRole('switch', { name: 'Job updates' }))
    await clickOn('Save')
    await says('Successfully updated profile')
    const body = { ...flags, jobUpdateNotification: false, userId: idOf(1), version: 3 }
    expect(server.asked(calls.saveNotificationConfig)).toMatchObject([{ body }])
  })

  test('sets whether a manager has a roster', async () => {
    server.answer(calls.saveUserConfig, { result: [aProfile()], message: 'Successfully updated profile' })
    open('user-config', 'admin')
    await edit()
    await userEvent.click(page.getByRole('switch', { name: 'Roster' }))
    await clickOn('Save')
    await says('Update Success')
    expect(server.asked(calls.saveUserConfig)).toMatchObject([{ body: { activateRoster: true, version: 3 } }])
  })
})

describe('an invalid entry shows a message at its field and is not sent:', () => {
  const wrong = async (field: string, value: string, words: string) => {
    await userEvent.fill(box(field), value)
    await clickOn('Save')
    await says(words)
  }
  afterEach(() => expect(server.asked(calls.saveBasicDetails)).toEqual([]))

  test('the cell phone: required [PROF-14]', async () => {
    open()
    await edit()
    await wrong('Cell Phone', '', 'Cell Phone is required')
  })
  test('the country: required [PROF-15]', async () => {
    server.answer(calls.getProfile, [aProfile({ address: null })])
    open()
    await edit()
    await userEvent.fill(box('City'), 'Troy')
    await clickOn('Save')
    await says('Country is required')
  })
  test('the state: required, letters and spaces only [PROF-16]', async () => {
    open()
    await edit()
    await wrong('State', '', 'State is required')
    await wrong('State', 'New York 2', 'Please enter valid state name')
  })
  test('the city: required, letters and spaces only [PROF-17]', async () => {
    open()
    await edit()
    await wrong('City', ' ', 'City is required')
    await wrong('City', 'Troy_', 'Please enter valid city name')
  })
  test.each(['Address Line 1', 'Address Line 2'])('%s: required [PROF-18]', async (line) => {
    open()
    await edit()
    await wrong(line, '', 'Address is required')
  })
  test('the zip code: required, letters and digits only [PROF-19]', async () => {
    open()
    await edit()
    await wrong('Zip Code', '', 'Zip Code is required')
    await wrong('Zip Code', '12-207', 'Please enter valid zip code')
  })
})

describe('the credentials tab', () => {
  const email = () => box('Email')
  test('an invalid email and a missing current password show messages [PROF-20, PROF-21]', async () => {
    open('user-credentials')
    await userEvent.fill(email(), 'dana@example')
    await clickOn('Save')
    await says('Please enter valid Email')
    await says('Current Password is required')
    await userEvent.fill(email(), '')
    await says('Email is required')
    expect(server.asked(calls.changeCredentials)).toEqual([])
  })

  test('Change Password shows the fields for the current and the new password, and the new one is required [PROF-09, PROF-22]', async () => {
    open('user-credentials')
    await expect.element(button('Change Password')).toBeVisible()
    await expect.element(box('Current Password')).not.toBeInTheDocument()
    await expect.element(box('New Password')).not.toBeInTheDocument()
    await clickOn('Change Password')
    await expect.element(box('Current Password')).toBeVisible()
    await userEvent.fill(box('New Password'), 'x')
    await userEvent.fill(box('New Password'), '')
    await says('New Password is required')
  })

  test('Change Password moves the focus to the current password, and back to the button when cancelled', async () => {
    open('user-credentials')
    await expect.element(button('Change Password')).toBeVisible()
    ;(button('Change Password').element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(box('Current Password')).toHaveFocus()
    ;(button('Cancel').element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(button('Change Password')).toHaveFocus()
  })

  test('a signed-in person enters a new password only once [AUTH-50]', async () => {
    open('user-credentials')
    await clickOn('Change Password')
    await expect.element(box('New Password')).toBeVisible()
    const labels = [...document.querySelectorAll<HTMLInputElement>('form input')].map(
      (input) => input.labels?.[0]?.textContent,
    )
    expect(labels).toEqual(['Email', 'Current Password', 'New Password'])
  })

  test('after a change the person is signed out, and the sign-in page shows the reason [PROF-10, PROF-39]', async () => {
    const loads = catchPageLoads()
    server.answer(calls.changeCredentials, { message: 'Please Login To Continue' })
    open('user-credentials')
    await clickOn('Change Password')
    await userEvent.fill(box('Current Password'), 'a quiet morning in winter')
    await userEvent.fill(box('New Password'), 'seven herons over the marsh')
    await clickOn('Save')
    await until(() => expect(loads).toEqual([`${location.origin}/login`]))
    expect(currentUser()).toBeNull()
    expect(takeNotice()).toMatchObject({ title: 'Credentials Changed', description: 'Please Login To Continue' })
    expect(server.asked(calls.changeCredentials)).toMatchObject([
      {
        body: {
          email: 'dana@example.org',
          currentPassword: 'a quiet morning in winter',
          newPassword: 'seven herons over the marsh',
        },
      },
    ])
  })

  test('a refused change shows the server’s message and keeps the input [PROF-35]', async () => {
    const words = 'The current password is wrong.'
    server.answer(calls.changeCredentials, refused(words, 'current-password-wrong'))
    open('user-credentials')
    await userEvent.fill(email(), 'dana.okafor@example.org')
    await userEvent.fill(box('Current Password'), 'wrong')
    await clickOn('Save')
    await says('Error')
    await says('Unable to update credentials')
    await until(() => expect(page.getByText(words, { exact: true }).elements()).toHaveLength(2))
    await expect.element(box('Current Password')).toHaveFocus()
    await expect.element(email()).toHaveValue('dana.okafor@example.org')
    expect(server.asked(calls.changeCredentials)).toMatchObject([{ body: { newPassword: null } }])
  })
})

async function aPicture(width = 400, height = 300, type = 'image/png') {
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width, height })
  canvas.getContext('2d')!.fillRect(0, 0, width, height)
  const blob = await new Promise<Blob>((resolve) => canvas.toBlob((made) => resolve(made!), type))
  return new File([blob], 'me.png', { type })
}
const asTransfer = (file: File) => {
  const transfer = new DataTransfer()
  transfer.items.add(file)
  return transfer
}
const drop = (file: File) =>
  document
    .querySelector('.photo-field')!
    .dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: asTransfer(file) }))
const paste = (file: File) =>
  document.body.dispatchEvent(
    new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData: asTransfer(file) }),
  )
const choose = (file: File) => userEvent.upload(page.getByLabelText('Picture of you'), file)
const cropping = () => page.getByRole('dialog', { name: 'Your photo' })
const photo = `/api/clinic/user/${idOf(1)}/photo/${idOf(77)}`

describe('the profile photo', () => {
  test.each([
    ['chosen after a click', choose],
    ['dropped', drop],
    ['pasted', paste],
  ])('is %s, cropped and sent, and page and header show it [PROF-07, PROF-37]', async (_, give) => {
    server.answer(calls.uploadPhoto, { result: [photo], message: 'Profile photo updated successfully' })
    open()
    await expect.element(button('Add photo')).toBeVisible()
    await give(await aPicture())
    await expect.element(cropping()).toBeVisible()
    server.answer(calls.getProfile, [aProfile({ profilePic: photo })])
    await clickOn('Use this photo')
    await says('Update Success')
    await says('Profile photo updated successfully')
    const [asked] = server.asked(calls.uploadPhoto)
    expect(asked!.what).toBe('POST /api/clinic/user/upload-profile-pic')
    expect(asked!.search.get('userId')).toBe(idOf(1))
    await until(() => expect(currentUser()?.profilePic).toBe(photo))
    await expect.element(cropping()).not.toBeInTheDocument()
  })

  test('is cropped by arrow keys and zoom', async () => {
    open()
    await expect.element(button('Add photo')).toBeVisible()
    await choose(await aPicture(800, 300))
    await expect.element(cropping()).toBeVisible()
    // The crop area has the focus: arrow keys move it at once, and Enter would accept it.
    const group = page.getByRole('group', { name: /^Crop area/ })
    await expect.element(group).toHaveFocus()
    const zoom = page.getByRole('slider', { name: 'Zoom' })
    await until(() => expect(zoom.element().getAttribute('aria-valuenow')).toBe('1'))
    ;(zoom.element() as HTMLElement).focus()
    await userEvent.keyboard('{ArrowRight}{ArrowRight}')
    await until(() => expect(Number(zoom.element().getAttribute('aria-valuenow'))).toBeCloseTo(1.1))
    ;(group.element() as HTMLElement).focus()
    await userEvent.keyboard('{ArrowLeft}{ArrowDown}')
    await expectNoViolations(cropping().element())
    server.answer(calls.uploadPhoto, [photo])
    await userEvent.keyboard('{Enter}')
    await until(() => expect(server.asked(calls.uploadPhoto)).toHaveLength(1))
    await expect.element(cropping()).not.toBeInTheDocument()
    await expect.element(button('Add photo')).toHaveFocus()
  })

  test('is refused if either side is below 150 px, or if it is no png or jpeg, whatever its name [PROF-23, PROF-24]', async () => {
    open()
    await expect.element(button('Add photo')).toBeVisible()
    for (const [width, height] of [
      [149, 151],
      [151, 149],
    ] as const) {
      drop(await aPicture(width, height))
      await until(() =>
        expect(
          page.getByText('Minimum image size is 150px by 150px', { exact: true }).elements().length,
        ).toBeGreaterThan(0),
      )
    }
    drop(
      new File(['<svg xmlns="http://www.w3.org/2000/svg" width="300" height="300"/>'], 'me.png', { type: 'image/png' }),
    )
    await says('You can only upload images of .png and .jpeg format')
    expect(server.asked(calls.uploadPhoto)).toEqual([])
    drop(await aPicture(150, 150, 'image/jpeg'))
    await expect.element(cropping()).toBeVisible()
  })

  test('shows the server’s message when refused, and can be sent again [PROF-33]', async () => {
    server.answer(calls.uploadPhoto, refused('We can’t read this picture. Choose another one.'))
    open()
    await expect.element(button('Add photo')).toBeVisible()
    drop(await aPicture())
    await clickOn('Use this photo')
    await says('Update Failed')
    await says('Unable to update Profile Picture')
    await says('We can’t read this picture. Choose another one.')
    await expect.element(button('Use this photo')).toBeEnabled()
  })

  test('is removed after a confirmation, and initials replace it [PROF-08, PROF-36]', async () => {
    server.answer(calls.getProfile, [aProfile({ profilePic: photo })])
    server.answer(calls.deletePhoto, { message: 'Profile photo removed successfully' })
    open()
    await clickOn('Remove photo')
    await expect.element(page.getByRole('dialog', { name: 'Remove your photo?' })).toBeVisible()
    server.answer(calls.getProfile, [aProfile()])
    await clickOn('Remove')
    await says('Success')
    await says('Profile photo removed successfully')
    await until(() => expect(document.querySelector<HTMLElement>('.photo-field .face')?.dataset['initials']).toBe('DO'))
    expect(server.asked(calls.deletePhoto)[0]!.search.get('userId')).toBe(idOf(1))
    expect(currentUser()?.profilePic).toBeNull()
    await expect.element(button('Add photo')).toHaveFocus()
  })

  test('is replaced by the initials if it does not load', async () => {
    server.answer(calls.getProfile, [aProfile({ profilePic: '/nowhere.webp' })])
    open()
    await until(() => expect(document.querySelector<HTMLElement>('.photo-field .face')?.dataset['initials']).toBe('DO'))
  })
})

test.each([
  ['light', 1280],
  ['dark', 360],
] as const)('all tabs pass axe in %s and fit %i pixels, with a long name', async (look, width) => {
  await page.viewport(width, 740)
  const lastName = 'Featherstonehaugh'.repeat(6).slice(0, 100)
  server.answer(calls.getProfile, [aProfile({ userType: 'admin', lastName, fullName: `Dana ${lastName}` })])
  const { host } = openPage('/dashboard/settings/profile', as('admin'), look)
  for (const tab of ['Basic Information', 'User Config', 'Notification Config', 'User Credentials']) {
    await userEvent.click(link(tab))
    if (tab === 'User Credentials') await clickOn('Change Password')
    else await edit()
    await expectNoViolations(host)
    expect(document.documentElement.scrollWidth, tab).toBeLessThanOrEqual(width)
  }
})
