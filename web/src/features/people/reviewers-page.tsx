import { peopleCalls } from '@dictara/contract/people'
import { Tag } from 'antd'
import { TabLinks } from '../../ui/tab-links.tsx'
import { ToggleChip } from '../../ui/toggle-chip.tsx'
import { useListAddress } from '../../ui/use-list-address.ts'
import { GroupList } from './group-list.tsx'
import type { Place } from './managed-list.tsx'
import { PeopleList } from './people-list.tsx'
import { ReviewerDrawer } from './reviewer-drawer.tsx'

/** The address of the other tab. It keeps the search and the facilities (PEOP-14), but not page and order. */
function addressOf(list: 'people' | 'groups', here: URLSearchParams) {
  const address = new URLSearchParams(here)
  for (const own of ['page', 'sortKey', 'sortOrder', 'list', 'only']) address.delete(own)
  if (list === 'groups') address.set('list', list)
  return `?${address}`
}

/** Reviewers and their groups, as a page or below tabs (PEOP-11 to PEOP-14). */
export function ReviewersPage({ title = 'Reviewers', above }: Place) {
  const [address, change] = useListAddress()
  const isGroups = address.get('list') === 'groups'
  const tabs = (
    <>
      {above}
      <TabLinks
        name="Reviewers"
        isSecond
        selected={isGroups ? 'groups' : 'people'}
        items={[
          { key: 'people', label: 'Reviewer', to: addressOf('people', address) },
          { key: 'groups', label: 'Reviewer Group', to: addressOf('groups', address) },
        ]}
      />
    </>
  )
  if (isGroups) return <GroupList title={title} above={tabs} />
  return (
    <PeopleList
      title={title}
      above={tabs}
      spec={peopleCalls.listReviewers}
      who="Reviewers"
      failed="Something went wrong while fetching reviewers"
      add="Add Reviewer"
      more={[
        {
          title: 'Works as',
          width: 110,
          render: ({ userType }) => <Tag>{userType === 'transcriptionist' ? 'Transcriptionist' : 'Reviewer'}</Tag>,
        },
      ]}
      chips={
        <ToggleChip
          label="Transcriptionists"
          title="Show only transcriptionists"
          isOn={Boolean(address.get('only'))}
          onChange={(isOn) => change({ only: isOn ? 'TRANSCRIPTIONISTS' : '' })}
        />
      }
      Drawer={ReviewerDrawer}
    />
  )
}
