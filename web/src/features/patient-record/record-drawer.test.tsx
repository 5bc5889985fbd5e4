import { patientCalls } from '@dictara/contract/patients'
import { patientRecordCalls as calls } from '@dictara/contract/patient-record'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { until } from '../../editor/testing/mount.tsx'
import { expectNoViolations, expectNoViolationsInBothLooks } from '../../testing/accessible.ts'
import { aPatient } from '../../testing/patient.fixtures.ts'
import { as, openPage } from '../../testing/open-page.tsx'
import { type Calls, openCalls, refused } from '../../testing/wire.ts'
import { answerRecord, longDiagnosis, theDetails } from './record.fixtures.ts'

let server: Calls
beforeEach(async () => {
  await page.viewport(1280, 800)
  server = openCalls()
  const { patientId: id, facility } = theDetails
  server.answer(patientCalls.listPatients, [aPatient({ id, facility, bedId: '12-A' })])
  answerRecord(server)
})
afterEach(() => vi.restoreAllMocks())

const drawer = page.getByRole('dialog')
const button = (name: string) => page.getByRole('button', { name })
const tab = (name: string) => drawer.getByRole('tab', { name })
const cells = (name: string) =>
  until(() => {
    const rows = [...document.querySelectorAll(`[role=dialog] table[aria-label="${name}"] tbody tr`)]
    expect(rows.length).toBeGreaterThan(0)
    return rows
  })
const rowsOf = async (name: string) => {
  await cells(name)
  return [...document.querySelectorAll<HTMLElement>(`[role=dialog] table[aria-label="${name}"] tbody tr`)].map((row) =>
    [...row.children].map((cell) => cell.textContent),
  )
}
const headsOf = (name: string) =>
  [...document.querySelectorAll(`[role=dialog] table[aria-label="${name}"] th`)].map((head) => head.textContent)

async function openRecord(name: 'Patient Details' | 'Face Sheet', look: 'light' | 'dark' = 'light') {
  const opened = openPage('/dashboard/patients', as('doctor'), look)
  await userEvent.click(button(`${name} of Greta Dubois`))
  await expect.element(drawer).toBeVisible()
  return opened
}

test('Patient Details shows the next appointments in the facility’s time zone', async () => {
  const appointment = { endsAt: null, type: null, reason: null, providerNpi: null, location: null, providerName: null }
  server.answer(calls.listAppointments, [
    {
      ...appointment,
      startsAt: '2026-12-01T15:30:00.000Z',
      status: 'BOOKED',
      reason: 'Check-up',
      providerName: 'T. Novak',
    },
    {
      ...appointment,
      startsAt: '2026-12-08T15:30:00.000Z',
      status: 'CANCELLED',
      type: 'Follow-up',
      location: 'Room 2',
    },
  ])
  await openRecord('Patient Details')
  expect(await rowsOf('Next appointments')).toEqual([
    ['Dec 1, 2026, 10:30 AM', 'Check-up', 'T. Novak', '–', '–'],
    ['Dec 8, 2026, 10:30 AM', 'Follow-up', '–', 'Room 2', 'Cancelled'],
  ])
  await expectNoViolations()
})

test('whose date of birth is not known, says so above every tab', async () => {
  server.answer(calls.getPatientDetails, [{ ...theDetails, birthDate: null }])
  await openRecord('Patient Details')
  await expect.element(drawer.getByText(/Dubois · date of birth not known · MRN/)).toBeVisible()
})

test('without future appointments Patient Details does not mention any', async () => {
  await openRecord('Patient Details')
  await cells('Patient Details')
  await until(() => expect(server.asked(calls.listAppointments)).toHaveLength(1))
  await expect.element(drawer.getByText('Next appointments')).not.toBeInTheDocument()
})

test('Patient Details has eight tabs in a drawer of 60 % [PAT-01, PAT-10]', async () => {
  await openRecord('Patient Details')
  await expect.element(tab('Patient Details')).toBeVisible()
  expect([...document.querySelectorAll('[role=tab]')].map((one) => one.textContent)).toEqual([
    'Patient Details',
    'Coverages',
    'Diagnosis Info',
    'Contacts',
    'Allergy',
    'Practioners',
    'Consents',
    'ADT Records',
  ])
  const { left, width } = drawer.element().getBoundingClientRect()
  expect([left, width]).toEqual([512, 768])
  await expectNoViolations(drawer.element())
})

test.each([
  ['Coverages', 'PAT-02', calls.listCoverages],
  ['Diagnosis Info', 'PAT-03', calls.listDiagnoses],
  ['Contacts', 'PAT-04', calls.listContacts],
  ['Allergy', 'PAT-05', calls.listAllergies],
  ['Practioners', 'PAT-06', calls.listPractitioners],
  ['Consents', 'PAT-07', calls.listConsents],
  ['ADT Records', 'PAT-08', calls.listAdtRecords],
] as const)('the tab %s is loaded when it is opened [%s, PAT-09]', async (name, _row, call) => {
  await openRecord('Patient Details')
  await expect.element(tab(name)).toBeVisible()
  expect(server.asked(call)).toEqual([])
  await userEvent.click(tab(name))
  await cells(name)
  expect(server.asked(call).map(({ search }) => String(search))).toEqual([
    `facilityId=${theDetails.facility.facilityId}&patientId=${theDetails.patientId}`,
  ])
  expect(document.querySelectorAll('[role=dialog] table')).toHaveLength(1)
})

test('the first tab shows every detail of the patient [PAT-12]', async () => {
  await openRecord('Patient Details')
  expect(await rowsOf('Patient Details')).toEqual([
    ['Prefix', 'Mrs.'],
    ['Last Name', 'Dubois'],
    ['First Name', 'Greta'],
    ['Middle Name', 'May'],
    ['Preferred Name', 'Gigi'],
    ['MRN', 'D000001'],
    ['Date of Birth', 'Mar 5, 1971'],
    ['Gender', 'Female'],
    ['Religion', 'Lutheran'],
    ['Facility', 'Main'],
    ['Unit', 'North Unit'],
    ['Bed', '12-A'],
    ['Bed Description', 'Window bed'],
    ['Admission Date', 'Nov 2, 2026'],
  ])
})

const issuer = ['Harbor Mutual', 'Harbor Issuing', 'Group 7', 'P40001']
test.each<[name: string, row: string, heads: string[], rows: string[][]]>([
  [
    'Coverages',
    'PAT-14',
    ['Rank', 'Payer', 'Payer Code', 'Company', 'Issuer', 'Group', 'Plan Number'],
    [
      ['Primary', 'Medicare Part A', 'MCA', ...issuer],
      ['Secondary', 'State Medicaid', 'MCD', ...issuer],
    ],
  ],
  [
    'Diagnosis Info',
    'PAT-22',
    ['Onset Date', 'ICD-10', 'Description'],
    [
      ['Jan 9, 2024', 'E11.9', 'Type 2 diabetes mellitus witho…'],
      ['2019-04', 'I10', 'Essential (primary) hypertensi…'],
      ['–', 'Z91.19', '<script>alert(1)</script>'],
    ],
  ],
  [
    'Contacts',
    'PAT-17',
    ['Name', 'Relationship', 'Type', 'Phone', 'Email', 'Address'],
    [
      [
        'Alma Dubois',
        'Daughter',
        'Emergency Contact, Next of Kin',
        'Cell +1 202-555-0111Home +1 202-555-0112Office +1 202-555-0113',
        'alma@example.org',
        '12 Mill Lane, Apartment 3, Harborton',
      ],
    ],
  ],
  [
    'Allergy',
    'PAT-16',
    ['Allergen', 'Category', 'Severity', 'Type', 'ID'],
    [['Latex', 'Environment', 'Severe', 'Allergy', '7101']],
  ],
  [
    'Practioners',
    'PAT-18',
    ['Name', 'Relation', 'Provider Type', 'Address', 'City', 'Country'],
    [['Marta Lindqvist', 'Attending', 'Physician', '200 Harbor Street, Suite 4', 'Harborton', 'USA']],
  ],
  [
    'Consents',
    'PAT-20',
    ['Kind', 'Description', 'Status', 'Ordered By'],
    [
      ['Advance directive', 'Full resuscitation', 'Active', 'Tunde Oyelaran'],
      ['Consent', 'Influenza vaccination', 'Confirmed', 'Marta Lindqvist'],
    ],
  ],
  [
    'ADT Records',
    'PAT-21',
    ['Action', 'Effective', 'Bed', 'Payer', 'Payer Code'],
    [['Admission', 'Nov 2, 2026, 9:30 AM', '12-A', 'Medicare Part A', 'MCA']],
  ],
])('the tab %s shows the EHR’s data, with times in the facility’s time zone [%s]', async (name, _row, heads, rows) => {
  await openRecord('Patient Details')
  await userEvent.click(tab(name))
  expect(await rowsOf(name)).toEqual(rows)
  expect(headsOf(name)).toEqual(heads)
})

test('a diagnosis is cut at 30 characters in the tab and at 40 on the face sheet [PAT-24]', async () => {
  await openRecord('Patient Details')
  await userEvent.click(tab('Diagnosis Info'))
  const short = drawer.getByText('Type 2 diabetes mellitus witho…')
  await userEvent.hover(short)
  await expect.element(page.getByRole('tooltip').getByText(longDiagnosis)).toBeVisible()
  await userEvent.click(drawer.getByRole('button', { name: 'Close' }))
  await userEvent.click(button('Face Sheet of Greta Dubois'))
  await expect.element(drawer.getByText('Type 2 diabetes mellitus without complic…')).toBeVisible()
})

test('a part that cannot be loaded shows an error in its place with Retry, and an empty one says that it is empty [PAT-30]', async () => {
  server.answer(calls.listCoverages, refused('Not now.'))
  server.answer(calls.listAllergies, [])
  await openRecord('Patient Details')
  await userEvent.click(tab('Coverages'))
  await expect.element(drawer.getByText('API Error', { exact: true })).toBeVisible()
  await expect.element(drawer.getByText('Something went wrong while fetching data.', { exact: true })).toBeVisible()
  server.answer(calls.listCoverages, [])
  await userEvent.click(drawer.getByRole('button', { name: 'Retry' }))
  await expect.element(drawer.getByText('No coverages.')).toBeVisible()
  await userEvent.click(tab('Allergy'))
  await expect.element(drawer.getByText(/^No allergies recorded\./)).toBeVisible()
})

test('a hundred diagnoses are drawn at first, and more on demand', async () => {
  const one = { onsetDate: null, icd10: 'I10', icd10Description: 'Hypertension' }
  server.answer(
    calls.listDiagnoses,
    Array.from({ length: 1_520 }, () => one),
  )
  await openRecord('Patient Details')
  await userEvent.click(tab('Diagnosis Info'))
  expect(await rowsOf('Diagnosis Info')).toHaveLength(100)
  await userEvent.click(drawer.getByRole('button', { name: 'Show 400 more of 1,420' }))
  await expect.element(drawer.getByRole('button', { name: 'Show 400 more of 1,020' })).toBeVisible()
  expect(await rowsOf('Diagnosis Info')).toHaveLength(500)
})

test('the Face Sheet shows the admission record in light and dark [PAT-11, PAT-13]', async () => {
  await openRecord('Face Sheet')
  const sheet = drawer.getByRole('article', { name: 'Face Sheet' })
  await expect.element(sheet.getByRole('heading', { name: 'Mrs. Greta May Dubois' })).toBeVisible()
  const facts = () =>
    Object.fromEntries(
      [...document.querySelectorAll('.face-sheet-facts div')].map((fact) => [
        fact.querySelector('dt')!.textContent,
        fact.querySelector('dd')!.textContent.replace(/ (Show|Hide)$/, ''),
      ]),
    )
  expect(facts()).toEqual({
    MRN: 'D000001',
    'Admission Date': 'Nov 2, 2026',
    Unit: 'North Unit',
    Bed: '12-A, Window bed',
    'Preferred Name': 'Gigi',
    'Date of Birth': 'Mar 5, 1971',
    Gender: 'Female',
    Religion: 'Lutheran',
    'Marital Status': 'Married',
    Race: 'White',
    Occupation: 'Baker',
    'Primary Language': 'English',
    'Social Security': '•••-••-3456',
    Medicaid: '••••••1000',
    'Medicare Beneficiary ID': '••••-•••-MK73',
    'Previous Address': '3 Quay Road',
    'Previous Phone': '+1 202-555-0114',
    'Legal Mailing Address': '4 Quay Road',
  })
  await expectNoViolationsInBothLooks(drawer.element())
})

test('the Face Sheet shows practitioners with their numbers, and diagnoses in two columns [PAT-19, PAT-25]', async () => {
  await openRecord('Face Sheet')
  expect((await rowsOf('Practitioners'))[0]!.slice(2)).toEqual(['+1 202-555-0180', 'A12345', '1000000004'])
  const [first, , third] = [...document.querySelectorAll('.face-sheet-diagnoses li')].map((one) =>
    one.getBoundingClientRect(),
  )
  expect(third!.left).toBeGreaterThan(first!.right - 1)
})

test('the face sheet opens and closes by keyboard, and the focus returns to its button', async () => {
  openPage('/dashboard/patients', as('doctor'))
  for (const name of ['Patient Details', 'Face Sheet']) {
    const opener = button(`${name} of Greta Dubois`)
    await expect.element(opener).toBeVisible()
    ;(opener.element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(drawer.getByText('North Unit')).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(drawer).not.toBeInTheDocument()
    await expect.element(opener).toHaveFocus()
  }
})

test('an identifier is masked, shown in full on request, and can be hidden again [Q133]', async () => {
  await openRecord('Face Sheet')
  await userEvent.click(drawer.getByRole('button', { name: 'Show Social Security' }))
  await expect.element(drawer.getByText('900-12-3456')).toBeVisible()
  expect(server.asked(calls.getIdentifier).map(({ search }) => search.get('key'))).toEqual(['socialSecurity'])
  await userEvent.click(drawer.getByRole('button', { name: 'Hide Social Security' }))
  await expect.element(drawer.getByText('•••-••-3456')).toBeVisible()
  await expect.element(drawer.getByText('900-12-3456')).not.toBeInTheDocument()
})

test('Print prints the whole face sheet with masked identifiers, and the audit records it [PAT-11]', async () => {
  let paper = ''
  vi.spyOn(window, 'print').mockImplementation(() => {
    paper = document.querySelector('.on-paper')!.textContent
  })
  const contact = { lastName: 'Dubois', type: [], cellPhone: null, homePhone: null, officePhone: null, email: null }
  const nowhere = { addressLine1: null, addressLine2: null, city: null, relationship: null }
  server.answer(
    calls.listContacts,
    Array.from({ length: 101 }, (_, at) => ({ ...contact, ...nowhere, firstName: `Alma-${at}` })),
  )
  await openRecord('Face Sheet')
  await userEvent.click(drawer.getByRole('button', { name: 'Show Social Security' }))
  await expect.element(drawer.getByText('900-12-3456')).toBeVisible()
  await expect.element(drawer.getByRole('button', { name: 'Print' })).toBeEnabled()
  await userEvent.click(drawer.getByRole('button', { name: 'Print' }))
  await until(() => expect(server.asked(calls.tellPrinted)).toHaveLength(1))
  for (const words of ['Greta', 'Medicare Part A', 'Latex', 'Alma-100 Dubois', 'Marta Lindqvist', 'Full resuscitation'])
    expect(paper).toContain(words)
  expect(paper).not.toContain('900-12-3456')
  window.dispatchEvent(new Event('afterprint'))
  await until(() => expect(document.querySelector('.on-paper')).toBe(null))
})

test('on a phone each entry is a block of names and values, and nothing is wider than the screen', async () => {
  await page.viewport(360, 740)
  await openRecord('Patient Details')
  await cells('Patient Details')
  await userEvent.click(tab('Coverages'))
  await cells('Coverages')
  const body = document.querySelector('.ant-drawer-body')!
  expect(body.scrollWidth).toBeLessThanOrEqual(body.clientWidth)
  const [rank, payer] = [...document.querySelectorAll('[role=dialog] tbody td')].map((one) =>
    one.getBoundingClientRect(),
  )
  expect(payer!.top).toBeGreaterThanOrEqual(rank!.bottom - 1)
  await expectNoViolations(drawer.element())
})
