import { call } from '@dictara/browser/call'
import { type Person, peopleCalls } from '@dictara/contract/people'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { until } from '../editor/testing/mount.tsx'
import { expectNoViolations } from '../testing/accessible.ts'
import { mountRoutes } from '../testing/in-web-app.tsx'
import { aDoctor } from '../testing/person.fixtures.ts'
import { type Calls, openCalls, refused } from '../testing/wire.ts'
import '@dictara/browser/theme.css'
import { ListPage } from './list-page.tsx'
import { ListTable } from './list-table.tsx'
import { useAction } from './use-action.ts'
import { useListQuery } from './use-list-query.ts'

const list = peopleCalls.listDoctors
const key = ['people']
const facilities = [
  { id: 'f1', name: 'Main' },
  { id: 'f2', name: 'Annex' },
]

function Toggle({ person }: { person: Person }) {
  const act = useAction({ refreshes: key })
  const send = () => call(peopleCalls.togglePerson, { params: { id: person.id }, body: { isEnabled: false } })
  return (
    <button type="button" onClick={() => void act.run(send, { confirm: { title: 'Sure?', okText: 'Yes' } })}>
      Toggle {person.lastName}
    </button>
  )
}

function People() {
  const people = useListQuery(list, { key, names: { facilityIds: 'facilities' } })
  const facility = { title: 'Facility', options: facilities, ...people.filter('facilityIds') }
  return (
    <ListPage
      title="People"
      list={people}
      search="Search People"
      filterBy={
        <button type="button" onClick={() => facility.onChange(['f1', 'f2'])}>
          Both
        </button>
      }
      filters={[facility]}
      failed={{ title: 'No people' }}
    >
      <ListTable
        list={people}
        empty="Nobody."
        columns={[
          { title: 'Name', sort: 'name', isHeading: true, render: ({ fullName }) => fullName },
          { title: 'Email', sort: 'email', render: ({ email }) => email },
          { title: 'Action', isRigid: true, width: 132, render: (person) => <Toggle person={person} /> },
        ]}
      />
    </ListPage>
  )
}

let server: Calls
beforeEach(() => {
  server = openCalls()
})
afterEach(() => vi.restoreAllMocks())

const open = (search = '') => mountRoutes([{ path: '/people', element: <People /> }], `/people${search}`)
const button = (name: string) => page.getByRole('button', { name })
const row = (name: string) => page.getByRole('row', { name: new RegExp(`^${name}`) })
const last = () => Object.fromEntries(server.asked(list).at(-1)?.search ?? [])
const place = () => page.getByRole('status')
const numbered = (first: number, count: number) =>
  Array.from({ length: count }, (_, n) => aDoctor({ id: `id ${first + n}`, lastName: `Nr${first + n}` }))
/** Answers with thirty-five people, ten a page. */
const answerInPages = () =>
  server.answer(list, ({ search }) => ({
    result: numbered(Number(search.get('page')) * 10, Number(search.get('page')) === 3 ? 5 : 10),
    size: 35,
  }))

test('an address opens the list in its earlier state: search, filter, order and page', async () => {
  answerInPages()
  open('?page=2&name=oka&facilities=f1,f2&sortKey=email&sortOrder=descend')
  await expect.element(row('Dana Nr20')).toBeVisible()
  expect(last()).toEqual({
    page: '2',
    size: '10',
    name: 'oka',
    facilityIds: 'f1,f2',
    sortKey: 'email',
    sortOrder: 'descend',
  })
  await expect.element(page.getByRole('searchbox', { name: 'Search People' })).toHaveValue('oka')
  await expect.element(page.getByRole('columnheader', { name: 'Email' })).toHaveAttribute('aria-sort', 'descending')
  await expect.element(place()).toHaveTextContent('Page 3 of 4, 35 in all')
})

test('an address with a page number beyond the end opens the last page, an invalid one the first [QA-87]', async () => {
  answerInPages()
  for (const [asked, words] of [
    ['9999', 'Page 4 of 4, 35 in all'],
    ['1e99', 'Page 4 of 4, 35 in all'],
    ['Infinity', 'Page 4 of 4, 35 in all'],
    ['-3', 'Page 1 of 4, 35 in all'],
    ['abc', 'Page 1 of 4, 35 in all'],
    ['2.7', 'Page 3 of 4, 35 in all'],
  ] as const) {
    const { close } = open(`?page=${asked}`)
    await expect.element(place()).toHaveTextContent(words)
    close()
  }
})

test('an invalid order in the address is replaced by the default one', async () => {
  answerInPages()
  open('?sortKey=salary&sortOrder=sideways')
  await expect.element(row('Dana Nr0')).toBeVisible()
  expect(last()).toEqual({ page: '0', size: '10', name: '', facilityIds: '', sortKey: 'name', sortOrder: 'ascend' })
})

test('a filter or order is kept in the address, and starts at the first page', async () => {
  answerInPages()
  const { router } = open('?page=2')
  const address = () => router.state.location.search
  await userEvent.click(button('Both'))
  await until(() => expect(address()).toBe('?facilities=f1%2Cf2'))
  await userEvent.click(button('Facility: Main, remove'))
  await until(() => expect(address()).toBe('?facilities=f2'))
  await expect.element(button('Facility: Annex, remove')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await until(() => expect(address()).toBe(''))
  await expect.element(page.getByRole('group', { name: 'Filters in use' })).toHaveFocus()
  await userEvent.click(page.getByRole('columnheader', { name: 'Email' }))
  await until(() => expect(address()).toBe('?sortKey=email&sortOrder=ascend'))
  for (const order of ['descend', 'ascend', 'descend']) {
    await userEvent.click(page.getByRole('columnheader', { name: 'Email' }))
    await until(() => expect(last()['sortOrder']).toBe(order))
  }
})

test('two filters removed in quick succession are both gone', async () => {
  answerInPages()
  const { router } = open('?facilities=f1,f2&name=oka')
  await expect.element(button('Facility: Annex, remove')).toBeVisible()
  for (const chip of document.querySelectorAll<HTMLButtonElement>('.filter-chips button')) {
    chip.click()
    // Run pending promises only: the address must follow before the browser handles another click.
    for (let turn = 0; turn < 50; turn += 1) await Promise.resolve()
  }
  expect(router.state.location.search).toBe('?name=oka')
  await until(() => expect(last()).toMatchObject({ facilityIds: '', name: 'oka' }))
})

test('the first rows are awaited with placeholders, and later ones with the old rows still shown', async () => {
  const later = Promise.withResolvers<Person[]>()
  server.answer(list, later.promise)
  open()
  await expect.element(place()).toHaveTextContent('Loading …')
  expect(document.querySelectorAll('tbody .to-come').length).toBe(30)
  later.resolve(numbered(0, 10))
  await expect.element(row('Dana Nr0')).toBeVisible()
  expect(document.querySelectorAll('.to-come').length).toBe(0)
  const next = Promise.withResolvers<Person[]>()
  server.answer(list, next.promise)
  await userEvent.click(page.getByRole('columnheader', { name: 'Email' }))
  await until(() => expect(document.querySelector('[aria-busy=true]')).not.toBeNull())
  await expect.element(row('Dana Nr0')).toBeVisible()
  next.resolve(numbered(5, 1))
  await expect.element(row('Dana Nr5')).toBeVisible()
  await until(() => expect(document.querySelector('[aria-busy=true]')).toBeNull())
})

test('a page beyond the end is replaced by the last one, and a list whose total was capped says so', async () => {
  server.answer(list, ({ search }) => ({ result: search.get('page') === '1' ? numbered(10, 1) : [], size: 11 }))
  const { router } = open('?page=7')
  await expect.element(row('Dana Nr10')).toBeVisible()
  expect(router.state.location.search).toBe('?page=1')
  server.answer(list, { result: numbered(0, 10), size: 3000, sizeIsCapped: true })
  await userEvent.click(button('Both'))
  await expect.element(place()).toHaveTextContent('Page 1 of more than 300, more than 3000 in all')
})

test('when a page button becomes disabled, the focus moves to another page button', async () => {
  answerInPages()
  open('?page=2')
  await expect.element(row('Dana Nr20')).toBeVisible()
  await userEvent.click(button('Next page'))
  await expect.element(row('Dana Nr30')).toBeVisible()
  await expect.element(button('Previous page')).toHaveFocus()
  await userEvent.click(button('First page'))
  await expect.element(row('Dana Nr0')).toBeVisible()
  await expect.element(button('Next page')).toHaveFocus()
})

test('a failure is shown in place with Retry, and existing rows stay', async () => {
  server.answer(list, refused('No.'))
  const { client } = open()
  const alert = page.getByRole('alert')
  await expect.element(alert).toHaveTextContent('No peopleRetry')
  await expect.element(page.getByRole('table')).not.toBeInTheDocument()
  server.answer(list, [])
  await userEvent.click(button('Retry'))
  await expect.element(page.getByText('Nobody.')).toBeVisible()
  await expect.element(alert).not.toBeInTheDocument()
  server.answer(list, numbered(0, 1))
  await client.invalidateQueries({ queryKey: key })
  await expect.element(row('Dana Nr0')).toBeVisible()
  server.answer(list, refused('No.'))
  await client.invalidateQueries({ queryKey: key })
  await expect.element(alert).toBeVisible()
  await expect.element(row('Dana Nr0')).toBeVisible()
  await expectNoViolations()
})

test('an action runs once, shows the server’s message about its result, and reloads the list [ERR-10, ERR-12]', async () => {
  const toggle = peopleCalls.togglePerson
  server.answer(list, numbered(0, 1))
  server.answer(toggle, refused('This is the last one.'))
  open()
  await userEvent.click(button('Toggle Nr0'))
  await userEvent.click(button('Cancel'))
  expect(server.asked(toggle)).toEqual([])
  await userEvent.click(button('Toggle Nr0'))
  await userEvent.click(button('Yes'))
  await expect.element(page.getByText('This is the last one.')).toBeVisible()
  await expect.element(page.getByText('Failed')).toBeVisible()
  await until(() => expect(server.asked(list)).toHaveLength(2))
  server.answer(toggle, { message: 'Disabled.' })
  await userEvent.click(button('Toggle Nr0'))
  await userEvent.dblClick(button('Yes'))
  await expect.element(page.getByText('Disabled.')).toBeVisible()
  await until(() => expect(server.asked(list)).toHaveLength(3))
  expect(server.asked(toggle)).toHaveLength(2)
})
