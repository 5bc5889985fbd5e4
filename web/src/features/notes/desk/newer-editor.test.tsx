import { onFailure } from '@dictara/browser/call'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { until } from '../../../editor/testing/mount.tsx'
import {
  aReviewedJob,
  askedOf,
  button,
  dialogButton,
  expectNoViolations,
  expectNoViolationsInBothLooks,
  note,
  openNewer,
  openOlder,
  sectionId,
  wire,
  words,
  useEditorWire,
} from '../testing/editor-wire.tsx'

useEditorWire()

const doctor = { userType: 'doctor' } as const
const reviewer = { userType: 'reviewer' } as const

async function complete() {
  await button('Complete').click()
  await dialogButton('Complete').click()
}
/** Cancels every navigation that does not go through the router. Returns the list of their addresses. */
function watchDepartures(): string[] {
  const targets: string[] = []
  const depart = (event: NavigateEvent) => {
    targets.push(event.destination.url)
    event.preventDefault()
  }
  navigation.addEventListener('navigate', depart)
  onTestFinished(() => navigation.removeEventListener('navigate', depart))
  return targets
}

test('a doctor who signed in here returns to the jobs list after Complete [EDIT-47]', async () => {
  const departures = watchDepartures()
  const { address } = openNewer({ ...doctor, crossAuthenticated: false })
  await complete()
  await until(() => expect(address()).toBe('/dashboard/jobs-list/my-jobs/in-progress'))
  expect(askedOf('POST', '/doctor/complete-job')).toMatchObject([{ search: { jobId: wire.job.jobId } }])
  expect(departures).toEqual([])
})

test('a doctor who came from the dictation app goes back there with an encrypted key [EDIT-48]', async () => {
  const departures = watchDepartures()
  const { address } = openNewer({ ...doctor, crossAuthenticated: true })
  const before = address()
  await complete()
  await until(() =>
    expect(departures).toEqual(['http://recorder.localhost:4001/?encryptedKey=one%20time%2Fkey&from=create']),
  )
  expect(address()).toBe(before)
})

test('after a refused Complete the page stays', async () => {
  const departures = watchDepartures()
  wire.refusals['/doctor/complete-job'] = [422, 'This facility is disabled.']
  const { address } = openNewer({ ...doctor, crossAuthenticated: true })
  const before = address()
  await complete()
  await expect.element(words('This facility is disabled.')).toBeVisible()
  expect([address(), departures]).toEqual([before, []])
})

test('Release returns the job to the pool and opens the available jobs [EDIT-51]', async () => {
  wire.job = aReviewedJob
  const { address } = openNewer(reviewer)
  await button('Release').click()
  await dialogButton('Release').click()
  await until(() => expect(address()).toBe('/dashboard/jobs-list/available'))
  expect(askedOf('PUT', '/release')).toHaveLength(1)
})

test('work type and date of encounter are saved when chosen, and a future date is never saved [EDIT-41, EDIT-55, EDIT-58]', async () => {
  await page.viewport(1280, 800)
  openNewer(doctor)
  await page.getByRole('combobox', { name: 'Work Type' }).click()
  await page.getByTitle('Consultation').click()
  await until(() => expect(askedOf('PUT', '/work-types')).toMatchObject([{ search: { workType: 'Consultation' } }]))

  await page.getByRole('textbox', { name: 'Date of Encounter' }).click()
  // Today is the 20th at the facility of the job.
  for (const [day, isToCome] of [
    ['2026-11-20', false],
    ['2026-11-21', true],
  ] as const)
    await until(() =>
      expect(document.querySelector(`td[title="${day}"]`)?.matches('.ant-picker-cell-disabled')).toBe(isToCome),
    )
  await userEvent.keyboard('11/18/2026{Enter}')
  await expect.element(words('Date of encounter updated')).toBeVisible()
  expect(askedOf('PUT', '/appointment-date')).toMatchObject([{ search: { encounterDate: '2026-11-18' } }])
  await expect.element(page.getByRole('textbox', { name: 'Date of Encounter' })).toHaveValue('11/18/2026')
})

test('if the work types cannot be loaded, a message is shown, and opening the choice loads them again', async () => {
  await page.viewport(1280, 800)
  wire.refusals['/work-types'] = [422, 'Not now.']
  openNewer(doctor)
  const choice = page.getByRole('combobox', { name: 'Work Type' })
  await choice.click()
  await expect.element(words('Couldn’t load the work types.')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  delete wire.refusals['/work-types']
  await choice.click()
  await expect.element(page.getByTitle('Consultation')).toBeVisible()
})

test('a long facility name is cut at 20 characters with an ellipsis [EDIT-26]', async () => {
  await page.viewport(1280, 800)
  wire.job = { ...wire.job, facility: { ...wire.job.facility, facilityName: 'Harbor Street Surgery Annex' } }
  const { close } = openNewer(doctor)
  await expect.element(words('Harbor Street Surger…')).toBeVisible()
  close()
  wire.job = { ...wire.job, facility: { ...wire.job.facility, facilityName: 'Harbor Street Surger' } }
  openNewer(doctor)
  await expect.element(words('Harbor Street Surger')).toBeVisible()
})

test('Patient Info opens details and face sheet, each in a drawer on the right of 60 % [EDIT-20]', async () => {
  await page.viewport(1400, 900)
  openNewer(doctor)
  for (const [name, content] of [
    ['Patient Details', 'Window bed'],
    ['Face Sheet', 'Legal Mailing Address'],
  ] as const) {
    await button('Patient Info').click()
    await page.getByRole('menuitem', { name, exact: true }).click()
    const drawer = page.getByRole('dialog')
    await expect.element(drawer.getByText(name, { exact: true }).first()).toBeVisible()
    await expect.element(drawer.getByText(content)).toBeVisible()
    const { left, right, width } = drawer.element().getBoundingClientRect()
    expect([left, right, width]).toEqual([560, 1400, 840])
    await expectNoViolationsInBothLooks(drawer.element())
    await drawer.getByRole('button', { name: 'Close' }).click()
    await expect.element(drawer).not.toBeInTheDocument()
    await expect.element(button('Patient Info')).toHaveFocus()
  }
})

test('the editor takes 18 of 24 columns beside an inference panel of 6 [EDIT-24]', async () => {
  await page.viewport(1400, 900)
  openNewer(doctor)
  await expect.element(note()).toBeVisible()
  await button('Inference Engine').click()
  await expect.element(page.getByRole('tab', { name: 'Inference', selected: true })).toBeVisible()
  const editor = document.querySelector('.note-column')!.getBoundingClientRect()
  const panel = page.getByRole('complementary', { name: 'About this job' }).element().getBoundingClientRect()
  expect(editor.width / panel.width).toBeCloseTo(18 / 6, 2)
  expect(panel.top).toBe(editor.top)
  expect(panel.left).toBeGreaterThanOrEqual(editor.right)
})

test('if the note cannot be loaded, the server’s reason is shown [EDIT-59]', async () => {
  wire.refusals['/sections'] = [422, 'The note is being moved.']
  openNewer(doctor)
  await expect.element(words('Section Fetch Failed')).toBeVisible()
  await expect.element(words('The note is being moved.')).toBeVisible()
  delete wire.refusals['/sections']
  await button('Retry').click()
  await expect.element(note().getByText('Rest and water.')).toBeVisible()
})

for (const [name, open] of [
  ['newer', openNewer],
  ['older', openOlder],
] as const)
  test(`if the demographics cannot be loaded, the reason is shown in the ${name} editor [EDIT-60]`, async () => {
    await page.viewport(1400, 900)
    wire.refusals['/demographics'] = [422, 'The patient is being merged.']
    open(doctor)
    await expect.element(words('Demographics Fetch Failed')).toBeVisible()
    await expect.element(words('The patient is being merged.')).toBeVisible()
    await expectNoViolationsInBothLooks()
    delete wire.refusals['/demographics']
    // Press it by key: the mouse pointer may still rest on a button whose tooltip covers this one.
    button('Retry').first().element().focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(words('Demographics Fetch Failed')).not.toBeInTheDocument()
    await expect.element(page.getByText(/02\/03\/1961/).last()).toBeVisible()
  })

test('a section is deleted after a confirmation that names its heading, and then reported [EDIT-43]', async () => {
  wire.added = [
    {
      id: '019a0000-0000-7000-8000-000000000042',
      version: 1,
      heading: { customUIHeading: 'MORE', systemHeading: 'NONE' },
      content: [{ value: 'Of it.', type: 'Text', newParagraph: false, count: 0 }],
      lastUpdatedTime: '2026-11-20T08:00:00.000Z',
    },
  ]
  openNewer(doctor)
  await note().getByText('Of it.').click()
  const remove = async (answer: string) => {
    await userEvent.click(button('More for section MORE'))
    await userEvent.click(button('Delete section MORE'))
    await expect.element(words('Delete the section “MORE”?')).toBeVisible()
    await dialogButton(answer).click()
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  }
  await remove('Cancel')
  await expect.element(note().getByText('Of it.')).toBeVisible()
  await expect.element(words('Section removed!')).not.toBeInTheDocument()
  await remove('Delete')
  await expect.element(words('Section removed!')).toBeVisible()
  await expect.element(note().getByText('Of it.')).not.toBeInTheDocument()
})

test.each([
  ['doctor', 'My jobs', 'Job Editor', 'my-jobs', false],
  ['reviewer', 'Jobs to review', 'Job Review', 'jobs-to-review', true],
] as const)(
  'the breadcrumb of a %s has the link %s before “%s” [EDIT-19]',
  async (userType, name, words, group, isReviewed) => {
    await page.viewport(1280, 800)
    if (isReviewed) wire.job = aReviewedJob
    openNewer({ userType }, 'in-progress')
    const way = page.getByRole('navigation', { name: 'Breadcrumb' })
    await expect.element(way.getByText(words)).toBeVisible()
    const steps = [...way.element().querySelectorAll('li:not([aria-hidden])')].map(({ textContent }) => textContent)
    expect(steps).toEqual(['Dashboard', 'Jobs list', name, words, '000042'])
    for (const [step, path] of [
      ['Dashboard', ''],
      ['Jobs list', '/jobs-list/in-progress'],
      [name, `/jobs-list/${group}/in-progress?fromEditor=true`],
    ] as const)
      await expect.element(way.getByRole('link', { name: step })).toHaveAttribute('href', `/dashboard${path}`)
  },
)

test.each([
  ['in-progress', true, true],
  ['in-review', false, false],
  ['incomplete', false, true],
  ['completed', false, false],
])(
  'in the list %s the same job can be edited: %s, and completed: %s [EDIT-22, EDIT-36]',
  async (stage, isEdited, isCompleted) => {
    openNewer(doctor, stage)
    await expect.element(note()).toHaveAttribute('aria-readonly', String(!isEdited))
    if (isCompleted) await expect.element(button('Complete')).toBeVisible()
    else await expect.element(button('Complete')).not.toBeInTheDocument()
  },
)

test('a job whose conversion failed shows the reason on its own page, with Resubmit and without Complete [Q115]', async () => {
  const reasonForFailing = 'No sound was found.'
  wire.job = {
    ...wire.job,
    status: 'INCOMPLETE',
    failStage: 'CONVERSION',
    reasonForFailing,
    allowedActions: ['view', 'resubmit'],
    editable: false,
  }
  openNewer({ userType: 'doctor' })
  await expect.element(page.getByText(reasonForFailing)).toBeVisible()
  await expect.element(button('Complete')).not.toBeInTheDocument()
  await userEvent.click(button('Resubmit'))
  await userEvent.click(dialogButton('Resubmit'))
  await until(() => expect(askedOf('POST', '/job/retry')).toHaveLength(1))
})

test('if the patients cannot be loaded, the only message is in the dialog', async () => {
  const shared = vi.fn()
  onFailure(shared)
  onTestFinished(() => onFailure(() => {}))
  await page.viewport(1280, 800)
  wire.refusals['/patient-roster/patients'] = [500, '', '']
  wire.job = { ...wire.job, allowedActions: [...wire.job.allowedActions, 'change-patient'] }
  openNewer(doctor)
  await button('Correct patient').click()
  await expect.element(words('Couldn’t load the patients.')).toBeVisible()
  expect(shared).not.toHaveBeenCalled()
  delete wire.refusals['/patient-roster/patients']
  await dialogButton('Retry').click()
  await expect.element(words('No patient matches.')).toBeVisible()
})

test('the tools of the newer editor have tooltips: Inference Engine, Save, Heading Tool, Undo, Redo, Reconvert [EDIT-27]', async () => {
  await page.viewport(1400, 900)
  openNewer(doctor)
  const tools = page.getByRole('toolbar', { name: 'Note tools' })
  for (const name of ['Inference Engine', 'Save', 'Heading Tool', 'Undo', 'Redo', 'Reconvert']) {
    await userEvent.hover(tools.getByRole('button', { name, exact: true }))
    await expect.element(page.getByRole('tooltip', { name: new RegExp(`^${name}( \\(|$)`) })).toBeVisible()
    await userEvent.unhover(tools.getByRole('button', { name, exact: true }))
  }
})

test('Inference Engine shows and hides the inferred values, and a value selects its words in the note [INFR-22]', async () => {
  await page.viewport(1400, 900)
  wire.text = 'Rest and water. Take aspirin daily.'
  const field = {
    key: 'Medications',
    value: ['aspirin'],
    type: 'List' as const,
    mandatory: false,
    edited: false,
    possibleValues: [],
    annotations: [{ startIndex: 21, endIndex: 28 }],
    columns: [],
    annotation: ['aspirin'],
  }
  wire.inference = { ...wire.inference, sections: [{ sectionId, heading: 'PLAN', items: [field] }] }
  openNewer(doctor)
  const toggle = button('Inference Engine')
  await expect.element(toggle).toHaveAttribute('aria-pressed', 'false')
  await toggle.click()
  await expect.element(toggle).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('list', { name: 'Medications' }).getByRole('button', { name: 'aspirin' }).click()
  await until(() => expect(String(getSelection())).toBe('aspirin'))
  await toggle.click()
  await expect.element(page.getByRole('list', { name: 'Medications' })).not.toBeInTheDocument()
})

test('Inference Engine keeps the focus after a key press, and its tooltip closes when the pointer leaves', async () => {
  await page.viewport(1400, 900)
  openNewer(doctor)
  const toggle = button('Inference Engine')
  await userEvent.hover(toggle)
  await expect.element(page.getByRole('tooltip', { name: 'Inference Engine' })).toBeVisible()
  ;(toggle.element() as HTMLElement).focus()
  for (const pressed of ['true', 'false']) {
    await userEvent.keyboard('{Enter}')
    await expect.element(toggle).toHaveAttribute('aria-pressed', pressed)
    await expect.element(toggle).toHaveFocus()
  }
  await userEvent.unhover(toggle)
  await expect.element(page.getByRole('tooltip', { name: 'Inference Engine' })).not.toBeInTheDocument()
})

test('Escape in the panel closes it and returns the focus to the note', async () => {
  await page.viewport(1400, 900)
  openNewer(doctor)
  await button('Inference Engine').click()
  const tab = page.getByRole('tab', { name: 'Inference' })
  await expect.element(tab).toBeVisible()
  ;(tab.element() as HTMLElement).focus()
  await userEvent.keyboard('{Escape}')
  await expect.element(tab).not.toBeInTheDocument()
  await expect.element(note()).toHaveFocus()
})

test('on a phone the panel is a sheet that takes the focus, and its button closes it', async () => {
  await page.viewport(360, 800)
  openNewer(doctor)
  const toggle = button('Inference Engine')
  await expect.element(toggle).toBeVisible()
  ;(toggle.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  const close = button('Close the panel')
  await expect.element(close).toHaveFocus()
  await expectNoViolations()
  await close.click()
  await expect.element(close).not.toBeInTheDocument()
  await expect.element(toggle).toHaveFocus()
})
