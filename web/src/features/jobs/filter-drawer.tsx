import { call } from '@dictara/browser/call'
import type { StoredUser } from '@dictara/contract/identity'
import { jobListCalls } from '@dictara/contract/job-lists'
import { useQuery } from '@tanstack/react-query'
import { Badge, Button, Drawer, Flex } from 'antd'
import { ListFilter } from 'lucide-react'
import { useFacilities } from '../facilities/index.ts'
import { FilterSection, type FilterSectionProps } from './filter-section.tsx'
import type { Group } from './job-tabs.ts'
import { useFetchFailure } from './use-fetch-failure.ts'
import type { JobFilterState } from './use-job-filter.ts'

/** The authors that the drawer offers, with "You" first (JOBS-39). */
const useAuthors = (user: StoredUser, isWanted: boolean) =>
  useQuery({
    queryKey: ['authors', user.id],
    enabled: isWanted,
    queryFn: async ({ signal }) => {
      const { result } = await call(jobListCalls.listAuthors, {}, { signal, handler: 'page' })
      const others = result.filter(({ doctorId }) => doctorId !== user.id)
      return [
        { id: user.id, name: 'You' },
        ...others.map(({ doctorId, doctorName }) => ({ id: doctorId, name: doctorName })),
      ]
    },
  })

/** The filters of a job list; their options are fetched once they are wanted (JOBS-38 to JOBS-43). */
export function useFilterSections(user: StoredUser, group: Group, filter: JobFilterState, isOpen: boolean) {
  const { facilityIds, doctorIds } = filter.choice
  const hasAuthors = group === 'jobs-to-review'
  const authors = useAuthors(user, hasAuthors && (isOpen || doctorIds.length > 0))
  const facilities = useFacilities(isOpen || facilityIds.length > 0)
  useFetchFailure('Authors Fetch Failed', isOpen ? authors.error : null)
  useFetchFailure('User Facilities Fetch Failed', isOpen ? facilities.error : null)
  const facility: FilterSectionProps = {
    title: 'Facility',
    options: facilities.data?.map(({ facilityId, facilityName }) => ({ id: facilityId, name: facilityName })),
    of: facilities,
    chosen: facilityIds,
    onChange: (ids) => filter.change({ facilityIds: ids }),
  }
  const author: FilterSectionProps = {
    title: 'Author',
    options: authors.data,
    of: authors,
    chosen: doctorIds,
    onChange: (ids) => filter.change({ doctorIds: ids }),
  }
  return hasAuthors ? [author, facility] : [facility]
}

interface FilterDrawerProps {
  filter: JobFilterState
  sections: readonly FilterSectionProps[]
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
}

/** The "Filter" button and its "Filter By" drawer. Each tick updates the list (JOBS-38 to JOBS-43). */
export const FilterDrawer = ({ filter, sections, isOpen, onOpen }: FilterDrawerProps) => (
  <>
    <Badge dot={filter.isRestricted}>
      <Button
        icon={<ListFilter size={16} aria-hidden />}
        aria-label={filter.isRestricted ? 'Filter, in use' : 'Filter'}
        aria-haspopup="dialog"
        onClick={() => onOpen(true)}
      >
        Filter
      </Button>
    </Badge>
    <Drawer
      title="Filter By"
      placement="right"
      size={400}
      open={isOpen}
      onClose={() => onOpen(false)}
      footer={
        <Flex gap="small" justify="space-between" wrap>
          <Button onClick={() => filter.reset()}>Reset Filter</Button>
          <Button type="primary" disabled={!filter.isChanged} loading={filter.isSaving} onClick={filter.save}>
            Save Configurations
          </Button>
        </Flex>
      }
    >
      {sections.map((section) => (
        <FilterSection key={section.title} {...section} />
      ))}
    </Drawer>
  </>
)
