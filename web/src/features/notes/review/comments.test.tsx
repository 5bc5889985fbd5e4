import type { NoteComment } from '@dictara/contract/notes'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { until } from '../../../editor/testing/mount.tsx'
import { pressKeys } from '../../../editor/testing/real-keys.ts'
import {
  aJob,
  aReviewedJob,
  askedOf,
  button,
  dialogButton,
  expectNoViolationsInBothLooks,
  note,
  openNewer,
  openOlder,
  sectionId,
  wire,
  useEditorWire,
} from '../testing/editor-wire.tsx'

useEditorWire()

const reviewer = { userType: 'reviewer' } as const
const typist = { userType: 'transcriptionist' } as const

const said = (comment: string, quote: string, more: Partial<NoteComment['place']> = {}): NoteComment => ({
  id: crypto.randomUUID(),
  comment,
  userId: '019a0000-0000-7000-8000-000000000009',
  userName: 'Rita Doe',
  userType: 'reviewer',
  level: 'LEVEL_1',
  createdDate: '2026-11-20T08:06:00.000Z',
  place: { sectionId, start: 5, quote, before: 'PLAN\n', after: ' and water.', second: 4.2, ...more },
})
const marks = () =>
  [...note().element().querySelectorAll<HTMLElement>('.dictara-comment')].map(({ textContent, title }) => [
    textContent,
    title,
  ])
const field = () => page.getByRole('textbox', { name: 'Comment' })
const listed = () => page.getByRole('list', { name: 'Comments in the text' })
const text = () => note().element().querySelector('p')?.textContent

async function openReview() {
  await page.viewport(1280, 800)
  wire.job = aReviewedJob
  const opened = openNewer(reviewer)
  await expect.element(note()).toBeVisible()
  return opened
}

test('words are selected and commented on by keyboard alone, and later typing replaces nothing', async () => {
  await openReview()
  await note().getByText('Rest and water.').click()
  await pressKeys('Ctrl+Home', 'ArrowDown', 'Home', 'Ctrl+Shift+ArrowRight')
  await pressKeys('Alt+Shift+C')
  await expect.element(field()).toHaveFocus()
  await expect.element(page.getByRole('dialog').getByText('Rest', { exact: true })).toBeVisible()
  await expect.element(dialogButton('Comment')).toBeDisabled()
  await userEvent.keyboard('He says nest.')
  await dialogButton('Comment').click()
  await until(() => expect(marks()).toEqual([['Rest', 'He says nest.']]))
  expect(askedOf('POST', '/note-comments')).toMatchObject([
    {
      body: {
        comment: 'He says nest.',
        place: { sectionId, start: 5, quote: 'Rest', before: 'PLAN\n', after: ' and water.', second: null },
      },
    },
  ])
  await until(() => expect(document.activeElement).toBe(note().element()))
  await pressKeys('X')
  await until(() => expect(text()).toContain('X'))
  expect(text()).toMatch(/^Rest ?X ?and water\.$/)
  await userEvent.keyboard('{Control>}s{/Control}')
  await until(() => expect(wire.text).toBe(text()))
})

test('a comment refused by the server stays in its field, and is sent again with the same id', async () => {
  await openReview()
  wire.refusals = { '/note-comments': [422, 'Not now.'] }
  await note().getByText('Rest and water.').dblClick()
  await button('Comment').click()
  await field().fill('Why?')
  await dialogButton('Comment').click()
  await expect.element(page.getByText('Not now.')).toBeVisible()
  await expect.element(field()).toHaveValue('Why?')
  wire.refusals = {}
  await dialogButton('Comment').click()
  await expect.element(field()).not.toBeInTheDocument()
  const ids = askedOf('POST', '/note-comments').map(({ body }) => (body as { id: string }).id)
  expect([ids.length, new Set(ids).size]).toEqual([2, 1])
})

test('an unanswered comment says so in its dialog, and stays in its field', async () => {
  await openReview()
  await note().getByText('Rest and water.').dblClick()
  await button('Comment').click()
  await field().fill('Why?')
  wire.network = 'away'
  await dialogButton('Comment').click()
  await expect.element(page.getByRole('dialog').getByText('The server does not answer.')).toBeVisible()
  await expect.element(field()).toHaveValue('Why?')
  wire.network = 'there'
  await dialogButton('Comment').click()
  await expect.element(field()).not.toBeInTheDocument()
  await until(() => expect(wire.comments.map(({ comment }) => comment)).toEqual(['Why?']))
})

test('the panel shows each comment with its words, author and second; a click goes to its words and back', async () => {
  wire.comments = [
    said('He says nest.', 'Rest'),
    said('Wine?', 'water', { start: 14, before: 'PLAN\nRest and ', after: '.', second: null }),
    said('Old.', 'Aspirin', { before: '\nTake ', after: ' daily.' }),
  ]
  await openReview()
  await page.getByRole('tab', { name: 'Comments 3' }).click()
  await until(() => expect(marks().map(([words]) => words)).toEqual(['Rest', 'water']))
  const items = () => listed().getByRole('listitem').elements()
  await until(() => expect(items()).toHaveLength(3))
  expect(items()[0]?.textContent).toMatch(/^“Rest”Rita Doe · level 1 · \d+d( \d+h)? ago/)
  expect(items()[0]?.querySelector('time')?.title).toBe('Nov 20, 3:06 AM')
  expect(items()[0]?.textContent).toContain('He says nest.Hear at 0:04')
  expect(items()[2]?.textContent).toContain('“Aspirin”These words are not in the note any more.')
  await expect.element(button('“Aspirin”')).not.toBeInTheDocument()

  await button('“water”').click()
  await until(() => expect(document.getSelection()?.toString()).toBe('water'))
  expect(document.activeElement).toBe(note().element())
  await until(() => expect(items()[1]?.getAttribute('aria-current')).toBe('true'))

  // A click on the words and the key for the next comment both select a comment.
  await page.getByRole('tab', { name: 'Outline' }).click()
  await note().getByText('Rest', { exact: true }).click()
  await until(() => expect(items()[0]?.getAttribute('aria-current')).toBe('true'))
  await pressKeys('Alt+c')
  await until(() => expect(items()[1]?.getAttribute('aria-current')).toBe('true'))
  await pressKeys('Alt+c')
  await until(() => expect(document.getSelection()?.toString()).toBe('Rest'))
  expect(askedOf('PUT', '/sections')).toEqual([])
})

test('the mark follows typing, and the panel shows what replaced the words', async () => {
  wire.comments = [said('Wine?', 'water', { start: 14, before: 'PLAN\nRest and ', after: ' daily for a week.' })]
  wire.text = 'Rest and water daily for a week.'
  await openReview()
  await page.getByRole('tab', { name: 'Comments 1' }).click()
  await until(() => expect(marks()).toEqual([['water', 'Wine?']]))
  await note().getByText('Rest and', { exact: false }).first().click()
  await pressKeys('Ctrl+Home', 'ArrowDown', 'Home', 'A', 'h', ' ')
  await until(() => expect(text()).toBe('Ah Rest and water daily for a week.'))
  expect(marks()).toEqual([['water', 'Wine?']])
  await button('“water”').click()
  await pressKeys('w', 'i', 'n', 'e')
  await until(() => expect(text()).toBe('Ah Rest and wine daily for a week.'))
  await expect.element(page.getByText('Now: “wine”')).toBeVisible()
  await until(() => expect(marks()).toEqual([['wine', 'Wine?']]))
})

test('Reject includes the comments in the text, to be changed or sent as they are [EDIT-50, EDIT-54]', async () => {
  // A comment by somebody else. Reject must not send it again.
  wire.comments = [said('From before.', 'Rest')]
  await openReview()
  await note().click()
  await pressKeys('Ctrl+End')
  await button('Comment').click()
  await field().fill('Wine?')
  await dialogButton('Comment').click()
  await expect.element(field()).not.toBeInTheDocument()
  await until(() => expect(marks().map(([words]) => words)).toEqual(['Rest', 'water.']))
  await pressKeys('Alt+Shift+R')
  const quote = (askedOf('POST', '/note-comments')[0]!.body as NoteComment).place.quote
  await expect.element(field()).toHaveValue(`“${quote}”: Wine?`)
  await expect.element(field()).toHaveFocus()
  await expect.element(dialogButton('Reject')).toBeEnabled()
  await field().fill(' ')
  await expect.element(dialogButton('Reject')).toBeDisabled()
  await pressKeys('Ctrl+Enter')
  await field().fill('Wine, he says.')
  await pressKeys('Enter', 'Ctrl+Enter')
  await until(() => expect(askedOf('PUT', '/reject')).toMatchObject([{ body: { comment: 'Wine, he says.\n' } }]))
})

test('the character count of the reject dialog does not cover its buttons', async () => {
  await openReview()
  await button('Reject').click()
  await expect.element(field()).toHaveFocus()
  await field().fill(`${'A long reason. '.repeat(200)}`)
  const count = () => document.querySelector('.ant-input-data-count')!
  await until(() => expect(count().textContent).toBe('3000 / 4000'))
  await until(() => {
    const [above, below] = [count().getBoundingClientRect(), dialogButton('Reject').element().getBoundingClientRect()]
    expect(above.bottom).toBeLessThanOrEqual(below.top)
  })
})

test('Escape in either dialog returns to the text', async () => {
  await openReview()
  await note().getByText('Rest and water.').dblClick()
  for (const keys of ['Alt+Shift+C', 'Alt+Shift+R']) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await pressKeys(keys)
    // oxlint-disable-next-line no-await-in-loop -- as above
    await expect.element(field()).toHaveFocus()
    // oxlint-disable-next-line no-await-in-loop -- as above
    await userEvent.keyboard('{Escape}')
    // oxlint-disable-next-line no-await-in-loop -- as above
    await pressKeys('y')
    // oxlint-disable-next-line no-await-in-loop -- as above
    await until(() => expect(document.activeElement).toBe(note().element()))
  }
  // The selected text is replaced once, and no letter is lost while the dialog fades.
  await until(() => expect(text()).toContain('yy'))
})

test('the person who gets the job back sees the comments in the text, and a reader may not comment', async () => {
  await page.viewport(1280, 800)
  wire.comments = [said('He says nest.', 'Rest')]
  wire.job = { ...aJob, returned: true }
  const { close } = openOlder(typist)
  await until(() => expect(marks()).toEqual([['Rest', 'He says nest.']]))
  await expect.element(button('Comment')).toBeVisible()
  await page.getByRole('tab', { name: 'Comments 1' }).click()
  await expect.element(listed()).toBeVisible()
  await expect.element(button('Take out')).not.toBeInTheDocument()
  close()
  wire.job = { ...aJob, allowedActions: ['view'], editable: false }
  openOlder(typist)
  await until(() => expect(marks()).toEqual([['Rest', 'He says nest.']]))
  await expect.element(button('Comment')).not.toBeInTheDocument()
  await note().click()
  await pressKeys('Alt+Shift+C')
  await expect.element(field()).not.toBeInTheDocument()
})

test('bar and track show the level, the number of levels, and who typed the note how long ago', async () => {
  await page.viewport(1280, 800)
  wire.job = { ...aReviewedJob, levels: 2, transcribedBy: { id: sectionId, fullName: 'Tamara Novak' } }
  openNewer(reviewer)
  const way = page.getByText('Review 1 of 2 · typed by T. Novak 18m ago')
  await expect.element(page.getByText(/^Typing T\. Novak 18m ago/)).toBeVisible()
  await expect.element(way).toHaveAttribute('title', 'Review 1 of 2 · typed by Tamara Novak 18m ago')
})

test('the bar shows STAT and the due time of a job, but not for a filed one [Q200]', async () => {
  await page.viewport(1280, 800)
  const soon = { dueAt: new Date(Date.now() + 75.5 * 60_000).toISOString(), priority: 'STAT' } as const
  wire.job = { ...wire.job, ...soon }
  const { close } = openOlder(typist)
  await expect.element(page.getByText('STAT', { exact: true })).toBeVisible()
  await expect.element(page.getByText('due in 1h 15m', { exact: true })).toBeVisible()
  close()
  wire.job = { ...aReviewedJob, dueAt: new Date(Date.now() - 3_630_000).toISOString() }
  const review = openNewer(reviewer)
  await expect.element(page.getByText('1h overdue', { exact: true })).toBeVisible()
  await expect.element(page.getByText('STAT', { exact: true })).not.toBeInTheDocument()
  review.close()
  wire.job = { ...wire.job, status: 'COMPLETED', editable: false, allowedActions: ['view'] }
  openNewer(reviewer)
  await expect.element(note()).toBeVisible()
  await expect.element(page.getByText(/^(late|due in) /)).not.toBeInTheDocument()
})

test('comments in the text are accessible, in light and dark', async () => {
  wire.comments = [said('He says nest.', 'Rest'), said('<b>Old.</b>', 'Aspirin')]
  await openReview()
  await page.getByRole('tab', { name: 'Comments 2' }).click()
  await until(() => expect(marks()).toHaveLength(1))
  await expectNoViolationsInBothLooks()
})
