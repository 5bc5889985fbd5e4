import { Button } from 'antd'
import { Upload } from 'lucide-react'
import type { ComponentType, ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../platform/paths.ts'
import { useListQuery } from '../../ui/use-list-query.ts'
import { ManagedList, type Place } from './managed-list.tsx'
import { type PeopleCall, type PeopleColumn, peopleColumns } from './people-columns.tsx'
import { peopleKey } from './people-queries.ts'
import type { PersonDrawerProps } from './person-drawer.tsx'

interface PeopleListProps extends Place {
  title: string
  spec: PeopleCall
  who: string
  failed: string
  add?: string
  actions?: ReactNode
  /** Additional columns for this kind of people. */
  more?: readonly PeopleColumn[]
  /** Chips that filter the list with one press each. */
  chips?: ReactNode
  /** All people in the list are administrators, so none is flagged. */
  areAdmins?: boolean
  Drawer: ComponentType<PersonDrawerProps>
}

/** A list of one kind of people, with the drawer to add and edit them. */
export function PeopleList({ spec, more, areAdmins, actions, Drawer, ...props }: PeopleListProps) {
  const navigate = useNavigate()
  const people = useListQuery(spec, { key: peopleKey, names: { facilityIds: 'facilities' } })
  return (
    <ManagedList
      {...props}
      list={people}
      actions={
        <>
          {actions}
          <Button icon={<Upload size={16} aria-hidden />} onClick={() => void navigate(paths.importPeople)}>
            Import
          </Button>
        </>
      }
      facility={people.filter('facilityIds')}
      columns={(onEdit) => peopleColumns(onEdit, more, areAdmins)}
      drawer={(person, onClose) => <Drawer person={person} onClose={onClose} />}
    />
  )
}
