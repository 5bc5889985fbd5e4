import { Button, Empty, Skeleton } from 'antd'
import { memo, type ReactNode } from 'react'
import { Failed } from '../../ui/failed.tsx'
import type { CollectionItem } from './collection.ts'
import type { useItems } from './use-items.ts'
import { useCardFocus } from './use-card-focus.ts'
import { useScrollOn } from './use-scroll-on.ts'

interface ItemListProps<Item extends CollectionItem> {
  label: string
  list: ReturnType<typeof useItems<Item>>
  items: readonly Item[]
  children: (item: Item) => ReactNode
}

/** Cards below each other that scroll by themselves; at their end more are fetched. */
export function ItemList<Item extends CollectionItem>({ label, list, items, children }: ItemListProps<Item>) {
  const box = useScrollOn(list.more)
  useCardFocus(box)
  const shown = items.map((item) => <Shown key={item.id} item={item} as={children} />)
  return (
    <div ref={box} className="item-list" aria-busy={list.isFetching}>
      <Failed of={list} title="The list could not be fetched" inServersWords />
      {list.isPending && <Waiting cards={4} />}
      {list.isSuccess && items.length === 0 && !list.hasNextPage && (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="No data available" />
      )}
      {items.length > 0 && <ul aria-label={label}>{shown}</ul>}
      {list.isFetchingNextPage && <Waiting cards={1} />}
      {/* Who does not scroll, and where nothing scrolls. */}
      {list.hasNextPage && !list.isFetchingNextPage && (
        <Button type="link" onClick={list.more}>
          Load more
        </Button>
      )}
    </div>
  )
}

/** A page that comes draws its own cards, not those above it once more. */
const Shown = memo(({ item, as }: { item: unknown; as: (item: never) => ReactNode }) => as(item as never))

/** Shaped like the cards that come. */
const Waiting = ({ cards }: { cards: number }) => (
  <output aria-label="Loading" className="items-waiting">
    {Array.from({ length: cards }, (_, card) => (
      <Skeleton key={card} active className="item-card" title={{ width: '40%' }} paragraph={{ rows: 1 }} />
    ))}
  </output>
)
