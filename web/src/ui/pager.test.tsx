import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mount } from '../editor/testing/mount.tsx'
import { Pager } from './pager.tsx'

function FiveAndThirty() {
  const [at, setAt] = useState(0)
  return <Pager page={at} size={10} total={35} onPage={setAt} />
}

test('a table has its first, previous, next and last page, and no page beyond [SHELL-48]', async () => {
  mount(<FiveAndThirty />)
  const button = (name: string) => page.getByRole('button', { name })
  const stands = (place: string) => expect.element(page.getByRole('status')).toHaveTextContent(place)
  await stands('Page 1 of 4, 35 in all')
  for (const name of ['First page', 'Previous page']) await expect.element(button(name)).toBeDisabled()
  for (const [name, place] of [
    ['Next page', 'Page 2 of 4, 35 in all'],
    ['Last page', 'Page 4 of 4, 35 in all'],
    ['Previous page', 'Page 3 of 4, 35 in all'],
    ['Last page', 'Page 4 of 4, 35 in all'],
  ] as const) {
    await userEvent.click(button(name))
    await stands(place)
  }
  for (const name of ['Next page', 'Last page']) await expect.element(button(name)).toBeDisabled()
  await userEvent.click(button('First page'))
  await stands('Page 1 of 4, 35 in all')
})

test('on the smallest phone the page buttons stay on one line', async () => {
  await page.viewport(320, 640)
  mount(<FiveAndThirty />)
  await expect.element(page.getByRole('button', { name: 'Last page' })).toBeVisible()
  const tops = [...document.querySelectorAll('nav button')].map((one) => one.getBoundingClientRect().top)
  expect(new Set(tops).size).toBe(1)
})
