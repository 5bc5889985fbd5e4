import { templateCalls as calls } from '@dictara/contract/templates'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { until } from '../../editor/testing/mount.tsx'
import { expectNoViolations } from '../../testing/accessible.ts'
import { loadMore } from '../../testing/load-more.ts'
import { as, openPage } from '../../testing/open-page.tsx'
import { idOf } from '../../testing/stored-user.fixtures.ts'
import { aHeading, aTemplate } from '../../testing/template.fixtures.ts'
import { type Calls, openCalls, refused } from '../../testing/wire.ts'
import { forgetDeletions } from '../collections/deletions.ts'

const mine = aTemplate({
  sectionHeadings: [aHeading(81, 'History of present illness'), aHeading(82, 'PLAN', { required: true })],
})
const inUse = aTemplate({ id: idOf(72), templateName: 'Follow-up', active: true })
const ofOthers = [
  aTemplate({
    id: idOf(73),
    templateName: 'Knee visit',
    author: { doctorName: 'Rosa Klein' },
    sectionHeadings: [aHeading(83, 'Examination of the knee', { required: true })],
  }),
  aTemplate({ id: idOf(74), templateName: 'KneeVisit', author: null }),
  aTemplate({ id: idOf(75), templateName: 'Office visit', author: { doctorName: 'Rosa Klein' }, conflict: true }),
]

let server: Calls
beforeEach(async () => {
  await page.viewport(1280, 800)
  localStorage.clear()
  server = openCalls()
  server.answer(calls.listTemplates, ({ search }) =>
    search.get('type') === 'active' ? [inUse] : search.get('type') === 'author' ? ofOthers : [mine],
  )
  server.answer(calls.activateTemplates, { message: 'Added' })
  server.answer(calls.deactivateTemplates, { message: 'Removed' })
  server.answer(calls.deleteTemplates, { message: 'Deleted' })
  server.answer(calls.importTemplates, { message: 'Imported' })
})
afterEach(() => {
  forgetDeletions()
  vi.restoreAllMocks()
})

const address = '/dashboard/settings/dictation'
const open = (who: 'doctor' | 'admin' | 'clinicAdmin' = 'doctor', look?: 'light' | 'dark') =>
  openPage(address, as(who), look)
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
const clickOn = (name: string | RegExp) => userEvent.click(button(name))
const column = (name: string) => page.getByRole('region', { name, exact: true })
const dialog = (name: string) => page.getByRole('dialog', { name, exact: true })
const says = (words: string) => expect.element(page.getByText(words, { exact: true }).first()).toBeVisible()
const asked = (type: string) => server.asked(calls.listTemplates).filter(({ search }) => search.get('type') === type)
const tick = (name: string) => userEvent.click(page.getByRole('checkbox', { name: `Select ${name}`, exact: true }))
const imported = () => Object.fromEntries(server.asked(calls.importTemplates).at(-1)!.search)

/** Cuts out the requested page of fifty. The second page is not full, so scrolling loads no more. */
const pageOf = <T,>(all: readonly T[], search: URLSearchParams) =>
  all.slice(Number(search.get('page')) * 50).slice(0, 50)

test('the page is titled Dictation, and has two buttons and two columns [TMPL-01, TMPL-03, TMPL-04]', async () => {
  const { router } = open()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Dictation', exact: true })).toBeVisible()
  await expect.element(column('My Collection').getByRole('button', { name: /^Office visit/ })).toBeVisible()
  await expect.element(column('Active Dictation template').getByRole('button', { name: /^Follow-up/ })).toBeVisible()
  await expect.element(button('Import From Global List')).toBeVisible()
  await expectNoViolations()
  await clickOn('New Dictation Template')
  await until(() => expect(router.state.location.pathname).toBe(`${address}/new`))
})

test('a column has pages of 50 and a search after 1000 ms; its cards cut headings at 20 characters and open their form [TMPL-42, TMPL-43, TMPL-50]', async () => {
  const waits = vi.spyOn(globalThis, 'setTimeout')
  const { router } = open()
  await expect.element(column('My Collection').getByText('History of present i… · PLAN')).toBeVisible()
  expect(Object.fromEntries(asked('mine')[0]!.search)).toMatchObject({ page: '0', size: '50', search: '' })
  await userEvent.fill(column('My Collection').getByRole('searchbox'), 'knee')
  expect(asked('mine').at(-1)!.search.get('search')).toBe('')
  await until(() => expect(asked('mine').at(-1)!.search.get('search')).toBe('knee'))
  expect(waits).toHaveBeenCalledWith(expect.any(Function), 1000)
  await userEvent.click(column('My Collection').getByRole('button', { name: /^Office visit/ }))
  await until(() => expect(router.state.location.pathname).toBe(`${address}/${idOf(71)}`))
})

test('a card is activated by dragging and removed by its button after a confirmation, and both columns are reloaded [TMPL-16, TMPL-18]', async () => {
  open()
  await expect.element(button('Carry Office visit')).toBeVisible()
  const fetched = (times: number) =>
    until(() => expect([asked('mine').length, asked('active').length]).toEqual([times, times]))
  await fetched(1)
  await userEvent.dragAndDrop(button('Carry Office visit'), column('Active Dictation template'), {
    steps: 10,
  } as never)
  await until(() => expect(server.asked(calls.activateTemplates).at(-1)!.search.get('templateIds')).toBe(idOf(71)))
  await says('Template “Office visit” is now active')
  await fetched(2)
  await clickOn('Remove from Active List: Follow-up')
  await expect.element(dialog('Are you sure you want to remove from Active list?')).toBeVisible()
  await userEvent.click(button('Move to My Collection'))
  await until(() => expect(server.asked(calls.deactivateTemplates).at(-1)!.search.get('templateIds')).toBe(idOf(72)))
  await fetched(3)
})

test('the global list can be searched, cuts headings on a card at 22 characters, and previews name and headings [TMPL-02, TMPL-05, TMPL-43]', async () => {
  open()
  await clickOn('Import From Global List')
  const modal = dialog('Import Dictation Template')
  await expect
    .element(modal.getByRole('button', { name: /^Knee visit By: Rosa Klein/ }))
    .toHaveTextContent('Knee visitBy: Rosa KleinExamination of the kne…')
  await userEvent.click(modal.getByRole('button', { name: /^Knee visit By: Rosa Klein/ }))
  const preview = modal.getByRole('region', { name: 'Preview' })
  await expect.element(preview.getByRole('heading', { name: 'Knee visit' })).toBeVisible()
  await expect.element(preview.getByRole('heading', { name: /^EXAMINATION OF THE KNEE\s*Required$/ })).toBeVisible()
  await expectNoViolations()
  await userEvent.fill(modal.getByRole('searchbox'), 'hip')
  await until(() =>
    expect(Object.fromEntries(asked('author').at(-1)!.search)).toMatchObject({ search: 'hip', size: '20' }),
  )
})

test('two templates with one name cannot both be ticked, and importing an existing name asks to change, skip or replace [TMPL-20, TMPL-38, TMPL-58]', async () => {
  const admins = open('admin')
  await clickOn('Import From Global List')
  await expect.element(page.getByRole('checkbox', { name: 'Activate for all users' })).toBeVisible()
  admins.close()
  open('clinicAdmin')
  await clickOn('Import From Global List')
  await tick('Knee visit')
  await tick('KneeVisit')
  await says('This card is already checked!')
  await expect.element(page.getByRole('checkbox', { name: 'Select KneeVisit', exact: true })).not.toBeChecked()
  await tick('Office visit')
  await userEvent.click(page.getByRole('checkbox', { name: 'Import as Active' }))
  await userEvent.click(page.getByRole('checkbox', { name: 'Activate for all users' }))
  await clickOn('Import 2')
  await says('Replacing will permanently remove those key-to-phrases from your Collection')
  await expectNoViolations()
  await clickOn('Change selection')
  expect(server.asked(calls.importTemplates)).toEqual([])
  await clickOn('Import 2')
  await clickOn('Skip those')
  await until(() =>
    expect(imported()).toEqual({
      templateIds: `${idOf(73)},${idOf(75)}`,
      active: 'true',
      exportToOtherAuthors: 'true',
      overRideExisting: 'false',
    }),
  )
})

test('“Replace those” overwrites existing templates and reloads every list from its first page; only managers import for all users [TMPL-20, TMPL-57, TMPL-58]', async () => {
  const all = Array.from({ length: 53 }, (_, n) => aTemplate({ id: idOf(100 + n) }))
  server.answer(calls.listTemplates, ({ search }) => (search.get('type') === 'author' ? ofOthers : pageOf(all, search)))
  open()
  const pages = (type: string) => asked(type).map(({ search }) => search.get('page'))
  await loadMore(column('My Collection'))
  await until(() => expect(pages('mine')).toEqual(['0', '1']))
  await clickOn('Import From Global List')
  await tick('Office visit')
  await expect.element(page.getByRole('checkbox', { name: 'Activate for all users' })).not.toBeInTheDocument()
  await clickOn('Import 1')
  await clickOn('Replace those')
  await until(() =>
    expect(imported()).toMatchObject({ templateIds: idOf(75), overRideExisting: 'true', active: 'false' }),
  )
  await until(() =>
    expect([pages('mine'), pages('active')]).toEqual([
      ['0', '1', '0'],
      ['0', '0'],
    ]),
  )
  await expect.element(dialog('Import Dictation Template')).not.toBeInTheDocument()
})

test('a deleted template disappears from its column, and Undo restores it [TMPL-41, TMPL-59]', async () => {
  open()
  for (const [name, held] of [
    ['Follow-up', 'Active Dictation template'],
    ['Office visit', 'My Collection'],
  ] as const) {
    const card = column(held).getByRole('button', { name: new RegExp(`^${name}`) })
    await clickOn(`Delete ${name}`)
    await expect.element(card).not.toBeInTheDocument()
    await userEvent.click(page.getByRole('button', { name: /^Undo/ }).first())
    await expect.element(card).toBeVisible()
  }
  expect(server.asked(calls.deleteTemplates)).toEqual([])
  for (const [place, name] of ['Follow-up', 'Office visit'].entries()) {
    await clickOn(`Delete ${name}`)
    // Leaving the page sends the deletion before the ten seconds are over.
    window.dispatchEvent(new Event('pagehide'))
    await until(() => expect(server.asked(calls.deleteTemplates)).toHaveLength(place + 1))
  }
  expect(server.asked(calls.deleteTemplates).map(({ search }) => search.get('templateIds'))).toEqual([
    idOf(72),
    idOf(71),
  ])
})

test('the page is accessible when empty, failing, with long names, at 360 px and in the dark theme', async () => {
  server.answer(calls.listTemplates, ({ search }) =>
    search.get('type') === 'active'
      ? refused('Nothing works.', 'off', 500)
      : [aTemplate({ templateName: 'W'.repeat(250), sectionHeadings: [aHeading(81, 'M'.repeat(250))] })],
  )
  open('doctor', 'dark')
  await says('Couldn’t load the list')
  await expectNoViolations()
  await page.viewport(360, 740)
  await expect.element(page.getByText(/^W{80}…$/)).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360)
  await expectNoViolations()
})
