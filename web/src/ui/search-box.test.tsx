import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mount, until } from '../editor/testing/mount.tsx'
import { SearchBox, searchDebounceMs } from './search-box.tsx'

const box = () => page.getByRole('searchbox', { name: 'Search Jobs' })
const afterDebounce = () => new Promise((resolve) => setTimeout(resolve, 2 * searchDebounceMs))

/** Renders a search box, with a menu item and a Back button that change the search from outside. */
function open() {
  const asked: string[] = []
  function List() {
    const [search, setSearch] = useState('')
    const ask = (text: string) => {
      asked.push(text)
      setSearch(text)
    }
    return (
      <>
        <SearchBox label="Search Jobs" value={search} onSearch={ask} />
        <button type="button" onClick={() => setSearch('')}>
          Jobs
        </button>
        <button type="button" onClick={() => setSearch('cough')}>
          Back
        </button>
      </>
    )
  }
  mount(<List />)
  return asked
}

test('a search that is cleared from elsewhere stays cleared, including text being typed', async () => {
  const asked = open()
  await box().fill('cough')
  await until(() => expect(asked).toEqual(['cough']))
  await userEvent.type(box(), ' syrup')
  await page.getByRole('button', { name: 'Jobs' }).click()
  await expect.element(box()).toHaveValue('')
  await afterDebounce()
  expect(asked).toEqual(['cough', 'cough syrup'])
  await expect.element(box()).toHaveValue('')
})

test('leaving the box before the delay sends the typed text, and only once', async () => {
  const asked = open()
  await userEvent.type(box(), 'cough')
  await userEvent.tab()
  expect(asked).toEqual(['cough'])
  await afterDebounce()
  expect(asked).toEqual(['cough'])
})

test('a search from the address is in the box', async () => {
  const asked = open()
  await page.getByRole('button', { name: 'Back' }).click()
  await expect.element(box()).toHaveValue('cough')
  await afterDebounce()
  expect(asked).toEqual([])
  await box().fill('')
  await until(() => expect(asked).toEqual(['']))
})
