import { reviewerGroupCalls } from '@dictara/contract/reviewer-groups'
import { Button, Tooltip } from 'antd'
import { Pencil } from 'lucide-react'
import type { ReactNode } from 'react'
import { Cut } from '../../ui/cut.tsx'
import { useListQuery } from '../../ui/use-list-query.ts'
import { GroupDrawer } from './group-drawer.tsx'
import { levelNames } from './group-levels.ts'
import { ManagedList } from './managed-list.tsx'
import { peopleKey } from './people-queries.ts'
import { mostLetters } from './person-name.tsx'
import { Tags } from './tags.tsx'

/** Groups of reviewers. Authors can be given the groups of a level (PEOP-27, Q047). */
export function GroupList({ title, above }: { title: string; above: ReactNode }) {
  const groups = useListQuery(reviewerGroupCalls.listGroups, {
    key: peopleKey,
    // The same names as in the people list, so that both share the search.
    names: { search: 'name', facilityIds: 'facilities' },
  })
  return (
    <ManagedList
      title={title}
      above={above}
      list={groups}
      facility={groups.filter('facilityIds')}
      who="Reviewers"
      failed="Something went wrong while fetching reviewers"
      add="Add Group"
      columns={(onEdit) => [
        {
          title: 'Group Name',
          sort: 'groupName',
          isHeading: true,
          render: ({ groupName }) => <Cut text={groupName} most={mostLetters} />,
        },
        { title: 'Level', sort: 'level', render: ({ level }) => levelNames[level] },
        { title: 'Reviewers', render: ({ reviewers }) => <Tags names={reviewers.map(({ fullName }) => fullName)} /> },
        {
          title: 'Action',
          isRigid: true,
          width: 132,
          render: (group) => (
            <Tooltip title="Edit">
              <Button
                type="text"
                icon={<Pencil size={16} aria-hidden />}
                aria-label={`Edit ${group.groupName}`}
                onClick={() => onEdit(group)}
              />
            </Tooltip>
          ),
        },
      ]}
      drawer={(group, onClose) => <GroupDrawer group={group} onClose={onClose} />}
    />
  )
}
