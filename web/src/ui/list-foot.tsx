import type { ListCall } from '@dictara/contract'
import { Rows3, Rows4 } from 'lucide-react'
import { use } from 'react'
import { Density } from './density.ts'
import './list-foot.css'
import { Pager } from './pager.tsx'
import { sizesOf } from './use-list-address.ts'
import type { List } from './use-list-query.ts'

/** The foot of a list: rows per page, row density, and the other pages. */
export function ListFoot<C extends ListCall>({ list }: { list: List<C> }) {
  const rows = use(Density)
  const isCompact = rows?.density === 'compact'
  // A list without rows has no pages to turn.
  if (list.total === 0 && list.page === 0) return null
  return (
    // Use another key once the rows have arrived: the foot is replaced and does not appear to move.
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
