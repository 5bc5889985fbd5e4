import type { ListCall } from '@dictara/contract'
import { Empty, Flex, Skeleton } from 'antd'
import type { ReactNode } from 'react'
import './list-table.css'
import type { List, RowOf } from './use-list-query.ts'

interface ListCardsProps<C extends ListCall> {
  list: List<C>
  /** Text for a list without rows. */
  empty: string
  /** Renders the card of a row, with its key. */
  children: (row: RowOf<C>) => ReactNode
}

/** The rows of a list as cards, one below the other. */
export function ListCards<C extends ListCall>({ list, empty, children }: ListCardsProps<C>) {
  if (list.isPending) return <Skeleton active />
  if (list.rows.length === 0)
    // No margin: it would move the page when the skeleton disappears.
    return (
      <Empty className="list-empty" style={{ margin: 0 }} image={Empty.PRESENTED_IMAGE_SIMPLE} description={empty} />
    )
  return (
    <Flex vertical gap="middle">
      {list.rows.map(children)}
    </Flex>
  )
}
