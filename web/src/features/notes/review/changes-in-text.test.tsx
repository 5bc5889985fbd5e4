import type { NoteStage } from '@dictara/contract/notes'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { until } from '../../../editor/testing/mount.tsx'
import { pressKeys } from '../../../editor/testing/real-keys.ts'
import {
  aReviewedJob,
  aSection,
  askedOf,
  button,
  expectNoViolationsInBothLooks,
  note,
  openNewer,
  wire,
  words,
  useEditorWire,
} from '../testing/editor-wire.tsx'

useEditorWire()

const reviewer = { userType: 'reviewer' } as const
const stage = (kind: NoteStage['stage'], value: string): NoteStage => ({
  stage: kind,
  userName: 'Tamara Novak',
  time: '2026-11-20T08:05:00.000Z',
  sections: [aSection(value, 1)],
})
const added = () => [...note().element().querySelectorAll('ins')].map(({ textContent }) => textContent)
/** Returns the deleted texts, which the style sheet shows struck through. */
const taken = () =>
  [...note().element().querySelectorAll<HTMLElement>('[data-taken]')].map((each) => {
    const part = each.matches('.dictara-taken') ? '::after' : '::before'
    expect(getComputedStyle(each, part).textDecorationLine).toBe('line-through')
    return each.dataset['taken']
  })
const selected = () => document.getSelection()?.toString()

async function openReview() {
  wire.job = aReviewedJob
  wire.text = 'Rest and water.'
  wire.stages = [
    stage('CONVERTED', 'Nest and wine.'),
    stage('TRANSCRIBED', 'Rest and wine.'),
    stage('CURRENT', wire.text),
  ]
  const { close } = openNewer(reviewer)
  await expect.element(note()).toBeVisible()
  return close
}

test('changes are shown in the note itself: new words underlined, old ones struck and not part of the text', async () => {
  await openReview()
  await button('As submitted').click()
  await until(() => expect([added(), taken()]).toEqual([['water'], ['wine']]))
  await expect.element(words('As submitted: 1 change · 0 reviewed')).toBeVisible()
  expect(note().element().querySelector('p')?.textContent).toBe('Rest and water.')
  expect(getComputedStyle(note().element().querySelector('ins')!).textDecorationLine).toBe('underline')
  await button('As heard').click()
  await until(() =>
    expect([added(), taken()]).toEqual([
      ['Rest', 'water'],
      ['Nest', 'wine'],
    ]),
  )
  await button('Now').click()
  await until(() => expect([added(), taken()]).toEqual([[], []]))
})

test('changes in the text are accessible, in light and dark', async () => {
  await openReview()
  await button('As submitted').click()
  await until(() => expect(taken()).toEqual(['wine']))
  await expectNoViolationsInBothLooks()
})

test('a note that shows its changes can be edited: typed text goes to the caret, is marked, and only it is saved', async () => {
  await openReview()
  await button('As submitted').click()
  await until(() => expect(taken()).toEqual(['wine']))
  await note().getByText('water', { exact: true }).click()
  await userEvent.keyboard('{Control>}{End}{/Control}')
  await pressKeys(...' Call me', 'ArrowLeft', 'ArrowLeft', 'x')
  await until(() => expect(added()).toEqual(['water', ' Call xme']))
  expect(note().element().querySelector('p')?.textContent).toBe('Rest and water. Call xme')
  await userEvent.keyboard('{Control>}s{/Control}')
  await until(() => expect(wire.text).toBe('Rest and water. Call xme'))

  // Restore the submitted text; then no changes are left.
  await userEvent.keyboard('{Control>}{End}{/Control}')
  await pressKeys(...Array.from({ length: 'ater. Call xme'.length }, () => 'Backspace'))
  await userEvent.keyboard('{Backspace}wine.')
  await until(() => expect([added(), taken()]).toEqual([[], []]))
  await expect.element(words('As submitted: 0 changes · 0 reviewed')).toBeVisible()
})

test('Alt+Down and Alt+Up switch the changes on and step through them; each is counted once reviewed', async () => {
  await openReview()
  wire.stages = [stage('TRANSCRIBED', 'Much rest and tea or water.')]
  await note().getByText('Rest and water.').click()
  await pressKeys('Alt+ArrowDown')
  await expect.element(words('As submitted: 2 changes · 1 reviewed')).toBeVisible()
  await pressKeys('Alt+ArrowDown')
  await expect.element(words('As submitted: 2 changes · 2 reviewed')).toBeVisible()
  await pressKeys('Alt+ArrowUp')
  await until(() => expect(selected()).toBe('Rest'))
  await expect.element(words('Change 1 of 2: added “Rest”, removed “Much rest”')).toBeInTheDocument()
  await expect.element(words('As submitted: 2 changes · 2 reviewed')).toBeVisible()
  expect(note().element().querySelector('p')?.textContent).toBe('Rest and water.')
  expect(askedOf('PUT', '/sections')).toEqual([])
})

test.each([
  [
    'nothing differs from what was submitted',
    [stage('CONVERTED', 'Rest and wine.'), stage('TRANSCRIBED', 'Rest and water.')],
  ],
  ['nothing was submitted', [stage('CONVERTED', 'Rest and wine.'), stage('CURRENT', 'Rest and water.')]],
])('where %s, Alt+Down steps through the differences from the recognised text, and says so', async (_, stages) => {
  await openReview()
  wire.stages = stages
  await note().getByText('Rest and water.').click()
  await pressKeys('Alt+ArrowDown')
  await expect.element(words('As heard: 1 change · 1 reviewed')).toBeVisible()
  await expect.element(button('As heard')).toHaveAttribute('aria-pressed', 'true')
  await until(() => expect([selected(), taken()]).toEqual(['water', ['wine']]))
})

test('changes are relative to the submitted text while anything differs from it; otherwise to the recognised text', async () => {
  await openReview()
  await button('As submitted').click()
  await expect.element(words('As submitted: 1 change · 0 reviewed')).toBeVisible()
  await note().getByText('water', { exact: true }).dblClick()
  await userEvent.keyboard('wine')
  await expect.element(words('As submitted: 0 changes · 0 reviewed')).toBeVisible()
  await pressKeys('Alt+ArrowUp')
  await expect.element(words('As heard: 1 change · 1 reviewed')).toBeVisible()
  await until(() => expect(selected()).toBe('Rest'))
})

test('a read-only note shows its changes too', async () => {
  wire.job = aReviewedJob
  wire.text = 'Rest and water.'
  wire.stages = [stage('TRANSCRIBED', 'Rest and wine.')]
  openNewer(reviewer, 'in-review')
  await expect.element(note()).toBeVisible()
  await button('As submitted').click()
  await until(() => expect([added(), taken()]).toEqual([['water'], ['wine']]))
})
