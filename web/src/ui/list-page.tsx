import type { ListCall } from '@dictara/contract'
import type { ReactNode } from 'react'
import { Failed } from './failed.tsx'
import { type Filter, FilterChips } from './filter-chips.tsx'
import { ListFoot } from './list-foot.tsx'
import './list-page.css'
import { SearchBox } from './search-box.tsx'
import type { List } from './use-list-query.ts'
import { useTitle } from './use-title.ts'

interface ListPageHeadProps {
  title: string
  /** Title of the browser tab if it differs. */
  tabTitle?: string
  /** Beside the heading: tells which list this is. */
  above?: ReactNode
  children: ReactNode
}

interface ListPageProps<C extends ListCall> extends Omit<ListPageHeadProps, 'children'> {
  list: List<C>
  actions?: ReactNode
  /** Label of the search box. */
  search?: string
  /** How long the search waits after the last key, in milliseconds; default as of every list. */
  searchRestMs?: number | undefined
  /** Chips that filter the list with one press each. */
  chips?: ReactNode
  /** More filters: the control that chooses them, and the current choice. */
  filterBy?: ReactNode
  filters?: readonly Filter[]
  /** The message if the list cannot be fetched. */
  failed: { title: string; description?: string; inServersWords?: boolean }
  /** Shown instead of a list that is not available. */
  instead?: ReactNode
  /** The rows: a `ListTable` or cards. */
  children: ReactNode
}

/** The head of any list, one or two lines: heading, which list it is, and its actions. */
export function ListPageHead({ title, tabTitle = title, above, children }: ListPageHeadProps) {
  useTitle(tabTitle)
  return (
    <div className="list-page-head">
      <h1>{title}</h1>
      {above}
      <div className="list-page-tools">{children}</div>
    </div>
  )
}

/**
 * A list page: heading, tabs, search, filters and actions in one or two lines, then the rows, the pager, and a message if the list cannot
 * be fetched.
 */
export function ListPage<C extends ListCall>({ list, actions, children, ...more }: ListPageProps<C>) {
  const { search, searchRestMs, chips, filterBy, filters = [], failed, instead, ...head } = more
  return (
    <div className="list-page">
      <ListPageHead {...head}>
        {search && <SearchBox label={search} value={list.search} restMs={searchRestMs} onSearch={list.onSearch} />}
        {chips}
        {/* The filter's panel is placed here, so that Tab reaches it before the next control. */}
        {filterBy && <span className="list-page-filter">{filterBy}</span>}
        {actions}
      </ListPageHead>
      {filterBy && <FilterChips filters={filters} />}
      {instead || (
        <>
          <Failed {...failed} of={list} />
          {(list.data !== undefined || !list.isError) && (
            // Another list gets another table, so that its rows do not appear as moved rows.
            <div key={list.id} aria-busy={list.isFetching}>
              {children}
              <ListFoot list={list} />
            </div>
          )}
        </>
      )}
    </div>
  )
}
