import type { ListCall } from '@dictara/contract'
import { Empty, Flex, Skeleton } from 'antd'
import type { ReactNode } from 'react'
import type { List, RowOf } from './use-list-query.ts'

interface ListCardsProps<C extends ListCall> {
  list: List<C>
  /** What is said of a list without rows. */
  empty: string
  /** The card of a row, with its key. */
  children: (row: RowOf<C>) => ReactNode
}

/** The rows of a list as cards, one below the other. */
export function ListCards<C extends ListCall>({ list, empty, children }: ListCardsProps<C>) {
  if (list.isPending) return <Skeleton active />
  if (list.rows.length === 0) return <Empty description={empty} />
  return (
    <Flex vertical gap="middle">
      {list.rows.map(children)}
    </Flex>
  )
}
