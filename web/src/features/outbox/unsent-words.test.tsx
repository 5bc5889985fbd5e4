import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mountInWebApp } from '../../testing/in-web-app.tsx'
import { UnsentWords } from './unsent-words.tsx'
import { expectNoViolationsInBothLooks } from '../../testing/accessible.ts'

const here = { dictationId: 'a', patientName: 'Abbott, Amara', lengthMs: 185_400, isAsked: false, isOpen: false }
const takes = [{ take: 0, received: [], durationMs: 0 }]
const begun = [
  { dictationId: 'a', patientName: 'Amara Abbott', createdDate: '2026-11-20T10:00:00Z', takes },
  { dictationId: 'b', patientName: 'Walter Brook', createdDate: '2026-11-20T11:00:00Z', takes },
  { dictationId: 'c', patientName: 'Jane Doe', createdDate: '2026-11-20T12:00:00Z', takes: [] },
]

test('unsent recordings are listed with patient and length, also those of other computers, and sent ones with their job', async () => {
  const onOpen = vi.fn()
  const sent = [{ patientName: 'Doe, Jane', jobNumber: '000123' }]
  const unsent = [here, { ...here, dictationId: 'x', patientName: 'Poe, Edgar', isAsked: true }]
  const { host } = mountInWebApp(<UnsentWords found={{ unsent, sent }} begun={begun} onOpen={onOpen} />)
  await expect.element(page.getByText('2 recordings on this computer are not sent yet')).toBeVisible()
  await expect.element(page.getByText('Abbott, Amara · 3:05')).toBeVisible()
  await expect.element(page.getByText('Poe, Edgar · 3:05 · is sent as soon as possible')).toBeVisible()
  await expect.element(page.getByText('A recording of Doe, Jane was sent as job 000123.')).toBeVisible()
  await expect.element(page.getByText('1 recording from another computer is not sent yet')).toBeVisible()
  await expect.element(page.getByText(/^Walter Brook · started \d+d/)).toBeVisible()
  // A recording in this browser is listed only once, and an empty one is not listed.
  expect(page.getByText(/Amara Abbott|Jane Doe · started/).elements()).toEqual([])
  await userEvent.click(page.getByRole('button', { name: 'Open the recorder' }).first())
  expect(onOpen).toHaveBeenCalledOnce()
  await expectNoViolationsInBothLooks(host)
})

test('the place of a recording is shown only after this computer was checked', async () => {
  mountInWebApp(<UnsentWords found={undefined} begun={begun} onOpen={() => {}} />)
  await expect.element(page.getByText('2 recordings are not sent yet')).toBeVisible()
  expect(page.getByText(/computer/).elements()).toEqual([])
})
