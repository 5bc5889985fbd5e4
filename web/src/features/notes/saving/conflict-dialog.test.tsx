import type { Section } from '@dictara/contract/notes'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { until } from '../../../editor/testing/mount.tsx'
import { mountInWebApp } from '../../../testing/in-web-app.tsx'
import { ConflictDialog } from './conflict-dialog.tsx'

const saying = (...values: string[]): Section => ({
  id: '019a0000-0000-7000-8000-000000000051',
  heading: { customUIHeading: 'PLAN', systemHeading: 'PLAN' } as Section['heading'],
  content: values.map((value) => ({ value, type: 'Text', newParagraph: true, count: 0 })),
})
const show = (mine: Section, theirs: Section) =>
  mountInWebApp(<ConflictDialog conflicts={[{ id: mine.id, mine, theirs }]} onKeep={() => {}} />)
const marksOf = (side: string) =>
  [...page.getByRole('region', { name: side }).element().querySelectorAll('mark')].map(({ textContent }) => textContent)

test('of two texts that differ, each side marks what the other lacks [Q118]', async () => {
  show(saying('Metoprolol 25 mg daily.', 'Rest.'), saying('Metoprolol 50 mg daily.', 'Rest.'))
  await expect.element(page.getByRole('dialog', { name: 'This section was also changed elsewhere' })).toBeVisible()
  await until(() => expect([marksOf('Your text'), marksOf('The other text')]).toEqual([['25'], ['50']]))
  await expect.element(page.getByRole('region', { name: 'Your text' }).getByText(/Rest\.$/)).toBeVisible()
})

test('texts with the same words show their different formatting [Q118]', async () => {
  show(saying('Metoprolol <b>50 mg</b> daily.'), saying('Metoprolol 50 mg daily.'))
  await expect.element(page.getByRole('region', { name: 'Your text' })).toBeVisible()
  expect([marksOf('Your text'), marksOf('The other text')]).toEqual([[], []])
  expect(document.querySelector('section[aria-label="Your text"] strong')?.textContent).toBe('50 mg')
})
