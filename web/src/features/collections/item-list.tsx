import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import { Button, Empty, Skeleton } from 'antd'
import { memo, type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { Failed } from '../../ui/failed.tsx'
import { focusOnceFree } from '../../ui/use-focus-back.ts'
import type { CollectionItem, Marked } from './collection.ts'
import { useCardAtHand } from './use-card-at-hand.ts'
import type { useItems } from './use-items.ts'
import { useScrollOn } from './use-scroll-on.ts'

interface ItemListProps<Item extends CollectionItem> {
  label: string
  list: ReturnType<typeof useItems<Item>>
  items: readonly Item[]
  /** The search words; results of another search are shown from the top. */
  search: string
  /** An item whose deletion was undone: the focus returns to it. */
  takenBack?: Pick<CollectionItem, 'id'> | undefined
  /** An item that has just come into this list. */
  marked?: Marked | undefined
  /** The content of an item's card. */
  children: (item: Item) => ReactNode
}

/** Height of a card of two lines, in pixels; every card is measured once it is drawn. */
const usualHeight = 84
const gap = 8

/** A scrolling list of cards, which loads more at its end. Cards out of sight are not rendered (ADR 0016). */
export function ItemList<Item extends CollectionItem>({
  label,
  list,
  items,
  search,
  takenBack,
  marked,
  children,
}: ItemListProps<Item>) {
  const box = useScrollOn(list.more)
  const placeAtHand = useCardAtHand(box, items, takenBack)
  useLayoutEffect(() => {
    if (box.current) box.current.scrollTop = 0
  }, [box, search])
  // oxlint-disable-next-line react/incompatible-library -- no compiler keeps what it returns here
  const drawn = useVirtualizer({
    count: items.length,
    getScrollElement: () => box.current,
    getItemKey: (place) => items[place]!.id,
    estimateSize: () => usualHeight,
    gap,
    overscan: 5,
    rangeExtractor: (range) => withNeighbours(range, placeAtHand()),
  })
  const shown = useRef<Marked>(undefined)
  useEffect(() => {
    if (!marked || marked === shown.current || list.isFetching) return
    const place = items.findIndex(({ id }) => id === marked.id)
    if (place < 0) return list.more()
    shown.current = marked
    drawn.scrollToIndex(place, { align: 'center' })
    // After the code that keeps the focus in place.
    setTimeout(() => focusOnceFree(() => box.current?.querySelector(`[data-item="${marked.id}"] .item-open`)))
  }, [marked, items, list, drawn, box])
  const places = drawn.getVirtualItems()
  return (
    <div ref={box} className="item-list" aria-busy={list.isFetching}>
      <Failed of={list} title="Couldn’t load the list" inServersWords />
      {list.isPending && <Waiting cards={4} />}
      {list.isSuccess && items.length === 0 && !list.hasNextPage && (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="No data available" />
      )}
      {items.length > 0 && (
        <ul aria-label={label} style={{ blockSize: drawn.getTotalSize() }}>
          {places.map(({ index, key, start }, at) => (
            <li
              key={key}
              ref={drawn.measureElement}
              data-index={index}
              data-item={key}
              className={key === marked?.id ? 'is-marked' : undefined}
              aria-setsize={list.hasNextPage ? -1 : items.length}
              aria-posinset={index + 1}
              style={{ marginBlockStart: start - (places[at - 1]?.end ?? 0) }}
            >
              <Card item={items[index]!} as={children} />
            </li>
          ))}
        </ul>
      )}
      {list.isFetchingNextPage && <Waiting cards={1} />}
      {/* For people who do not scroll, and lists too short to scroll. */}
      {list.hasNextPage && !list.isFetchingNextPage && (
        <Button type="link" onClick={list.more}>
          Load more
        </Button>
      )}
    </div>
  )
}

/** The focused card and its neighbours for Tab stay rendered wherever the list is scrolled to. */
function withNeighbours(range: Range, place: number): number[] {
  const shown = defaultRangeExtractor(range)
  if (place < 0) return shown
  const near = [place - 1, place, place + 1].filter((one) => one >= 0 && one < range.count)
  return [...new Set([...shown, ...near])].sort((one, other) => one - other)
}

/** Memoised, so that scrolling and new pages render no card again. */
const Card = memo(CardOf) as typeof CardOf
function CardOf<Item>({ item, as }: { item: Item; as: (item: Item) => ReactNode }) {
  return as(item)
}

/** Placeholders in the shape of the cards. */
const Waiting = ({ cards }: { cards: number }) => (
  <output aria-label="Loading" className="items-waiting">
    {Array.from({ length: cards }, (_, card) => (
      <Skeleton key={card} active className="item-card" title={{ width: '40%' }} paragraph={{ rows: 1 }} />
    ))}
  </output>
)
