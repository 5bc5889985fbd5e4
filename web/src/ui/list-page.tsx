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
  /** Title of the browser tab where it differs. */
  tabTitle?: string
  /** Beside the heading: which list it is. */
  above?: ReactNode
  children: ReactNode
}

interface ListPageProps<C extends ListCall> extends Omit<ListPageHeadProps, 'children'> {
  list: List<C>
  actions?: ReactNode
  /** Label of the search box. */
  search?: string
  /** Narrow it by one press each. */
  chips?: ReactNode
  /** By what else the list can be narrowed: the way to choose it, and what is chosen. */
  filterBy?: ReactNode
  filters?: readonly Filter[]
  /** What is said when the list cannot be fetched. */
  failed: { title: string; description?: string }
  /** In the place of a list that cannot be there. */
  instead?: ReactNode
  /** The rows: a `ListTable` or cards. */
  children: ReactNode
}

/** Heading, which list it is, and what is done with it: a line or two above any list. */
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
 * A page that is a list: heading, tabs, search, filters and actions in a line or two, rows, pages, and what is said when it cannot
 * be fetched.
 */
export function ListPage<C extends ListCall>({ list, actions, children, ...more }: ListPageProps<C>) {
  const { search, chips, filterBy, filters = [], failed, instead, ...head } = more
  return (
    <div className="list-page">
      <ListPageHead {...head}>
        {search && <SearchBox label={search} value={list.search} onSearch={list.onSearch} />}
        {chips}
        {/* What it opens stands in it, before the next in the order of Tab. */}
        {filterBy && <span className="list-page-filter">{filterBy}</span>}
        {actions}
      </ListPageHead>
      {filterBy && <FilterChips filters={filters} />}
      {instead || (
        <>
          <Failed {...failed} of={list} />
          {(list.data !== undefined || !list.isError) && (
            // Another list is another table: its rows are no others that have moved.
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
