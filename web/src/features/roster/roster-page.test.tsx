import { dashboardCalls } from '@dictara/contract/dashboards'
import { facilityCalls } from '@dictara/contract/facilities'
import { identityCalls, type StoredUser } from '@dictara/contract/identity'
import { patientCalls } from '@dictara/contract/patients'
import { rosterCalls as calls, type RosterEntry, rosterRefusals } from '@dictara/contract/roster'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { until } from '../../editor/testing/mount.tsx'
import { expectNoViolations } from '../../testing/accessible.ts'
import { as, openPage } from '../../testing/open-page.tsx'
import { catchPageLoads } from '../../testing/page-loads.ts'
import { idOf } from '../../testing/stored-user.fixtures.ts'
import { type Calls, openCalls, recorderUrl, refused, unreachable } from '../../testing/wire.ts'
import { addDays, dayName, firstDayOfWeek, noonIn, weekOf } from './roster-days.ts'
import { dayIn, shownDay } from '@dictara/browser/moments'

const zone = 'America/New_York'
/** A Tuesday in every time zone. */
const today = '2026-11-24'
const week = weekOf(today, firstDayOfWeek(navigator.language))
const yesterday = addDays(today, -1)
const tomorrow = addDays(today, 1)

const main = { facilityId: idOf(21), facilityName: 'Harbor Main' }
const east = { facilityId: idOf(22), facilityName: 'Harbor East' }
const doctorId = idOf(31)

let entries = 0
const anEntry = (more: Partial<RosterEntry> = {}): RosterEntry => {
  entries += 1
  const { day = today } = more
  return {
    patientRosterId: idOf(1000 + entries),
    dateTime: noonIn(day, zone),
    day,
    patientId: idOf(5000 + entries),
    patientName: `Quinn Ivanova${entries}`,
    birthDate: '1967-05-09',
    medicalRecordNumber: `HS1${entries}`,
    bedId: '101-A',
    facility: main,
    note: null,
    ...more,
  }
}
const aNote = {
  jobId: idOf(77),
  jobNumber: '000077',
  status: 'READY',
  level: 'LEVEL_1',
  returned: false,
  levels: 1,
  staysHere: false,
  progress: null,
} as const
const aPatient = (n: number, more: object = {}) => ({
  pid: idOf(6000 + n),
  firstName: 'Ada',
  lastName: `Byron${n}`,
  birthDate: '1961-02-03',
  medicalRecordNumber: `MRN${n}`,
  bedId: `${n}-B`,
  lastNoteDate: '2026-11-20T10:00:00.000Z',
  ...more,
})

let server: Calls
let loads: string[]
const answerRoster = (results: RosterEntry[], fullName = 'Dana Okafor') =>
  server.answer(calls.listRoster, {
    result: results,
    results,
    provider: { id: doctorId, fullName },
    today,
    places: [main, east].map((place) => ({ ...place, timeZone: zone, today })),
  })

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: noonIn(today, zone) * 1000 })
  await page.viewport(1280, 800)
  localStorage.clear()
  entries = 0
  server = openCalls()
  answerRoster([])
  server.answer(facilityCalls.listUserFacilities, ({ search }) =>
    [main, east]
      .filter(({ facilityName }) =>
        facilityName.toLowerCase().includes((search.get('searchValue') ?? '').toLowerCase()),
      )
      .map((one) => ({ ...one, disabled: false, isParent: false })),
  )
  server.answer(patientCalls.searchPatients, [aPatient(1), aPatient(2, { bedId: null, lastNoteDate: null })])
  server.answer(calls.listAdminAuthors, [{ doctorId, doctorName: 'Dana Okafor' }])
  server.answer(calls.listBillerAuthors, [
    { id: doctorId, fullName: 'Dana Okafor' },
    { id: idOf(32), fullName: 'Piet Zhou' },
  ])
  server.answer(identityCalls.encryptedKey, ['the-key'])
  loads = catchPageLoads()
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const open = (user: StoredUser = as('doctor'), address = '/dashboard/roster', look?: 'light' | 'dark') =>
  openPage(address, user, look)
const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const dayOf = (day: string) => page.getByRole('region', { name: new RegExp(`^${dayName(day)}`) })
const clickOn = (name: string | RegExp) => userEvent.click(page.getByRole('button', { name }))
const remove = async (name: string) => {
  await clickOn(`More for ${name}`)
  await userEvent.click(page.getByRole('menuitem', { name: 'Delete' }))
}
const textOf = (day: string) => document.querySelector(`[data-day="${day}"]`)?.textContent ?? ''
const cardsOf = (day: string) => [...document.querySelectorAll<HTMLElement>(`[data-day="${day}"] [data-entry]`)]
const isShown = (name: string | RegExp) => expect.element(heading(name)).toBeVisible()
const drawn = () =>
  until(() => expect(document.querySelectorAll('.roster-nobody, .roster-card').length).toBeGreaterThan(0))
const opacityOf = (button: Element) => getComputedStyle(button).opacity

describe('the week', () => {
  test('shows the seven days of the current week with name and date, and TODAY on today [ROST-01, ROST-02, ROST-04]', async () => {
    open()
    await drawn()
    const days = [...document.querySelectorAll<HTMLElement>('[data-day]')]
    expect(days.map(({ dataset }) => dataset['day'])).toEqual(week)
    for (const day of week) {
      expect(textOf(day)).toContain(dayName(day))
      expect(textOf(day)).toContain(shownDay(day))
      expect(textOf(day).includes('TODAY')).toBe(day === today)
    }
    // The week begins on the first day of the week in the browser's locale.
    expect(new Date(days[0]!.dataset['day']!).getUTCDay()).toBe(firstDayOfWeek(navigator.language))
  })

  test('is requested by the times of its days, with one extra day at each end [ROST-32]', async () => {
    open()
    await until(() => expect(server.asked(calls.listRoster)).toHaveLength(1))
    const { what, search } = server.asked(calls.listRoster)[0]!
    expect(what).toBe('GET /api/clinic/doctor/patient-roster')
    expect(search.get('startDate')).toBe(String(noonIn(addDays(week[0]!, -1))))
    expect(search.get('endDate')).toBe(String(noonIn(addDays(week[6]!, 1))))
    expect(search.has('providerId')).toBe(false)
  })

  test('is changed by a week picker with the format DD MMM YYYY, and by buttons [ROST-03]', async () => {
    open()
    await drawn()
    const shown = (day: string) => {
      const [year, month, date] = day.split('-')
      const names = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')
      return `${date} ${names[Number(month) - 1]} ${year}`
    }
    const picker = page.getByLabelText('Week', { exact: true })
    await expect.element(picker).toHaveValue(shown(week[0]!))
    await userEvent.click(picker)
    await until(() => expect(document.querySelector('td[title="2026-11-10"]')).not.toBeNull())
    await userEvent.click(document.querySelector('td[title="2026-11-10"]')!)
    const other = weekOf('2026-11-10', firstDayOfWeek(navigator.language))
    await expect.element(picker).toHaveValue(shown(other[0]!))
    await until(() => expect(document.querySelector('[data-day]')?.getAttribute('data-day')).toBe(other[0]))
    await clickOn('Today')
    await clickOn('Next week')
    await expect.element(picker).toHaveValue(shown(addDays(week[0]!, 7)))
    expect(server.asked(calls.listRoster).at(-1)!.search.get('startDate')).toBe(String(noonIn(addDays(week[0]!, 6))))
  })

  test('shows a card for each patient with name, bed, facility if there are several, and a delete icon in its menu [ROST-06]', async () => {
    answerRoster([
      anEntry({ patientName: 'Ada Byron', bedId: '12-B', facility: east }),
      anEntry({ day: tomorrow, patientName: 'Max Frisch' }),
    ])
    open()
    await until(() => expect(textOf(today)).toContain('Ada Byron'))
    expect(textOf(today)).toContain('Bed 12-B')
    expect(textOf(today)).toContain('Harbor East')
    expect(textOf(today)).not.toContain('Max Frisch')
    expect(textOf(tomorrow)).toContain('Max Frisch')
    await clickOn('More for Ada Byron')
    await expect.element(page.getByRole('menuitem', { name: 'Delete' })).toBeVisible()
  })

  test('follows the facilities’ date, and marks it when it differs from the computer’s [Q042]', async () => {
    server.answer(calls.listRoster, {
      result: [],
      results: [],
      provider: { id: doctorId, fullName: 'Dana Okafor' },
      today: tomorrow,
      places: [{ ...main, timeZone: 'Pacific/Kiritimati', today: tomorrow }],
    })
    open()
    await until(() => expect(textOf(tomorrow)).toContain('TODAY'))
    expect(textOf(today)).not.toContain('TODAY')
    await expect.element(dayOf(today).getByRole('button', { name: /^Add Patient/ })).not.toBeInTheDocument()
  })

  test('shows forty of 300 patients a day, and all of them on request', async () => {
    answerRoster(Array.from({ length: 300 }, () => anEntry()))
    open()
    await until(() => expect(cardsOf(today)).toHaveLength(40))
    expect(textOf(today)).toContain('0 of 300 done')
    await clickOn('Show 260 more')
    await until(() => expect(cardsOf(today)).toHaveLength(300))
  })

  test('shows an error for an unexpected answer, with Retry [ROST-38]', async () => {
    server.answer(calls.listRoster, { results: 'none' } as never)
    open()
    await expect.element(page.getByText('Unexpected data format received from the server.')).toBeVisible()
    answerRoster([anEntry({ patientName: 'Ada Byron' })])
    await clickOn('Retry')
    await until(() => expect(textOf(today)).toContain('Ada Byron'))
  })
})

describe('facilities', () => {
  const dialog = () => page.getByRole('tooltip').or(page.getByRole('dialog', { name: 'Facilities' }))
  test('are chosen by checkboxes with a search, and take effect when applied; Cancel and Clear work [ROST-05, ROST-36]', async () => {
    open()
    await drawn()
    await clickOn('Facilities')
    await userEvent.click(page.getByRole('checkbox', { name: 'Harbor East' }))
    expect(server.asked(calls.listRoster)).toHaveLength(1)
    await clickOn('Cancel')
    await clickOn('Facilities')
    await expect.element(page.getByRole('checkbox', { name: 'Harbor East' })).not.toBeChecked()
    await userEvent.fill(page.getByRole('searchbox', { name: 'Search facilities' }), 'main')
    await expect.element(page.getByRole('checkbox', { name: 'Harbor East' })).not.toBeInTheDocument()
    expect(server.asked(facilityCalls.listUserFacilities).at(-1)).toMatchObject({
      what: 'GET /api/clinic/user/facilities',
    })
    expect(server.asked(facilityCalls.listUserFacilities).at(-1)!.search.get('searchValue')).toBe('main')
    await userEvent.click(page.getByRole('checkbox', { name: 'Harbor Main' }))
    await clickOn('Apply')
    await until(() => expect(server.asked(calls.listRoster).at(-1)!.search.get('facilityIds')).toBe(main.facilityId))
    await clickOn('Facilities (1)')
    await clickOn('Clear')
    await expect.element(page.getByRole('checkbox', { name: 'Harbor Main' })).not.toBeChecked()
    await clickOn('Apply')
    await until(() => expect(server.asked(calls.listRoster).at(-1)!.search.get('facilityIds') ?? '').toBe(''))
    await expect.element(dialog()).not.toBeInTheDocument()
  })
})

describe('adding', () => {
  const dialog = page.getByRole('dialog', { name: /^Add Patient/ })
  const row = (n: number) => dialog.getByRole('checkbox', { name: new RegExp(`Byron${n}`) })
  const addOn = (day: string) => page.getByRole('button', { name: new RegExp(`^Add Patient on ${dayName(day)}`) })

  test('is possible today and on the hovered day, but not on a past day [ROST-08, Q040]', async () => {
    open()
    await drawn()
    await userEvent.hover(heading('My Patient Roster'))
    expect(opacityOf(addOn(today).element())).toBe('1')
    expect(opacityOf(addOn(tomorrow).element())).toBe('0')
    await userEvent.hover(dayOf(tomorrow))
    await until(() => expect(opacityOf(addOn(tomorrow).element())).toBe('1'))
    await expect.element(addOn(yesterday)).not.toBeInTheDocument()
  })

  test('starts with a facility, a search of its patients and ticks; Add Selected Patients is disabled without a tick [ROST-09, ROST-10, ROST-11]', async () => {
    server.answer(calls.addToRoster, {
      result: [{ added: 1, alreadyThere: 0 }],
      message: 'Patient has been successfully added to the roster.',
    })
    open()
    await drawn()
    await userEvent.click(addOn(today))
    await expect.element(dialog.getByText('Ada Byron1')).toBeVisible()
    expect(dialog.element().textContent).toContain('Bed ID: 1-B')
    expect(dialog.element().textContent).toContain('Last note: Nov 20, 2026')
    const add = dialog.getByRole('button', { name: 'Add Selected Patients' })
    await expect.element(add).toBeDisabled()
    await userEvent.click(dialog.getByRole('combobox', { name: 'Facility' }))
    await userEvent.click(page.getByTitle('Harbor East'))
    await userEvent.fill(dialog.getByRole('searchbox', { name: 'Search patients' }), 'byron')
    await until(() => {
      const { what, search } = server.asked(patientCalls.searchPatients).at(-1)!
      expect(what).toBe('GET /api/clinic/doctor/patient-roster/patients')
      expect([search.get('facilityId'), search.get('searchValue'), search.get('providerId')]).toEqual([
        east.facilityId,
        'byron',
        null,
      ])
    })
    await userEvent.click(row(2))
    await expect.element(add).toBeEnabled()
    await userEvent.click(add)
    await until(() => expect(server.asked(calls.addToRoster)).toHaveLength(1))
    expect(server.asked(calls.addToRoster)[0]).toMatchObject({
      what: 'POST /api/clinic/doctor/patient-roster',
      body: { dateTime: noonIn(today, zone), facilityId: east.facilityId, patientIds: [idOf(6002)] },
    })
    expect(server.asked(calls.addToRoster)[0]!.body).not.toHaveProperty('providerId')
    await expect.element(page.getByText('Patient has been successfully added to the roster.')).toBeVisible()
    await expect.element(dialog).not.toBeInTheDocument()
  })

  test('asks to try again after a failure, and keeps the selection [ROST-39]', async () => {
    server.answer(calls.addToRoster, unreachable)
    open()
    await drawn()
    await userEvent.keyboard('n')
    await userEvent.click(row(1))
    await clickOn('Add Selected Patients')
    await expect.element(page.getByText('Failed to add patient to the roster. Please try again.')).toBeVisible()
    await expect.element(row(1)).toBeChecked()
  })

  test('marks patients already on the roster, and does not offer them again [Q041]', async () => {
    answerRoster([anEntry({ patientId: idOf(6001), facility: main })])
    open()
    await drawn()
    await userEvent.click(addOn(today))
    await expect.element(dialog.getByText('On this day’s roster already')).toBeVisible()
    await expect.element(row(1)).toBeDisabled()
    await expect.element(row(2)).toBeEnabled()
  })

  const asked = 'You are not authorized to edit this. Please complete the authorization'
  test('asks for authorisation at a facility that has not verified the person, and opens the dashboard for it [ROST-20, ROST-21, ROST-22]', async () => {
    server.answer(
      calls.addToRoster,
      refused(rosterRefusals.notAuthorised.message, rosterRefusals.notAuthorised.code, 403),
    )
    server.answer(dashboardCalls.getDashboard, refused('rests'))
    open()
    await drawn()
    await userEvent.click(addOn(today))
    await userEvent.click(row(1))
    await clickOn('Add Selected Patients')
    await expect.element(page.getByText(asked)).toBeVisible()
    await clickOn('Complete Authorisation')
    await expect.element(heading('Hello Dana Okafor')).toBeVisible()
  })

  test('asks for authorisation if patients cannot be searched [ROST-23]', async () => {
    server.answer(patientCalls.searchPatients, refused('The EHR rests.'))
    open()
    await drawn()
    await userEvent.click(addOn(today))
    await expect.element(page.getByText(asked)).toBeVisible()
  })
})

test('deleting removes the patient from the day after a confirmation, and past days cannot be changed [ROST-07, ROST-33, Q040]', async () => {
  const entry = anEntry({ patientName: 'Ada Byron' })
  answerRoster([entry, anEntry({ day: yesterday, patientName: 'Old Visit' })])
  server.answer(calls.removeFromRoster, { message: 'gone' })
  open()
  await until(() => expect(cardsOf(today)).toHaveLength(1))
  await clickOn('More for Old Visit')
  await expect.element(page.getByRole('menuitem', { name: 'Patient Details' })).toBeVisible()
  await expect.element(page.getByRole('menuitem', { name: 'Delete' })).not.toBeInTheDocument()
  await userEvent.click(page.getByRole('menuitem', { name: 'Patient Details' }))
  const record = page.getByRole('dialog', { name: 'Patient Details' })
  await expect.element(record).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(record).not.toBeInTheDocument()
  await until(() => expect(document.activeElement).toBe(cardsOf(yesterday)[0]))
  await remove('Ada Byron')
  await expect.element(page.getByText('Are you sure you want to delete?').last()).toBeVisible()
  await clickOn('Cancel')
  expect(server.asked(calls.removeFromRoster)).toEqual([])
  const next = anEntry({ patientName: 'Max Frisch' })
  await remove('Ada Byron')
  answerRoster([next])
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }))
  await until(() => expect(server.asked(calls.removeFromRoster)).toHaveLength(1))
  expect(server.asked(calls.removeFromRoster)[0]!.what).toBe('DELETE /api/clinic/doctor/patient-roster')
  expect(server.asked(calls.removeFromRoster)[0]!.search.get('rosterId')).toBe(entry.patientRosterId)
  await until(() => expect(textOf(today)).not.toContain('Ada Byron'))
  // The focus goes to the entry that takes this place, so that a person can delete several in turn.
  await until(() => expect(cardsOf(today)[0]).toBe(document.activeElement))
})

describe('the person of a roster', () => {
  test('the person’s own roster is called My Patient Roster [ROST-12]', async () => {
    open()
    await isShown('My Patient Roster')
    await expect.element(page.getByRole('button', { name: /Roster for a Doctor/ })).not.toBeInTheDocument()
  })

  test('an admin can create a roster for another doctor from the Docters List, which has Create for each [ROST-16, ROST-17]', async () => {
    open(as('admin', { scopes: ['ROLE_DOCTOR', 'ROLE_ADMIN'] }))
    await isShown('My Patient Roster')
    await clickOn('Create Roster for a Doctor')
    await expect.element(page.getByRole('dialog', { name: 'Docters List' })).toBeVisible()
    expect(server.asked(calls.listAdminAuthors)[0]!.what).toBe('GET /api/clinic/doctor/patient-roster/admin/authors')
    const create = page.getByRole('button', { name: 'Create for Dana Okafor' })
    expect(create.element().textContent).toBe('Create')
  })

  test('another person’s roster has their name, and one click returns to the own roster [ROST-13, ROST-18]', async () => {
    open(as('admin', { scopes: ['ROLE_DOCTOR', 'ROLE_ADMIN'] }))
    await isShown('My Patient Roster')
    await clickOn('Create Roster for a Doctor')
    await clickOn('Create for Dana Okafor')
    await isShown('Patient Roster of Dana Okafor')
    expect(server.asked(calls.listRoster).at(-1)!.search.get('providerId')).toBe(doctorId)
    await clickOn('Back to My Roster')
    await isShown('My Patient Roster')
  })

  test('a clinicAdmin without dictation starts with the first doctor, can select others, and adds patients in the doctor’s name [Q039, ROST-19, ROST-31]', async () => {
    server.answer(calls.addToRoster, { result: [{ added: 1, alreadyThere: 0 }], message: 'Added' })
    server.answer(calls.listAdminAuthors, [
      { doctorId: idOf(32), doctorName: 'Cara Zhou' },
      { doctorId, doctorName: 'Dana Okafor' },
    ])
    open(as('clinicAdmin'))
    await until(() => expect(server.asked(calls.listRoster)[0]?.search.get('providerId')).toBe(idOf(32)))
    await userEvent.click(page.getByRole('combobox', { name: 'Doctor' }))
    await userEvent.click(page.getByTitle('Dana Okafor'))
    await isShown('Patient Roster of Dana Okafor')
    await drawn()
    await expect.element(page.getByRole('button', { name: 'Back to My Roster' })).not.toBeInTheDocument()
    await userEvent.click(page.getByRole('button', { name: /^Add Patient on Tuesday/ }))
    await userEvent.click(page.getByRole('checkbox', { name: /Byron1/ }))
    await clickOn('Add Selected Patients')
    await until(() => expect(server.asked(calls.addToRoster)).toMatchObject([{ body: { providerId: doctorId } }]))
    expect(server.asked(patientCalls.searchPatients)[0]!.search.get('providerId')).toBe(doctorId)
  })

  test('a biller selects an author and can only read: adding, deleting and dictating are not offered [ROST-14, ROST-15, ROST-37]', async () => {
    answerRoster([anEntry({ patientName: 'Ada Byron' })])
    const user = as('biller')
    open(user)
    await isShown('Patient Roster')
    expect(server.asked(calls.listRoster)).toEqual([])
    await userEvent.click(page.getByRole('combobox', { name: 'Select Author' }))
    await userEvent.click(page.getByTitle('Dana Okafor'))
    expect(server.asked(calls.listBillerAuthors)[0]!.what).toBe('GET /api/clinic/doctor/patient-roster/biller/authors')
    await isShown('Patient Roster of Dana Okafor')
    await until(() => expect(cardsOf(today)).toHaveLength(1))
    for (const name of [/^Add Patient/, /^Dictate/, /^Copy/])
      await expect.element(page.getByRole('button', { name })).not.toBeInTheDocument()
    await clickOn('More for Ada Byron')
    await expect.element(page.getByRole('menuitem', { name: 'Face Sheet' })).toBeVisible()
    await expect.element(page.getByRole('menuitem', { name: 'Delete' })).not.toBeInTheDocument()
    await userEvent.keyboard('{Escape}')
    await clickOn('Facilities')
    await until(() => expect(server.asked(facilityCalls.listUserFacilities)[0]!.search.get('userId')).toBe(user.id))
  })

  test('if the authors cannot be loaded, an error is shown instead of a roster [ROST-40]', async () => {
    server.answer(calls.listBillerAuthors, refused('no'))
    server.answer(calls.listAdminAuthors, refused('no'))
    const { render, host } = open(as('biller'))
    await expect.element(page.getByText('Something went wrong while fetching authors.')).toBeVisible()
    render(null)
    host.remove()
    open(as('clinicAdmin'))
    await expect.element(page.getByText('Something went wrong while fetching authors.')).toBeVisible()
  })
})

describe('a roster card', () => {
  test('starts a dictation for its patient with one click, with an id in the address that does not identify the patient', async () => {
    const entry = anEntry({ patientName: 'Ada Byron' })
    answerRoster([
      entry,
      anEntry({ day: yesterday, patientName: 'Old Visit' }),
      anEntry({ day: tomorrow, patientName: 'New Visit' }),
    ])
    open()
    await clickOn('Dictate for Ada Byron')
    await until(() =>
      expect(loads).toEqual([`${recorderUrl}/?encryptedKey=the-key&from=create#roster=${entry.patientRosterId}`]),
    )
    await expect.element(page.getByRole('button', { name: 'Dictate for Old Visit' })).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Dictate for New Visit' })).not.toBeInTheDocument()
  })

  test('shows where an existing note is, and links to it', async () => {
    answerRoster([anEntry({ patientName: 'Ada Byron', note: aNote })])
    open()
    const link = page.getByRole('link', { name: 'Review 1: open note 000077 of Ada Byron' })
    await expect.element(link).toBeVisible()
    expect(link.element().textContent).toBe('Review 1')
    expect(link.element().getAttribute('href')).toBe(
      `/dashboard/new-editor/${aNote.jobId}?jobStage=in-review&userRole=doctor`,
    )
    expect(textOf(today)).toContain('1 of 1 done')
    await expect.element(page.getByRole('button', { name: 'Dictate for Ada Byron' })).not.toBeInTheDocument()
  })
})

test('yesterday’s list can be copied if any of its patients is missing', async () => {
  answerRoster([anEntry({ day: yesterday }), anEntry({ patientName: 'Ada Byron' })])
  server.answer(calls.copyRoster, { message: '1 patient was added to the roster.' })
  open()
  await clickOn('Copy yesterday’s list')
  await until(() =>
    expect(server.asked(calls.copyRoster)).toMatchObject([{ body: { fromDay: yesterday, toDay: today } }]),
  )
  await expect.element(page.getByText('1 patient was added to the roster.')).toBeVisible()
})

test('a day is printed as a list with beds, birth dates and record numbers', async () => {
  let paper = ''
  vi.spyOn(window, 'print').mockImplementation(() => {
    paper = document.querySelector('.roster-sheet')!.textContent!
  })
  answerRoster([anEntry({ patientName: 'Ada Byron', bedId: '12-B', medicalRecordNumber: 'HS10099' })])
  open()
  await clickOn(/^Print Tuesday/)
  await until(() => expect(paper).toContain('Ada Byron'))
  for (const fact of ['My Patient Roster', 'Tuesday Nov 24, 2026', '12-B', 'May 9, 1967', 'HS10099', 'Harbor Main'])
    expect(paper).toContain(fact)
})

describe('by keyboard', () => {
  const at = () => (document.activeElement as HTMLElement).closest('[data-entry]')?.querySelector('strong')?.textContent
  const dayAt = () => (document.activeElement as HTMLElement).closest<HTMLElement>('[data-day]')?.dataset['day']

  test('the next patient without a note has the focus, arrows move between cards and days, Enter dictates', async () => {
    const [first, second] = [
      anEntry({ patientName: 'Done Already', note: aNote }),
      anEntry({ patientName: 'Next One' }),
    ]
    answerRoster([first, second, anEntry({ day: tomorrow, patientName: 'Of Tomorrow' })])
    open()
    await until(() => expect(at()).toBe('Next One'))
    await userEvent.keyboard('{ArrowUp}')
    expect(at()).toBe('Done Already')
    await userEvent.keyboard('{ArrowRight}')
    expect(at()).toBe('Of Tomorrow')
    await userEvent.keyboard('{ArrowRight}')
    expect(dayAt()).toBe(addDays(today, 2))
    await userEvent.keyboard('t{ArrowDown}{Enter}')
    await until(() => expect(loads).toEqual([expect.stringContaining(`#roster=${second.patientRosterId}`)]))
  })

  test('n adds, Delete deletes, Page Down shows the next week, ? shows all keys', async () => {
    answerRoster([anEntry({ patientName: 'Ada Byron' })])
    open()
    await until(() => expect(at()).toBe('Ada Byron'))
    await userEvent.keyboard('{Delete}')
    await expect.element(page.getByText('Are you sure you want to delete?').last()).toBeVisible()
    await clickOn('Cancel')
    await until(() => expect(at()).toBe('Ada Byron'))
    await userEvent.keyboard('n')
    await until(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Search patients'))
    await expect.element(page.getByRole('dialog', { name: /^Add Patient · Tuesday/ })).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await until(() => expect(at()).toBe('Ada Byron'))
    await userEvent.keyboard('?')
    await expect.element(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await until(() => expect(at()).toBe('Ada Byron'))
    await userEvent.keyboard('{PageDown}')
    await until(() => expect(dayAt()).toBe(addDays(today, 7)))
    await userEvent.keyboard('{ArrowLeft}')
    await until(() => expect(dayAt()).toBe(addDays(today, 6)))
  })
})

test('a phone shows one day at a time, with the days above it', async () => {
  await page.viewport(360, 740)
  answerRoster([anEntry({ patientName: 'Ada Byron' }), anEntry({ day: tomorrow, patientName: 'Max Frisch' })])
  open()
  await until(() => expect(textOf(today)).toContain('Ada Byron'))
  expect(document.querySelectorAll('[data-day]')).toHaveLength(1)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360)
  await userEvent.click(page.getByRole('button', { name: /^Wednesday Nov 25, 2026, 1 patients/ }))
  await until(() => expect(textOf(tomorrow)).toContain('Max Frisch'))
})

test.each([
  ['light', 1280],
  ['dark', 360],
] as const)('page, filter and dialog pass axe in %s and fit %i pixels', async (look, width) => {
  await page.viewport(width, 800)
  const facility = { ...main, facilityName: 'Harbor'.repeat(17) }
  answerRoster([anEntry({ patientName: 'Featherstonehaugh-'.repeat(5), facility }), anEntry({ note: aNote })])
  const { host } = open(as('doctor'), '/dashboard/roster', look)
  await until(() => expect(cardsOf(today)).toHaveLength(2))
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  await expectNoViolations(host)
  await clickOn('Facilities')
  await expect.element(page.getByRole('checkbox', { name: 'Harbor East' })).toBeVisible()
  await expectNoViolations(host)
  await clickOn('Cancel')
  await userEvent.click(page.getByRole('button', { name: /^Add Patient on Tuesday/ }))
  await expect.element(page.getByRole('checkbox', { name: /Byron1/ })).toBeVisible()
  await expectNoViolations(document.querySelector('.ant-modal')!)
  delete document.documentElement.dataset['theme']
})

describe('the home of a doctor', () => {
  const home = (userType: 'doctor') => {
    server.answer(patientCalls.checkRosterAccess, {})
    return open(as(userType), '/dashboard')
  }
  test('focuses the next patient of the roster, and Enter opens the recorder for them', async () => {
    const entry = anEntry({ patientName: 'Ada Byron' })
    server.answer(calls.nextVisit, { result: [entry], seen: 2, total: 5 })
    home('doctor')
    const button = page.getByRole('button', { name: 'Dictate for Ada Byron' })
    await until(() => expect(document.activeElement).toBe(button.element()))
    await expect.element(page.getByRole('link', { name: 'Roster: 2 of 5 dictated' })).toBeVisible()
    await userEvent.keyboard('{Enter}')
    await until(() => expect(loads).toEqual([expect.stringContaining(`#roster=${entry.patientRosterId}`)]))
  })
  test('reports when all of today’s patients are dictated, and shows nothing without a roster', async () => {
    server.answer(calls.nextVisit, { result: [], seen: 5, total: 5 })
    const { render, host } = home('doctor')
    await expect.element(page.getByText('All 5 of today’s roster are dictated.')).toBeVisible()
    render(null)
    host.remove()
    server.answer(calls.nextVisit, { result: [], seen: 0, total: 0 })
    home('doctor')
    await expect.element(page.getByRole('region', { name: 'Needs you' })).toBeVisible()
    await expect.element(page.getByText('Next on your roster')).not.toBeInTheDocument()
  })
})

test('the date follows the clock of the facilities, not of this computer', () => {
  expect(dayIn(noonIn(today, zone) * 1000, zone)).toBe(today)
})
