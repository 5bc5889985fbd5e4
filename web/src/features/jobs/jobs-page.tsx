import type { StoredUser } from '@dictara/contract/identity'
import { Alert, Badge, Button, Flex } from 'antd'
import { useCallback, useEffect } from 'react'
import { useParams } from 'react-router'
import { paths } from '../../platform/paths.ts'
import { useUser } from '../../platform/use-user.ts'
import { Page } from '../../ui/page.tsx'
import { Pager } from '../../ui/pager.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { TabLinks } from '../../ui/tab-links.tsx'
import { pageIn, useListAddress } from '../../ui/use-list-address.ts'
import { CreateDictation, mayDictate, useDictationCreated } from '../handoff/index.ts'
import { FilterDrawer } from './filter-drawer.tsx'
import { JobTable } from './job-table.tsx'
import { type Group, groupsOf, type JobTab, listOf, shownTabsOf, tabsOf } from './job-tabs.ts'
import { useFetchFailure } from './use-fetch-failure.ts'
import { type JobFilterState, useJobFilter } from './use-job-filter.ts'
import { pageSize, useJobCounts, useJobList } from './use-job-list.ts'
import { useNewReady } from './use-new-ready.ts'

const groupTitles: Record<Group, string> = { 'my-jobs': 'My Jobs', 'jobs-to-review': 'Jobs to review' }

const addressOf = (group: Group, slug: string) => (group === 'my-jobs' ? paths.myJobs(slug) : paths.jobsToReview(slug))

/** The job lists of a person (JOBS-03 to JOBS-18). */
export function JobsPage() {
  const user = useUser()
  const { group, stage } = useParams()
  useDictationCreated()
  if (!user) return null
  const list = listOf(user, group, stage)
  const title = user.userType === 'transcriptionist' ? 'Joblist' : 'Transcription List'
  return (
    <Page title={title} actions={mayDictate(user) && <CreateDictation fromList />}>
      {list ? <FilteredList user={user} {...list} /> : <Alert type="info" title="No Access" />}
    </Page>
  )
}

interface FilteredListProps {
  user: StoredUser
  group: Group
  tab: JobTab
}

/** Keeps the filter while the tabs change. */
function FilteredList(props: FilteredListProps) {
  const filter = useJobFilter(props.user, props.group)
  return <JobList key={`${props.group} ${props.tab.slug}`} {...props} filter={filter} />
}

function JobList({ user, group, tab, filter }: FilteredListProps & { filter: JobFilterState }) {
  const [query, change] = useListAddress()
  const pageAsked = query.get('page') ?? ''
  const page = pageIn(query)
  const searchValue = query.get('search') ?? ''
  const sort = query.get('sort')
  const sortOrder = sort === 'ascend' || sort === 'descend' ? sort : undefined
  const list = useJobList({
    group,
    status: tab.status,
    page,
    searchValue,
    ...filter.choice,
    isReady: filter.isReady,
    ...(sortOrder && { sortOrder }),
  })
  const counts = useJobCounts(group)
  // Of a list that is not shown either, its own failure says enough.
  useFetchFailure(
    'Configuration Fetch Failed',
    list.isSuccess ? filter.failure : null,
    'The list is shown without your saved filter.',
  )
  const groups = groupsOf(user)
  const hasNewReady = useNewReady(
    user.id,
    group === 'jobs-to-review' ? counts.data?.readyJobs : undefined,
    tab.slug === 'ready',
  )

  // The address has restored the tab that the editor was opened from (JOBS-13); the note of it has done its work.
  const isFromEditor = query.get('fromEditor') === 'true'
  useEffect(() => {
    if (isFromEditor) change({ fromEditor: '', page: pageAsked })
  }, [isFromEditor, pageAsked, change])
  const toFirstPage = () => change({})
  const onFirstPage = (of: JobFilterState): JobFilterState => ({
    ...of,
    change: (next) => (of.change(next), toFirstPage()),
    reset: () => (of.reset(), toFirstPage()),
  })
  const search = useCallback((text: string) => change({ search: text }), [change])

  return (
    <>
      {groups.length > 1 && (
        <TabLinks
          name="Lists"
          selected={group}
          items={groups.map((one) => ({
            key: one,
            to: addressOf(one, tabsOf(user, one)[0]!.slug),
            label: groupTitles[one],
          }))}
        />
      )}
      <TabLinks
        name={groupTitles[group]}
        selected={tab.slug}
        items={shownTabsOf(user, group, tab).map(({ slug, label, count }) => ({
          key: slug,
          to: addressOf(group, slug),
          label: (
            <>
              {label}
              {slug === 'ready' && hasNewReady && <Badge dot title="New jobs are ready" />}{' '}
              <Badge
                count={counts.isError ? '–' : (counts.data?.[count] ?? '–')}
                showZero
                overflowCount={9999}
                color="#52606d"
              />
            </>
          ),
        }))}
      />
      <Flex gap="small" wrap>
        <SearchBox label="Search Jobs" value={searchValue} onSearch={search} />
        <FilterDrawer user={user} group={group} filter={onFirstPage(filter)} />
      </Flex>
      {list.isError && (
        <Alert
          style={{ marginTop: 16 }}
          type="error"
          title="Error"
          description="Failed to fetch job list"
          action={<Button onClick={() => void list.refetch()}>Retry</Button>}
        />
      )}
      {(list.data || !list.isError) && (
        <div style={{ marginTop: 16 }} aria-busy={list.isFetching}>
          <JobTable
            jobs={list.data?.result ?? []}
            group={group}
            slug={tab.slug}
            isLoading={list.isPending}
            sortOrder={sortOrder}
            onSort={(order) => change({ sort: order ?? '' })}
          />
          <Pager
            page={page}
            size={pageSize}
            total={list.data?.size}
            isMore={list.data?.sizeIsCapped ?? false}
            isOld={list.isPlaceholderData}
            onPage={(to) => change({ page: String(to) })}
          />
        </div>
      )}
    </>
  )
}
