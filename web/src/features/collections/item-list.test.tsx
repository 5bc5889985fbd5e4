import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mount, until } from '../../editor/testing/mount.tsx'
import type { CollectionItem } from './collection.ts'
import './collections.css'
import { ItemList } from './item-list.tsx'
import type { useItems } from './use-items.ts'

const many = 2000
const itemsOf = (count: number) => Array.from({ length: count }, (_, n) => ({ id: `item ${n}` }) as CollectionItem)
const list = { isSuccess: true, isPending: false, hasNextPage: false, more: () => {} } as ReturnType<typeof useItems>
const all = itemsOf(many)
const drawn = vi.fn(({ id }: CollectionItem) => (
  // Every third card is five lines high.
  <div className="item-card" style={{ blockSize: Number(id.slice(5)) % 3 === 0 ? 150 : 60 }}>
    <button type="button" className="item-open">
      {id}
    </button>
  </div>
))
beforeEach(() => {
  drawn.mockClear()
})

interface KeptProps {
  items: readonly CollectionItem[]
  search?: string
}

const Kept = ({ items, search = '' }: KeptProps) => (
  <div style={{ display: 'flex', flexDirection: 'column', blockSize: 400, inlineSize: 300 }}>
    <ItemList label="Kept" list={list} items={items} search={search}>
      {drawn}
    </ItemList>
  </div>
)

/** Shows a list in its first state, and a button that switches it to the second. */
function TwoStates({ from, to }: { from: KeptProps; to: KeptProps }) {
  const [props, setProps] = useState(from)
  return (
    <>
      <Kept {...props} />
      <button type="button" onClick={() => setProps(to)}>
        Turn
      </button>
    </>
  )
}
const showSecondState = () => userEvent.click(page.getByRole('button', { name: 'Turn' }))

const box = () => document.querySelector('.item-list')!
const card = (n: number) => page.getByRole('button', { name: `item ${n}` })
const numbers = () => [...document.querySelectorAll('[data-item]')].map((one) => Number(one.getAttribute('data-index')))

/** Whether a card is completely visible in the box. */
function isInSight(n: number) {
  const { top, bottom } = card(n).element().getBoundingClientRect()
  const within = box().getBoundingClientRect()
  return top >= within.top && bottom <= within.bottom
}

/** Scrolls to a position, and waits until the list has measured the cards there. */
async function scrollTo(top: () => number) {
  await until(() => expect(box()).not.toBeNull())
  for (let before = -1; before !== box().scrollTop; ) {
    before = box().scrollTop
    box().scrollTop = top()
    await new Promise((later) => setTimeout(later, 50))
  }
}
const end = () => box().scrollHeight

test('loading the next page renders only its own cards, not those already shown', async () => {
  mount(<TwoStates from={{ items: all.slice(0, 4) }} to={{ items: all.slice(0, 50) }} />)
  await expect.element(card(3)).toBeInTheDocument()
  expect(drawn).toHaveBeenCalledTimes(4)
  await showSecondState()
  await expect.element(card(5)).toBeInTheDocument()
  expect(drawn.mock.calls.map(([{ id }]) => id)).toEqual([...new Set(drawn.mock.calls.map(([{ id }]) => id))])
})

test('of 2,000 cards only those near the visible part are rendered, wherever the list is scrolled to', async () => {
  mount(<Kept items={all} />)
  await expect.element(card(0)).toBeVisible()
  expect(numbers().length).toBeLessThan(30)
  await scrollTo(end)
  await until(() => expect(isInSight(many - 1)).toBe(true))
  expect(numbers().length).toBeLessThan(30)
  await scrollTo(() => box().scrollHeight / 2)
  const [first, last] = [numbers()[0]!, numbers().at(-1)!]
  expect([first > 800, last < 1200]).toEqual([true, true])
  // The cards do not overlap, and none is missing.
  const edges = numbers().map((n) => card(n).element().closest('li')!.getBoundingClientRect())
  expect(edges.slice(1).map(({ top }, at) => Math.round(top - edges[at]!.bottom))).toEqual(edges.slice(1).map(() => 8))
})

test('the position of a card in the whole list is announced, whichever cards are rendered', async () => {
  mount(<Kept items={all} />)
  await scrollTo(end)
  await expect.element(card(many - 1)).toBeVisible()
  const told = card(many - 1)
    .element()
    .closest('li')!
  expect([told.ariaPosInSet, told.ariaSetSize]).toEqual(['2000', '2000'])
})

test('the focused card stays when it is scrolled away, and Tab continues at the next', async () => {
  mount(<Kept items={all} />)
  await userEvent.click(card(2))
  await scrollTo(end)
  await expect.element(card(many - 1)).toBeVisible()
  expect(document.activeElement).toBe(card(2).element())
  await userEvent.keyboard('{Tab}')
  expect(document.activeElement).toBe(card(3).element())
  await until(() => expect(isInSight(3)).toBe(true))
})

test('when the current card disappears, the next one gets the focus, also far down', async () => {
  const gone = 1234
  mount(<TwoStates from={{ items: all }} to={{ items: all.filter((_, n) => n !== gone) }} />)
  await scrollTo(() => (box().scrollHeight * gone) / many)
  await expect.element(card(gone)).toBeInTheDocument()
  ;(card(gone).element() as HTMLElement).focus()
  ;(page.getByRole('button', { name: 'Turn' }).element() as HTMLElement).click()
  await until(() => expect(document.activeElement).toBe(card(gone + 1).element()))
})

test('the results of another search are shown from the top', async () => {
  mount(<TwoStates from={{ items: all }} to={{ items: itemsOf(500), search: 'lungs' }} />)
  await scrollTo(() => 20_000)
  expect(box().scrollTop).toBeGreaterThan(19_000)
  await showSecondState()
  await expect.element(card(0)).toBeVisible()
  expect([box().scrollTop, isInSight(0)]).toEqual([0, true])
})
