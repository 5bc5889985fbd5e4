import { FilterOutlined } from '@ant-design/icons'
import { call } from '@dictara/browser/call'
import { facilityCalls } from '@dictara/contract/facilities'
import type { StoredUser } from '@dictara/contract/identity'
import { jobListCalls } from '@dictara/contract/job-lists'
import { useQuery } from '@tanstack/react-query'
import { Badge, Button, Drawer, Flex } from 'antd'
import { useState } from 'react'
import { FilterSection } from './filter-section.tsx'
import type { Group } from './job-tabs.ts'
import { useFetchFailure } from './use-fetch-failure.ts'
import type { JobFilterState } from './use-job-filter.ts'

/** Authors as the drawer offers them: "You" stands first (JOBS-39). */
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

const useFacilities = (user: StoredUser, isWanted: boolean) =>
  useQuery({
    queryKey: ['facility-options', user.id],
    enabled: isWanted,
    queryFn: async ({ signal }) =>
      (await call(facilityCalls.listUserFacilities, {}, { signal, handler: 'page' })).result.map(
        ({ facilityId, facilityName }) => ({
          id: facilityId,
          name: facilityName,
        }),
      ),
  })

/** The button "Filter" and its drawer "Filter By"; the list follows each tick (JOBS-38 to JOBS-43). */
export function FilterDrawer({ user, group, filter }: { user: StoredUser; group: Group; filter: JobFilterState }) {
  const [isOpen, setIsOpen] = useState(false)
  const hasAuthors = group === 'jobs-to-review'
  const authors = useAuthors(user, isOpen && hasAuthors)
  const facilities = useFacilities(user, isOpen)
  useFetchFailure('Authors Fetch Failed', authors.error)
  useFetchFailure('User Facilities Fetch Failed', facilities.error)
  return (
    <>
      <Badge dot={filter.isRestricted}>
        <Button
          icon={<FilterOutlined aria-hidden />}
          aria-label={filter.isRestricted ? 'Filter, in use' : 'Filter'}
          aria-haspopup="dialog"
          onClick={() => setIsOpen(true)}
        >
          Filter
        </Button>
      </Badge>
      <Drawer
        title="Filter By"
        placement="right"
        size={400}
        open={isOpen}
        onClose={() => setIsOpen(false)}
        footer={
          <Flex gap="small" justify="space-between" wrap>
            <Button onClick={filter.reset}>Reset Filter</Button>
            <Button type="primary" disabled={!filter.isChanged} loading={filter.isSaving} onClick={filter.save}>
              Save Configurations
            </Button>
          </Flex>
        }
      >
        {hasAuthors && (
          <FilterSection
            title="Author"
            options={authors.data}
            hasFailed={authors.isError}
            onRetry={() => void authors.refetch()}
            chosen={filter.choice.doctorIds}
            onChange={(doctorIds) => filter.change({ ...filter.choice, doctorIds })}
          />
        )}
        <FilterSection
          title="Facility"
          options={facilities.data}
          hasFailed={facilities.isError}
          onRetry={() => void facilities.refetch()}
          chosen={filter.choice.facilityIds}
          onChange={(facilityIds) => filter.change({ ...filter.choice, facilityIds })}
        />
      </Drawer>
    </>
  )
}
