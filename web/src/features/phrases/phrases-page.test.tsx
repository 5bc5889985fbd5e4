import { phraseCalls as calls } from '@dictara/contract/phrases'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { until } from '../../editor/testing/mount.tsx'
import { expectNoViolations } from '../../testing/accessible.ts'
import { inForcedColours } from '../../editor/testing/forced-colours.ts'
import { as, openPage } from '../../testing/open-page.tsx'
import { aPhrase } from '../../testing/phrase.fixtures.ts'
import { idOf } from '../../testing/stored-user.fixtures.ts'
import { type Calls, openCalls, refused } from '../../testing/wire.ts'
import { forgetDeletions } from '../collections/deletions.ts'

let server: Calls
const kept = aPhrase(11, { key: 'normal chest', phrase: 'The <b>lungs</b> are clear.\nNo rales.' })
const inUse = aPhrase(12, { key: 'normal heart', phrase: 'Regular.', active: true })
const received = aPhrase(13, { key: 'from the clinic', active: true, editable: false })
const done = (message: string) => ({ result: [], message })

beforeEach(async () => {
  await page.viewport(1280, 800)
  localStorage.clear()
  server = openCalls()
  server.answer(calls.getPhraseSettings, [{ keyAlone: false }])
  server.answer(calls.listPhrases, ({ search }) => (search.get('type') === 'mine' ? [kept] : [inUse, received]))
})
afterEach(() => {
  forgetDeletions()
  vi.restoreAllMocks()
  delete document.documentElement.dataset['theme']
})

const open = (who = as('doctor'), look?: 'light' | 'dark') => openPage('/dashboard/settings/key-to-phrase', who, look)
const button = (name: string) => page.getByRole('button', { name, exact: true })
const says = (words: string) => expect.element(page.getByText(words, { exact: true })).toBeVisible()
/** Waits until a part of the screen shows all of these words, in any order. */
const reads = (part: { element: () => Element }, ...words: string[]) =>
  until(() => {
    for (const one of words) expect(part.element().textContent).toContain(one)
  })
/** Drags in several steps, as a hand does. */
const drag = (from: Locator, to: Locator) => userEvent.dragAndDrop(from, to, { steps: 12 })
const column = (name: string) => page.getByRole('region', { name, exact: true })
const listed = (type: 'mine' | 'active' | 'author') =>
  server.asked(calls.listPhrases).filter(({ search }) => search.get('type') === type)
const sizesOf = (type: 'mine' | 'active' | 'author') => listed(type).map(({ search }) => search.get('size'))
const readAloud = () => document.querySelector('[id^=dnd-kit-announcement], [role=status][aria-live]')?.textContent

test('the page is called Key to Phrase, is below Settings, and has an import button and a create button [K2P-02, K2P-03, K2P-04]', async () => {
  open()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Key to Phrase' })).toBeVisible()
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' })
  await expect.element(crumbs.getByRole('link')).toHaveAttribute('href', '/dashboard/settings')
  expect(crumbs.element().textContent).toMatch(/^Settings.?Key to Phrase$/u)
  await expect.element(button('Import From Global List')).toBeVisible()
  await expect.element(button('Create New K2P')).toBeVisible()
})

test('My Collection, with its search “Keys and Phrases”, is beside the Active List, and a click on a card opens it [K2P-05, K2P-06, K2P-08]', async () => {
  open()
  await reads(column('My Collection'), 'normal chest', 'The lungs are clear. No rales.')
  await expect.element(column('My Collection').getByRole('searchbox', { name: 'Keys and Phrases' })).toBeVisible()
  await reads(column('Active List'), 'normal heart', 'from the clinic')
  await userEvent.click(page.getByText('normal chest', { exact: true }))
  await expect.element(page.getByRole('dialog', { name: 'Edit Key' })).toBeVisible()
  await userEvent.click(button('Close').first())
  await userEvent.click(button('Create New K2P'))
  await expect.element(page.getByRole('dialog', { name: 'Add Key' })).toBeVisible()
})

test('the key of a just deleted phrase can be used again: the deletion is sent before the new phrase', async () => {
  server.answer(calls.deletePhrases, done('Deleted.'))
  server.answer(calls.createPhrase, { result: [kept], message: 'Saved.' })
  open()
  await userEvent.click(button('Delete normal chest'))
  await userEvent.click(button('Create New K2P'))
  const modal = page.getByRole('dialog', { name: 'Add Key' })
  await userEvent.fill(modal.getByLabelText('Key', { exact: true }), 'Normal  CHEST')
  await userEvent.click(modal.getByRole('textbox', { name: 'Phrase', exact: true }))
  await userEvent.keyboard('Clear.')
  await userEvent.click(modal.getByRole('button', { name: 'Submit' }))
  await until(() => expect(server.asked(calls.createPhrase)).toHaveLength(1))
  expect(server.asked(calls.deletePhrases)[0]?.search.get('cannedTextIds')).toBe(kept.id)
})

test('the focus moves to the next card after a deletion, and to a restored card; a double click deletes one', async () => {
  const next = aPhrase(14, { key: 'normal knee' })
  server.answer(calls.listPhrases, ({ search }) => (search.get('type') === 'mine' ? [kept, next] : [inUse]))
  open()
  const focused = (name: string) =>
    until(() => expect(document.activeElement?.closest('.item-open')?.textContent).toContain(name))
  await expect.element(button('Delete normal chest')).toBeVisible()
  ;(button('Delete normal chest').element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await focused('normal knee')
  ;(button('Undo: normal chest').element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await focused('normal chest')
  await userEvent.dblClick(button('Delete normal chest'))
  await says('“normal chest” deleted')
  // When the time for Undo is over, the focus goes to a card.
  server.answer(calls.deletePhrases, done('Deleted.'))
  ;(button('Undo: normal chest').element() as HTMLElement).focus()
  window.dispatchEvent(new Event('pagehide'))
  await focused('normal')
  await says('normal knee')
  expect(page.getByText('“normal knee” deleted', { exact: true }).query()).toBeNull()
})

test('when the last card of a column has gone, its search box gets the focus', async () => {
  server.answer(calls.activatePhrases, () => {
    server.answer(calls.listPhrases, ({ search }) => (search.get('type') === 'active' ? [inUse, kept] : []))
    return done('In use.')
  })
  open()
  await expect.element(button('Add to Active List: normal chest')).toBeVisible()
  ;(button('Add to Active List: normal chest').element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(column('My Collection').getByRole('searchbox')).toHaveFocus()
})

test('a phone shows which of the two lists is visible, also in forced colours', async () => {
  await page.viewport(360, 740)
  open()
  await says('normal chest')
  await inForcedColours(() => {
    const [shown, other] = ['My Collection', 'Active List'].map(
      (name) =>
        getComputedStyle(page.getByText(name, { exact: true }).first().element().closest('label')!).outlineStyle,
    )
    expect([shown, other]).toEqual(['solid', 'none'])
  })
})

test.each(['doctor', 'admin', 'clinicAdmin'] as const)('a %s can open the screen [K2P-01]', async (userType) => {
  open(as(userType))
  await says('normal chest')
  const sentence = page.getByText('For the whole clinic: a key said on its own inserts its phrase, without “insert”.')
  if (userType === 'doctor') return expect(sentence.query()).toBeNull()
  server.answer(calls.savePhraseSettings, { result: [{ keyAlone: true }], message: 'Saved for the whole clinic.' })
  await userEvent.click(sentence)
  await says('Saved for the whole clinic.')
  return expect(server.asked(calls.savePhraseSettings)[0]?.body).toEqual({ keyAlone: true })
})

test('skeletons are shown during loading, an empty list says so, and a loading error shows Retry [K2P-21, K2P-22]', async () => {
  const { promise, resolve } = Promise.withResolvers<[]>()
  server.answer(calls.listPhrases, ({ search }) => (search.get('type') === 'mine' ? promise : refused('It rests.')))
  open()
  await until(() => expect(document.querySelectorAll('[data-column=mine] .ant-skeleton').length).toBeGreaterThan(0))
  await reads(column('Active List'), 'Couldn’t load the list', 'It rests.', 'Retry')
  resolve([])
  server.answer(calls.listPhrases, [])
  await userEvent.click(button('Retry'))
  for (const name of ['My Collection', 'Active List'])
    await expect.element(column(name).getByText('No data available', { exact: true })).toBeVisible()
  expect(document.querySelectorAll('[data-column=mine] .ant-skeleton')).toHaveLength(0)
})

test('scrolling to the end loads the next 50 while the last page was full, and search waits 1000 ms, scrolling 300 ms [K2P-23, K2P-56, K2P-57]', async () => {
  const all = Array.from({ length: 53 }, (_, n) => aPhrase(100 + n, { key: `key ${n}` }))
  server.answer(calls.listPhrases, ({ search }) => {
    const [from, size] = [Number(search.get('page')) * 50, Number(search.get('size'))]
    return search.get('type') === 'mine' && !search.get('search') ? all.slice(from, from + size) : []
  })
  const waits = vi.spyOn(globalThis, 'setTimeout')
  open()
  await says('key 0')
  expect(sizesOf('mine')).toEqual(['50'])
  expect(sizesOf('active')).toEqual(['50'])
  const list = document.querySelector('[data-column=mine] .item-list')!
  list.scrollTop = list.scrollHeight
  await says('key 49')
  await until(() => expect(listed('mine')).toHaveLength(2))
  list.scrollTop = list.scrollHeight
  await says('key 52')
  expect(waits).toHaveBeenCalledWith(expect.any(Function), 300)
  list.scrollTop = list.scrollHeight
  await new Promise((later) => setTimeout(later, 400))
  expect(listed('mine').map(({ search }) => search.get('page'))).toEqual(['0', '1'])
  await userEvent.fill(column('My Collection').getByRole('searchbox'), 'lungs')
  await until(() => expect(listed('mine').at(-1)!.search.get('search')).toBe('lungs'))
  expect(waits).toHaveBeenCalledWith(expect.any(Function), 1000)
  expect(listed('active').map(({ search }) => search.get('search'))).toEqual([''])
  await userEvent.click(button('Import From Global List'))
  await until(() => expect(sizesOf('author')).toEqual(['20']))
})

test('a card moved to the Active List by dragging or its button becomes active and the lists reload, but not if dropped elsewhere [K2P-07, K2P-30]', async () => {
  server.answer(calls.activatePhrases, done('normal chest is in use.'))
  open()
  await says('normal chest')
  await drag(page.getByText('normal chest'), page.getByRole('heading', { level: 1 }))
  await until(() => expect(document.querySelector('.is-carried')).toBeNull())
  await drag(page.getByText('normal chest'), page.getByText('The lungs are clear. No rales.'))
  expect(server.asked(calls.activatePhrases)).toEqual([])
  expect(page.getByRole('dialog').query()).toBeNull()
  await drag(page.getByText('normal chest'), page.getByText('normal heart'))
  await says('Phrase “normal chest” is now active')
  const [asked] = server.asked(calls.activatePhrases)
  expect(asked?.what).toBe('PUT /api/clinic/authors/canned-text/active')
  expect(asked?.search.get('cannedTextIds')).toBe(kept.id)
  await until(() => expect([listed('mine').length, listed('active').length]).toEqual([2, 2]))
  await userEvent.click(button('Add to Active List: normal chest'))
  await until(() => expect([listed('mine').length, listed('active').length]).toEqual([3, 3]))
  expect(server.asked(calls.activatePhrases)[1]?.search.get('cannedTextIds')).toBe(kept.id)
})

test('by keyboard, Space lifts a card, an arrow moves it, Space drops it and Escape returns it, each with a spoken message [K2P-07]', async () => {
  server.answer(calls.activatePhrases, done('normal chest is in use.'))
  open()
  await says('normal chest')
  const lift = async (name: string) => {
    const handle = button(`Carry ${name}`).element() as HTMLElement
    handle.focus()
    await userEvent.keyboard(' ')
  }
  const described = () => button('Carry normal chest').element().getAttribute('aria-describedby') ?? ''
  await until(() => expect(document.getElementById(described())?.textContent).toMatch(/press Space.*arrow keys/))
  await lift('normal chest')
  await until(() => expect(readAloud()).toBe('normal chest is over My Collection.'))
  await userEvent.keyboard('{ArrowRight}')
  await until(() => expect(readAloud()).toBe('normal chest is over Active List.'))
  await userEvent.keyboard(' ')
  await until(() => expect(readAloud()).toBe('normal chest is dropped on Active List.'))
  await says('Phrase “normal chest” is now active')
  await until(() => expect(listed('active')).toHaveLength(2))
  await lift('normal heart')
  await until(() => expect(readAloud()).toBe('normal heart is over Active List.'))
  await userEvent.keyboard('{ArrowLeft}')
  await until(() => expect(readAloud()).toBe('normal heart is over My Collection.'))
  await userEvent.keyboard('{Escape}')
  await until(() => expect(readAloud()).toBe('normal heart is put back where it was.'))
  // A dropped card leaves the page for a moment.
  await until(() => expect(document.querySelector('.is-carried')).toBeNull())
  await new Promise((later) => setTimeout(later, 50))
  await until(() => expect(document.activeElement).toBe(button('Carry normal heart').element()))
  expect(page.getByRole('dialog').query()).toBeNull()
  expect(server.asked(calls.deactivatePhrases)).toEqual([])
})

test('an active item, even a non-editable one, returns to My Collection by dragging or its button, after a confirmation [K2P-07, K2P-32]', async () => {
  server.answer(calls.deactivatePhrases, done('from the clinic is in My Collection.'))
  open()
  await userEvent.click(button('Remove from Active List: from the clinic'))
  await expect.element(page.getByRole('dialog', { name: 'Are you sure you want to delete?' })).toBeVisible()
  await userEvent.click(button('Cancel'))
  expect(server.asked(calls.deactivatePhrases)).toEqual([])
  await drag(page.getByText('from the clinic'), page.getByText('normal chest'))
  await says('Phrase “from the clinic” goes back to My Collection. You can’t use it in notes until you add it again.')
  await userEvent.click(button('Move to My Collection'))
  await says('Phrase “from the clinic” moved to My Collection')
  const [asked] = server.asked(calls.deactivatePhrases)
  expect(asked?.what).toBe('PUT /api/clinic/authors/canned-text/in-active')
  expect(asked?.search.get('cannedTextIds')).toBe(received.id)
  await until(() => expect(listed('mine')).toHaveLength(2))
})

test('a moved or new item is scrolled to and highlighted, whatever the search was, and the focus stays on the board', async () => {
  const many = Array.from({ length: 50 }, (_, at) => aPhrase(100 + at, { key: `a${at}` }))
  const made = aPhrase(19, { key: 'zoster' })
  let mine = [kept]
  server.answer(calls.listPhrases, ({ search }) => {
    if (search.get('type') !== 'mine') return mine.length > 1 ? [] : [inUse]
    return search.get('page') === '0' ? (mine.length > 1 ? many : mine) : mine
  })
  server.answer(calls.deactivatePhrases, () => {
    mine = [kept, { ...inUse, active: false }]
    return done('Done.')
  })
  server.answer(calls.createPhrase, () => {
    mine = [...mine, made]
    return { result: [made], message: 'Done.' }
  })
  open()
  const standsOut = (name: string) =>
    until(() => expect(document.querySelector('.is-marked')?.textContent).toContain(name))
  await expect.element(button('Remove from Active List: normal heart')).toBeVisible()
  ;(button('Remove from Active List: normal heart').element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await userEvent.click(button('Move to My Collection'))
  await standsOut('normal heart')
  await until(() => expect(document.activeElement?.closest('.board')).not.toBeNull())
  await userEvent.fill(column('My Collection').getByRole('searchbox'), 'a4')
  await userEvent.click(button('Create New K2P'))
  const modal = page.getByRole('dialog', { name: 'Add Key' })
  await userEvent.fill(modal.getByLabelText('Key', { exact: true }), 'zoster')
  await userEvent.click(modal.getByRole('textbox', { name: 'Phrase', exact: true }))
  await userEvent.keyboard('Clear.')
  await userEvent.click(modal.getByRole('button', { name: 'Submit' }))
  await says('Phrase “zoster” saved')
  await standsOut('zoster')
  await expect.element(column('My Collection').getByRole('searchbox')).toHaveValue('')
})

test('people can delete their own items in either column, and undo it for ten seconds [K2P-53, K2P-54]', async () => {
  const waits = vi.spyOn(globalThis, 'setTimeout')
  server.answer(calls.deletePhrases, done('Deleted.'))
  open()
  await userEvent.click(button('Delete normal chest'))
  await says('“normal chest” deleted')
  expect(page.getByText('normal chest', { exact: true }).query()).toBeNull()
  expect(waits).toHaveBeenCalledWith(expect.any(Function), 10_000)
  await userEvent.click(button('Undo: normal chest'))
  await says('normal chest')
  expect(server.asked(calls.deletePhrases)).toEqual([])
  expect(button('Delete from the clinic').query()).toBeNull()
  await userEvent.click(button('Delete normal heart'))
  // Leaving the page sends the deletion before the ten seconds are over.
  window.dispatchEvent(new Event('pagehide'))
  await until(() => expect(server.asked(calls.deletePhrases)).toHaveLength(1))
  expect(server.asked(calls.deletePhrases)[0]).toMatchObject({ what: 'DELETE /api/clinic/authors/canned-text' })
  expect(server.asked(calls.deletePhrases)[0]!.search.get('cannedTextIds')).toBe(inUse.id)
  server.answer(calls.deletePhrases, refused('It is needed.'))
  await userEvent.click(button('Delete normal chest'))
  window.dispatchEvent(new Event('pagehide'))
  await says('“normal chest” wasn’t deleted.')
  await reads(page.getByRole('log', { name: 'Deleted' }), 'It is needed.')
  await says('normal chest')
})

test.each([
  ['light', 1280],
  ['dark', 1280],
  ['dark', 360],
] as const)('passes axe in %s and fits %i pixels, also with very long names [K2P-59]', async (look, width) => {
  await page.viewport(width, 740)
  const [key, phrase] = ['k'.repeat(100), 'p'.repeat(400)]
  server.answer(calls.listPhrases, [
    aPhrase(1, { key, phrase }),
    ...Array.from({ length: 12 }, (_, n) => aPhrase(n + 2)),
  ])
  const { host } = open(as('clinicAdmin'), look)
  await expect.element(page.getByText(`${'k'.repeat(80)}…`, { exact: true }).first()).toBeVisible()
  await expect.element(page.getByText(`${'p'.repeat(100)}…`, { exact: true }).first()).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  await expectNoViolations(host)
  if (width > 700) return
  await userEvent.click(page.getByText('Active List', { exact: true }))
  await expect.element(button(`Remove from Active List: ${key}`)).toBeVisible()
  expect(column('My Collection').query()).toBeNull()
  expect(idOf(1)).toBe(aPhrase(1).id)
})
