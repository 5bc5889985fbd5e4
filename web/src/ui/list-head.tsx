import { CaretDownFilled, CaretUpFilled } from '@ant-design/icons'
import type { ListCall } from '@dictara/contract'
import type { Placed } from './list-columns.ts'
import type { Order } from './use-list-address.ts'
import type { List } from './use-list-query.ts'

/** The sort directions in the order of clicks. With `own`, the third click restores the list's own order. */
const directions: Record<'ascend' | 'descend' | 'own', readonly (Order | undefined)[]> = {
  ascend: ['ascend', 'descend'],
  descend: ['descend', 'ascend'],
  own: ['ascend', 'descend', undefined],
}

const ariaSort = { ascend: 'ascending', descend: 'descending' } as const

/** The column heads of a list, which sort it. */
export function ListHead<C extends ListCall>({ list, places }: { list: List<C>; places: readonly Placed<C>[] }) {
  const turns = directions[list.choices.order ?? 'ascend']
  return (
    <thead>
      <tr>
        {places.map(({ column: { title, sort }, className, style }) => {
          if (!sort)
            return (
              <th key={title} scope="col" className={className} style={style}>
                {title}
              </th>
            )
          const order = list.sortKey === sort ? list.sortOrder : undefined
          // A list in its own order is not sorted by any head yet.
          const next = turns[(list.sortKey === sort ? turns.indexOf(order) + 1 : 0) % turns.length]
          return (
            <th
              key={title}
              scope="col"
              className={`${className} list-sorts`}
              style={style}
              aria-sort={order && ariaSort[order]}
            >
              <button type="button" onClick={() => list.onSort(sort, next)}>
                {title}
                {order === 'ascend' && <CaretUpFilled aria-hidden />}
                {order === 'descend' && <CaretDownFilled aria-hidden />}
              </button>
            </th>
          )
        })}
      </tr>
    </thead>
  )
}
