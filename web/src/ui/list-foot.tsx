import type { ListCall } from '@dictara/contract'
import { Rows3, Rows4 } from 'lucide-react'
import { use } from 'react'
import { Density } from './density.ts'
import './list-foot.css'
import { Pager } from './pager.tsx'
import { sizesOf } from './use-list-address.ts'
import type { List } from './use-list-query.ts'

/** Below a list: how many rows a page has, how close they stand, and the way to the other pages. */
export function ListFoot<C extends ListCall>({ list }: { list: List<C> }) {
  const rows = use(Density)
  const isCompact = rows?.density === 'compact'
  // Of a list without rows there is nothing to leaf through.
  if (list.total === 0 && list.page === 0) return null
  return (
    // Another one than while the rows are to come: it does not move, it is there.
    <div key={list.isPending ? 'to come' : 'here'} className="list-foot">
      <div className="list-foot-look">
        <select
          aria-label="Rows a page"
          title="Rows a page"
          value={list.size}
          onChange={(event) => list.onSize(Number(event.currentTarget.value))}
        >
          {sizesOf(list.choices).map((size) => (
            <option key={size} value={size}>
              {size} rows
            </option>
          ))}
        </select>
        {rows && (
          <button
            type="button"
            aria-pressed={isCompact}
            aria-label="Compact rows"
            title={isCompact ? 'Rows further apart' : 'Rows closer together'}
            onClick={() => rows.choose(isCompact ? 'comfortable' : 'compact')}
          >
            {isCompact ? <Rows4 size={18} aria-hidden /> : <Rows3 size={18} aria-hidden />}
          </button>
        )}
      </div>
      <Pager page={list.page} size={list.size} total={list.total} isMore={list.isMore} onPage={list.onPage} />
    </div>
  )
}
