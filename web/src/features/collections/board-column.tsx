import { type ReactNode, useId, useState } from 'react'
import { usePlace } from '../../ui/drag-area.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { type Collection, type CollectionItem, columnPageSize, itemSearchMs, type Marked } from './collection.ts'
import { ItemList } from './item-list.tsx'
import { useItems } from './use-items.ts'

interface BoardColumnProps<Item extends CollectionItem> {
  of: Collection<Item>
  type: 'mine' | 'active'
  title: string
  /** Items about to be deleted, which are no longer shown. */
  hidden: ReadonlySet<string>
  /** The item whose deletion was undone last. */
  takenBack: Pick<CollectionItem, 'id'> | undefined
  /** An item that has just come into this column. */
  marked: Marked | undefined
  children: (item: Item) => ReactNode
}

/** One of the two columns: with its own search and scrolling, and a drop area for cards. */
export function BoardColumn<Item extends CollectionItem>({
  of,
  type,
  title,
  hidden,
  takenBack,
  marked,
  children,
}: BoardColumnProps<Item>) {
  const [search, setSearch] = useState('')
  // An earlier search must not hide a new item.
  const [shown, setShown] = useState(marked)
  if (marked !== shown) {
    setShown(marked)
    if (marked) setSearch('')
  }
  const headingId = useId()
  const list = useItems(of, { type, size: columnPageSize, search })
  const { ref, isDropTarget } = usePlace(type, title)
  return (
    <section
      ref={ref}
      className={isDropTarget ? 'board-column is-over' : 'board-column'}
      aria-labelledby={headingId}
      data-column={type}
    >
      <div className="board-column-head">
        <h2 id={headingId}>{title}</h2>
        <SearchBox label={of.search} value={search} restMs={itemSearchMs} onSearch={setSearch} />
      </div>
      <ItemList
        label={title}
        list={list}
        items={list.rows.filter(({ id }) => !hidden.has(id))}
        search={search}
        takenBack={takenBack}
        marked={marked}
      >
        {children}
      </ItemList>
    </section>
  )
}
