import type { ListCall } from '@dictara/contract'
import { Flex } from 'antd'
import type { ReactNode } from 'react'
import { Failed } from './failed.tsx'
import { type Filter, FilterChips } from './filter-chips.tsx'
import { Page } from './page.tsx'
import { Pager } from './pager.tsx'
import { SearchBox } from './search-box.tsx'
import type { List } from './use-list-query.ts'

interface ListPageProps<C extends ListCall> {
  title: string
  list: List<C>
  actions?: ReactNode
  /** Between the heading and the search. */
  above?: ReactNode
  /** Label of the search box. */
  search?: string
  /** By what the list can be narrowed: the way to choose it, and what is chosen. */
  filterBy?: ReactNode
  filters?: readonly Filter[]
  /** What is said when the list cannot be fetched. */
  failed: { title: string; description?: string }
  /** In the place of a list that cannot be there. */
  instead?: ReactNode
  /** The rows: a `ListTable` or cards. */
  children: ReactNode
}

/** A page that is a list: heading, search, filters, rows, pages, and what is said when it cannot be fetched. */
export function ListPage<C extends ListCall>({ title, list, actions, above, children, ...more }: ListPageProps<C>) {
  const { search, filterBy, filters = [], failed, instead } = more
  return (
    <Page title={title} actions={actions}>
      {above}
      {(search || filterBy) && (
        <Flex gap="small" wrap style={{ marginBottom: 16 }}>
          {search && <SearchBox label={search} value={list.search} onSearch={list.onSearch} />}
          {filterBy}
        </Flex>
      )}
      {filterBy && <FilterChips filters={filters} />}
      {instead || (
        <>
          <Failed {...failed} of={list} />
          {(list.data !== undefined || !list.isError) && (
            <div aria-busy={list.isFetching}>
              {children}
              <Pager page={list.page} size={list.size} total={list.total} isMore={list.isMore} onPage={list.onPage} />
            </div>
          )}
        </>
      )}
    </Page>
  )
}
