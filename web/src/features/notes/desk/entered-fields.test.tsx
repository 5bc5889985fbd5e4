import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { until } from '../../../editor/testing/mount.tsx'
import {
  aReviewedJob,
  asked,
  askedOf,
  button,
  dialogButton,
  openNewer,
  sectionId,
  useEditorWire,
  wire,
  words,
} from '../testing/editor-wire.tsx'

useEditorWire()

const doctor = { userType: 'doctor', crossAuthenticated: false } as const
const field = page.getByRole('textbox', { name: 'Complaint' })
const panel = button('Inference Engine')
const entered = () => askedOf('PUT', `/inference/${sectionId}`).map(({ body }) => body)
const cough = [{ key: 'Complaint', value: ['Cough'] }]

beforeEach(async () => {
  await page.viewport(1400, 900)
  const complaint = {
    key: 'Complaint',
    value: ['Rest'],
    type: 'Text Box' as const,
    mandatory: true,
    edited: false,
    possibleValues: [],
    annotations: [null],
    columns: [],
  }
  wire.inference = { ...wire.inference, sections: [{ sectionId, heading: 'PLAN', items: [complaint] }] }
})

async function enter(text: string, person: Parameters<typeof openNewer>[0] = doctor) {
  const opened = openNewer(person)
  await panel.click()
  await button('Edit Complaint').click()
  await userEvent.fill(field, text)
  return opened
}
async function complete() {
  await button('Complete').click()
  await dialogButton('Complete').click()
}

test('an unsaved entry in the panel is saved when the panel is folded', async () => {
  await enter('Cough')
  await panel.click()
  await until(() => expect(entered()).toEqual([cough]))
})

test('an entry that is unchanged, cancelled, or empty though mandatory is not saved when the panel is folded', async () => {
  await enter('Cough')
  await button('Cancel').click()
  await panel.click()
  for (const text of ['Rest', '']) {
    await panel.click()
    await button('Edit Complaint').click()
    await userEvent.fill(field, 'Cough')
    await userEvent.fill(field, text)
    await panel.click()
  }
  await complete()
  await until(() => expect(askedOf('POST', '/doctor/complete-job')).toHaveLength(1))
  expect(entered()).toEqual([])
})

test('an entry in the panel is saved before the note is completed, without another click', async () => {
  const { address } = await enter('Cough')
  await complete()
  await until(() => expect(address()).toBe('/dashboard/jobs-list/my-jobs/in-progress'))
  const changes = asked().filter(({ call }) => !call.startsWith('GET'))
  expect(entered()).toEqual([cough])
  expect(changes.findIndex(({ call }) => call.endsWith(`/inference/${sectionId}`))).toBeLessThan(
    changes.findIndex(({ call }) => call.endsWith('/complete-job')),
  )
})

test('an entry in the panel is saved when the person leaves the job', async () => {
  const { close } = await enter('Cough')
  close()
  await until(() => expect(entered()).toEqual([cough]))
})

test('if an entry is refused the note is not completed, and the entry is shown for correction', async () => {
  wire.refusals[`/inference/${sectionId}`] = [422, '“Cough” isn’t one of the values.', 'value-not-possible']
  await enter('Cough')
  await panel.click()
  await expect.element(words('“Cough” isn’t one of the values.').first()).toBeVisible()
  await expect.element(field).not.toBeInTheDocument()
  await complete()
  await expect.element(field).toHaveValue('Cough')
  expect(askedOf('POST', '/doctor/complete-job')).toEqual([])
  await button('Cancel').click()
  await complete()
  await until(() => expect(askedOf('POST', '/doctor/complete-job')).toHaveLength(1))
})

test('closing the browser asks for confirmation while an entry in the panel is unsaved', async () => {
  await enter('Cough')
  const leaving = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  expect(leaving()).toBe(true)
  await page.getByRole('tabpanel').getByRole('button', { name: 'Save' }).click()
  await until(() => expect(leaving()).toBe(false))
})

test('Release discards an unsaved entry in the panel', async () => {
  wire.job = aReviewedJob
  const { address } = await enter('Cough', { userType: 'reviewer' })
  await button('Release').click()
  await dialogButton('Release').click()
  await until(() => expect(address()).toBe('/dashboard/jobs-list/available'))
  expect(entered()).toEqual([])
})
