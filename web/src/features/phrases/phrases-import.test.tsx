import { phraseCalls as calls } from '@dictara/contract/phrases'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { until } from '../../editor/testing/mount.tsx'
import { expectNoViolations } from '../../testing/accessible.ts'
import { loadMore } from '../../testing/load-more.ts'
import { as, openPage } from '../../testing/open-page.tsx'
import { aPhrase } from '../../testing/phrase.fixtures.ts'
import { type Calls, openCalls, refused } from '../../testing/wire.ts'

let server: Calls
const offered = [
  aPhrase(21, {
    key: 'normal chest',
    phrase: 'The <b>lungs</b> are clear.\nNo rales.',
    conflict: true,
    author: { doctorName: 'Sam Reyes' },
  }),
  aPhrase(22, { key: 'NormalChest', author: null }),
  aPhrase(23, { key: 'gait', phrase: 'Steady.', author: { doctorName: 'Sam Reyes' } }),
  aPhrase(24, { key: 'k'.repeat(31), phrase: 'p'.repeat(101) }),
]

beforeEach(async () => {
  await page.viewport(1280, 800)
  localStorage.clear()
  server = openCalls()
  server.answer(calls.getPhraseSettings, [{ keyAlone: false }])
  server.answer(calls.listPhrases, ({ search }) => (search.get('type') === 'author' ? offered : []))
  server.answer(calls.importPhrases, { result: [], message: '1 key-to-phrase is imported.' })
})
afterEach(() => {
  vi.restoreAllMocks()
  delete document.documentElement.dataset['theme']
})

const button = (name: string) => page.getByRole('button', { name, exact: true })
const box = (name: string) => page.getByRole('checkbox', { name, exact: true })
const says = (words: string) => expect.element(page.getByText(words, { exact: true })).toBeVisible()
const modal = () => page.getByRole('dialog', { name: 'Import Key-to-Phrases' })
const listed = (type: string) => server.asked(calls.listPhrases).filter(({ search }) => search.get('type') === type)
const imported = () =>
  server.asked(calls.importPhrases).map(({ what, search }) => ({ what, ...Object.fromEntries(search) }))

async function open(who = as('doctor'), look?: 'light' | 'dark') {
  const opened = openPage('/dashboard/settings/key-to-phrase', who, look)
  await userEvent.click(button('Import From Global List'))
  await expect.element(box('Select gait')).toBeVisible()
  return opened
}

/** Cuts out the requested page of fifty. The second page is not full, so scrolling loads no more. */
const pageOf = <T,>(all: readonly T[], search: URLSearchParams) =>
  all.slice(Number(search.get('page')) * 50).slice(0, 50)

test('Import Key-to-Phrases lists other people’s phrases, 20 at a time, with key, author and text, and can be searched [K2P-17, K2P-18, K2P-58]', async () => {
  await open()
  await expect.element(modal()).toBeVisible()
  expect(listed('author').map(({ search }) => search.get('size'))).toEqual(['20'])
  const card = modal().getByRole('button', { name: /^normal chest/ })
  expect(card.element().textContent).toBe('normal chestBy: Sam ReyesThe lungs are clear. No rales.')
  await userEvent.fill(modal().getByRole('searchbox', { name: 'Keys and Phrases' }), 'gait')
  await userEvent.keyboard('{Enter}')
  await until(() => expect(listed('author').at(-1)!.search.get('search')).toBe('gait'))
})

test('the list is on the left, and the preview on the right shows key and formatted phrase [K2P-18, K2P-19]', async () => {
  await open()
  await userEvent.click(modal().getByRole('button', { name: /^normal chest/ }))
  const preview = modal().getByRole('region', { name: 'Preview' })
  await expect.element(preview.getByRole('heading', { name: 'normal chest' })).toBeVisible()
  expect(preview.element().querySelector('b')?.textContent).toBe('lungs')
  expect([...preview.element().querySelectorAll('p')].map(({ textContent }) => textContent)).toEqual([
    'The lungs are clear.',
    'No rales.',
  ])
  const edges = (name: string) => modal().getByRole('region', { name }).element().getBoundingClientRect()
  expect(edges('Global list').right).toBeLessThanOrEqual(edges('Preview').left)
})

test('selected cards are imported, optionally as active; success closes the dialog and reloads all lists from their first page [K2P-35, K2P-36, K2P-41]', async () => {
  const all = Array.from({ length: 53 }, (_, n) => aPhrase(100 + n))
  server.answer(calls.listPhrases, ({ search }) => (search.get('type') === 'author' ? offered : pageOf(all, search)))
  openPage('/dashboard/settings/key-to-phrase', as('doctor'))
  const pages = (type: string) => listed(type).map(({ search }) => search.get('page'))
  await loadMore(page.getByRole('region', { name: 'My Collection' }))
  await until(() => expect(pages('mine')).toEqual(['0', '1']))
  await userEvent.click(button('Import From Global List'))
  await userEvent.click(box('Select gait'))
  await userEvent.click(box('Import as Active'))
  expect(box('Activate for all users').query()).toBeNull()
  await userEvent.click(button('Import 1'))
  await says('1 key-to-phrase is imported.')
  expect(imported()).toEqual([
    {
      what: 'POST /api/clinic/authors/canned-text/import',
      cannedTextIds: offered[2]!.id,
      active: 'true',
      overRideExisting: 'false',
      exportToOtherAuthors: 'false',
    },
  ])
  await until(() =>
    expect([pages('mine'), pages('active')]).toEqual([
      ['0', '1', '0'],
      ['0', '0'],
    ]),
  )
  expect(modal().query()).toBeNull()
})

test.each(['admin', 'clinicAdmin'] as const)('a %s may import for all users [K2P-36]', async (userType) => {
  await open(as(userType))
  await userEvent.click(box('Select gait'))
  await userEvent.click(box('Activate for all users'))
  await userEvent.click(button('Import 1'))
  await until(() => expect(imported()[0]).toMatchObject({ exportToOtherAuthors: 'true' }))
})

test('a second card with the same key, ignoring spaces, cannot be ticked [K2P-51]', async () => {
  await open()
  await userEvent.click(box('Select normal chest'))
  await userEvent.click(box('Select NormalChest'))
  await says('This card is already checked!')
  await expect.element(box('Select NormalChest')).not.toBeChecked()
  await userEvent.click(box('Select normal chest'))
  await userEvent.click(box('Select NormalChest'))
  await expect.element(box('Select NormalChest')).toBeChecked()
})

test('importing an existing key asks what to do, and Change selection returns to the cards [K2P-20, K2P-37, K2P-40]', async () => {
  await open()
  await userEvent.click(box('Select normal chest'))
  await userEvent.click(box('Select gait'))
  await userEvent.click(button('Import 2'))
  const question = page.getByRole('dialog', { name: 'You already have some of these' })
  await expect.element(question.getByRole('listitem')).toHaveTextContent('normal chest')
  for (const name of ['Change selection', 'Skip those', 'Replace those'])
    await expect.element(question.getByRole('button', { name, exact: true })).toBeVisible()
  await userEvent.click(button('Change selection'))
  await until(() => expect(question.query()).toBeNull())
  await expect.element(box('Select normal chest')).toBeChecked()
  expect(imported()).toEqual([])
})

test('Skip those imports without replacing [K2P-38]', async () => {
  await open()
  await userEvent.click(box('Select normal chest'))
  await userEvent.click(button('Import 1'))
  await userEvent.click(button('Skip those'))
  await says('1 key-to-phrase is imported.')
  expect(imported()).toMatchObject([{ cannedTextIds: offered[0]!.id, overRideExisting: 'false' }])
})

test('a just deleted item does not block an import: its deletion is sent first, and no question is asked', async () => {
  const mine = aPhrase(1, { key: 'Normal  Chest', editable: true })
  server.answer(calls.listPhrases, ({ search }) => ({ author: offered, mine: [mine] })[search.get('type')!] ?? [])
  const deleted = Promise.withResolvers<{ result: []; message: string }>()
  server.answer(calls.deletePhrases, () => deleted.promise)
  openPage('/dashboard/settings/key-to-phrase', as('doctor'))
  await userEvent.click(button('Delete Normal  Chest'))
  await userEvent.click(button('Import From Global List'))
  await userEvent.click(box('Select normal chest'))
  await userEvent.click(button('Import 1'))
  await until(() => expect(server.asked(calls.deletePhrases)[0]?.search.get('cannedTextIds')).toBe(mine.id))
  expect(imported()).toEqual([])
  deleted.resolve({ result: [], message: 'Deleted.' })
  await says('1 key-to-phrase is imported.')
  expect(server.asked(calls.deletePhrases)).toHaveLength(1)
  expect(imported()).toMatchObject([{ cannedTextIds: offered[0]!.id, overRideExisting: 'false' }])
})

test('a selected card that its owner has deleted is named and deselected, and the list is loaded again; the others stay', async () => {
  const gone = 'This item no longer exists. Its owner may have deleted it.'
  const [, , theirs] = offered
  server.answer(calls.importPhrases, ({ search }) =>
    search.get('cannedTextIds')!.includes(theirs!.id)
      ? refused(gone, 'item-gone', 404, [{ id: theirs!.id }])
      : { result: [], message: '1 key-to-phrase is imported.' },
  )
  await open()
  await userEvent.click(box('Select gait'))
  await userEvent.click(box('Select NormalChest'))
  // A click outside the dialog does not clear the selection.
  await userEvent.click(document.querySelector('.ant-modal-wrap')!, { position: { x: 5, y: 5 } })
  await userEvent.click(button('Import 2'))
  await says(`gait: ${gone}`)
  await until(() => expect(listed('author')).toHaveLength(2))
  await userEvent.click(button('Import 1'))
  await says('1 key-to-phrase is imported.')
  expect(imported().at(-1)).toMatchObject({ cannedTextIds: offered[1]!.id })
})

test('Replace those replaces the existing items, after a warning [K2P-39]', async () => {
  await open()
  await userEvent.click(box('Select normal chest'))
  await userEvent.click(button('Import 1'))
  await says('Replacing will permanently remove those key-to-phrases from your Collection')
  await userEvent.click(button('Replace those'))
  await says('1 key-to-phrase is imported.')
  expect(imported()).toMatchObject([{ cannedTextIds: offered[0]!.id, overRideExisting: 'true' }])
})

test.each([
  ['light', 1280],
  ['dark', 360],
] as const)(
  'passes axe in %s and fits %i pixels, its cards cut at 30 and 100 characters [K2P-59]',
  async (look, width) => {
    await page.viewport(width, 740)
    await open(as('clinicAdmin'), look)
    const long = modal().getByRole('button', { name: /^k{30}/ })
    expect(long.element().textContent).toBe(`${'k'.repeat(30)}…By: Dana Okafor${'p'.repeat(100)}…`)
    await userEvent.click(box('Select normal chest'))
    await expectNoViolations(modal().element())
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
    await userEvent.click(button('Import 1'))
    await expect.element(button('Skip those')).toBeVisible()
    await expectNoViolations(page.getByRole('dialog', { name: /^You already have/ }).element())
  },
)
