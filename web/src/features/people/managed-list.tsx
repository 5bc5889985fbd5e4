import type { ListCall } from '@dictara/contract'
import { Button, Flex } from 'antd'
import { Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Filter } from '../../ui/filter-chips.tsx'
import { ListPage } from '../../ui/list-page.tsx'
import { type Column, ListTable } from '../../ui/list-table.tsx'
import type { List, RowOf } from '../../ui/use-list-query.ts'
import { useFacilities } from '../facilities/index.ts'
import { FacilityFilter } from './facility-filter.tsx'

/** Where a list is shown: on a separate page or below tabs (Q017). */
export interface Place {
  title?: string
  above?: ReactNode
}

interface ManagedListProps<C extends ListCall> extends Place {
  title: string
  list: List<C>
  /** The facility filter. */
  facility: Pick<Filter, 'chosen' | 'onChange'>
  /** Who is listed, e.g. `Doctors`. */
  who: string
  /** The message if the list cannot be fetched. */
  failed: string
  columns: (onEdit: (row: RowOf<C>) => void) => readonly Column<C>[]
  /** Label of the button that opens the drawer of a new row. */
  add?: string
  /** Chips that filter the list with one press each. */
  chips?: ReactNode
  actions?: ReactNode
  /** The drawer of an existing row, or of a new one. */
  drawer: (row: RowOf<C> | undefined, onClose: () => void) => ReactNode
}

/** A list that managers maintain: searchable, filtered by facility, with a drawer to add and edit rows. */
export function ManagedList<C extends ListCall>({ list, facility, who, ...props }: ManagedListProps<C>) {
  const { title, above, failed, columns, add = 'Add', chips, actions, drawer } = props
  const facilities = useFacilities()
  const [open, setOpen] = useState<{ row?: RowOf<C> } | null>(null)
  const options = facilities.data?.map(({ facilityId, facilityName }) => ({ id: facilityId, name: facilityName }))
  return (
    <>
      <ListPage
        title={title}
        list={list}
        actions={
          <Flex gap="small" wrap>
            {actions}
            <Button type="primary" icon={<Plus size={16} aria-hidden />} onClick={() => setOpen({})}>
              {add}
            </Button>
          </Flex>
        }
        above={above}
        search={`Search ${who}`}
        chips={chips}
        filterBy={<FacilityFilter facilities={facilities} {...facility} />}
        filters={[{ title: 'Facility', options, ...facility }]}
        failed={{ title: 'Error', description: failed }}
      >
        <ListTable list={list} empty={`No ${who.toLowerCase()} here.`} columns={columns((row) => setOpen({ row }))} />
      </ListPage>
      {open && drawer(open.row, () => setOpen(null))}
    </>
  )
}
