import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { mount } from '../../editor/testing/mount.tsx'
import type { CollectionItem } from './collection.ts'
import { ItemList } from './item-list.tsx'
import type { useItems } from './use-items.ts'

const itemsOf = (count: number) => Array.from({ length: count }, (_, n) => ({ id: `item ${n}` }) as CollectionItem)
const list = { isSuccess: true, isPending: false, hasNextPage: false, more: () => {} } as ReturnType<typeof useItems>
const all = itemsOf(100)

test('a page that comes draws its own cards, not those above it once more', async () => {
  const drawn = vi.fn(({ id }: CollectionItem) => <li data-item={id}>{id}</li>)
  function Pages() {
    const [count, setCount] = useState(50)
    return (
      <>
        <ItemList label="Kept" list={list} items={all.slice(0, count)}>
          {drawn}
        </ItemList>
        <button type="button" onClick={() => setCount(100)}>
          The next page
        </button>
      </>
    )
  }
  mount(<Pages />)
  await expect.element(page.getByText('item 49')).toBeVisible()
  expect(drawn).toHaveBeenCalledTimes(50)
  await page.getByRole('button', { name: 'The next page' }).click()
  await expect.element(page.getByText('item 99')).toBeVisible()
  expect(drawn).toHaveBeenCalledTimes(100)
})
