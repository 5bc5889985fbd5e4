import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { until } from '../../../editor/testing/mount.tsx'
import {
  aReviewedJob,
  askedOf,
  button,
  dialogButton,
  forgetAsked,
  note,
  openOlder,
  wire,
  words,
  useEditorWire,
} from '../testing/editor-wire.tsx'
import { silence } from '../testing/silence.ts'

useEditorWire()

const typist = { userType: 'transcriptionist' } as const
const reviewer = { userType: 'reviewer' } as const
const reconvert = 'Are you sure you want to reconvert the dictation?'

test('the tools of the older editor show inference, save, make headings and reconvert [EDIT-03]', async () => {
  await page.viewport(1400, 900)
  openOlder(typist)
  const tool = (name: string) =>
    page.getByRole('toolbar', { name: 'Note tools' }).getByRole('button', { name, exact: true })
  await note().click()
  await userEvent.keyboard('{Control>}{End}{/Control}Walk daily.')
  expect(askedOf('PUT', '/sections')).toEqual([])
  await tool('Save').click()
  await until(() => expect(JSON.stringify(askedOf('PUT', '/sections')[0]?.body)).toContain('Walk daily.'))

  await userEvent.keyboard('{Enter}Allergies')
  await expect.element(tool('Heading Tool')).toHaveAttribute('aria-pressed', 'false')
  await tool('Heading Tool').click()
  await expect.element(tool('Heading Tool')).toHaveAttribute('aria-pressed', 'true')
  await expect.element(note().getByRole('heading', { name: 'Allergies' })).toBeVisible()

  await tool('Inference Engine').click()
  await expect.element(page.getByRole('tab', { name: 'Inference', selected: true })).toBeVisible()

  await tool('Reconvert').click()
  await expect.element(words(reconvert)).toBeVisible()
})

test('reconverting asks for confirmation, and does nothing when cancelled [EDIT-05]', async () => {
  openOlder(typist)
  await button('Reconvert').click()
  await expect.element(words(reconvert)).toBeVisible()
  await dialogButton('Cancel').click()
  await expect.element(words(reconvert)).not.toBeInTheDocument()
  expect(askedOf('POST', '/reconvertJob')).toEqual([])
  await expect.element(note().getByText('Rest and water.')).toBeVisible()

  wire.text = 'As the conversion wrote it.'
  await button('Reconvert').click()
  await dialogButton('Reconvert').click()
  await expect.element(note().getByText('As the conversion wrote it.')).toBeVisible()
  expect(askedOf('POST', '/reconvertJob')).toHaveLength(1)
})

test.each([
  ['Transcription Editor', typist, false],
  ['Transcription Review', reviewer, true],
])('the breadcrumb of the older editor ends in “%s” [EDIT-12]', async (words, person, isReviewed) => {
  await page.viewport(1280, 800)
  if (isReviewed) wire.job = aReviewedJob
  openOlder(person)
  const way = page.getByRole('navigation', { name: 'Breadcrumb' })
  await expect.element(way.getByText(words, { exact: true })).toBeVisible()
  const link = (name: string) => way.getByRole('link', { name, exact: true })
  await expect.element(link('Dashboard')).toHaveAttribute('href', '/dashboard')
  await expect.element(link('Jobs list')).toHaveAttribute('href', '/dashboard/jobs-list/in-progress')
  const steps = [...way.element().querySelectorAll('li:not([aria-hidden])')].map(({ textContent }) => textContent)
  expect(steps).toEqual(['Dashboard', 'Jobs list', words])
})

test('a reviewer has Approve and Assign Back, not Complete and Reject [EDIT-15]', async () => {
  wire.job = aReviewedJob
  openOlder(reviewer)
  await expect.element(button('Approve')).toBeVisible()
  await expect.element(button('Assign Back')).toBeVisible()
  for (const name of ['Complete', 'Reject']) await expect.element(button(name)).not.toBeInTheDocument()
})

test('a double click on Approve asks once and approves once [QA-88]', async () => {
  wire.job = aReviewedJob
  const { address } = openOlder(reviewer)
  await button('Approve').dblClick()
  await dialogButton('Approve').dblClick()
  await until(() => expect(address()).toBe('/dashboard/jobs-list/completed'))
  expect(askedOf('PUT', '/complete')).toHaveLength(1)
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
})

test('a finished note opens the completed jobs, and one returned with a comment the rejected jobs [EDIT-16, EDIT-50, EDIT-54]', async () => {
  const completed = '/dashboard/jobs-list/completed'
  const rejected = '/dashboard/jobs-list/rejected'
  const giveBack = async (name: string) => {
    await button(name).click()
    await expect.element(dialogButton(name)).toBeDisabled()
    await page.getByRole('textbox', { name: 'Comment' }).fill(' ')
    await expect.element(dialogButton(name)).toBeDisabled()
    await page.getByRole('textbox', { name: 'Comment' }).fill('Please check the side.')
    await dialogButton(name).click()
  }
  const approve = async () => {
    await button('Approve').click()
    await dialogButton('Approve').click()
  }
  const transcribed = { ...wire.job, allowedActions: [...wire.job.allowedActions, 'reject' as const] }
  for (const [person, job, act, call, target] of [
    [typist, transcribed, () => button('Complete').click(), 'transcriptionist', completed],
    [typist, transcribed, () => giveBack('Reject'), 'transcriptionist', rejected],
    [reviewer, aReviewedJob, approve, 'reviewer', completed],
    [reviewer, aReviewedJob, () => giveBack('Assign Back'), 'reviewer', rejected],
  ] as const) {
    wire.job = job
    forgetAsked()
    const { address, close } = openOlder(person)
    await act()
    await until(() => expect(address()).toBe(target))
    const end = target === completed ? '/complete' : '/reject'
    expect(askedOf('PUT', end)[0]?.call).toMatch(`PUT /clinic/${call}/job/`)
    close()
  }
})

test('the transcription editor has the player, the note, the inference panel and the actions [EDIT-13]', async () => {
  await page.viewport(1400, 900)
  wire.sound = { url: URL.createObjectURL(silence(60)), peaks: [1, 50, 1], durationSeconds: 60 }
  wire.job = { ...wire.job, allowedActions: [...wire.job.allowedActions, 'reject'] }
  openOlder(typist)
  await expect.element(note()).toBeVisible()
  await expect.element(page.getByRole('region', { name: 'Recording' })).toBeVisible()
  await button('Inference Engine').click()
  await expect.element(page.getByText('Nothing was found in this note.')).toBeVisible()
  for (const name of ['Complete', 'Reject']) await expect.element(button(name)).toBeVisible()
})
