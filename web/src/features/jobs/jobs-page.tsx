import type { StoredUser } from '@dictara/contract/identity'
import { Alert, Badge, Button } from 'antd'
import { useCallback } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { paths } from '../../platform/paths.ts'
import { useUser } from '../../platform/use-user.ts'
import { Page } from '../../ui/page.tsx'
import { Pager } from '../../ui/pager.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { TabLinks } from '../../ui/tab-links.tsx'
import { CreateDictation, mayDictate } from '../handoff/index.ts'
import { JobTable } from './job-table.tsx'
import { type Group, groupsOf, type JobTab, listOf, shownTabsOf, tabsOf } from './job-tabs.ts'
import { pageSize, useJobCounts, useJobList } from './use-job-list.ts'

const groupTitles: Record<Group, string> = { 'my-jobs': 'My Jobs', 'jobs-to-review': 'Jobs to review' }

const addressOf = (group: Group, slug: string) => (group === 'my-jobs' ? paths.myJobs(slug) : paths.jobsToReview(slug))

/** The job lists of a person (JOBS-03 to JOBS-18). */
export function JobsPage() {
  const user = useUser()
  const { group, stage } = useParams()
  if (!user) return null
  const list = listOf(user, group, stage)
  const title = user.userType === 'transcriptionist' ? 'Joblist' : 'Transcription List'
  return (
    <Page title={title} actions={mayDictate(user) && <CreateDictation fromList />}>
      {list ? (
        <JobList key={`${list.group} ${list.tab.slug}`} user={user} {...list} />
      ) : (
        <Alert type="info" title="No Access" />
      )}
    </Page>
  )
}

function JobList({ user, group, tab }: { user: StoredUser; group: Group; tab: JobTab }) {
  const [query, setQuery] = useSearchParams()
  const page = Math.max(0, Number(query.get('page')) || 0)
  const searchValue = query.get('search') ?? ''
  const sort = query.get('sort')
  const sortOrder = sort === 'ascend' || sort === 'descend' ? sort : undefined
  const list = useJobList({ group, status: tab.status, page, searchValue, ...(sortOrder && { sortOrder }) })
  const counts = useJobCounts(group)
  const groups = groupsOf(user)

  const change = useCallback(
    (changes: Record<string, string | undefined>) =>
      setQuery(
        (before) => {
          const next = new URLSearchParams(before)
          for (const [key, value] of Object.entries(changes)) {
            if (value) next.set(key, value)
            else next.delete(key)
          }
          return next
        },
        { replace: true },
      ),
    [setQuery],
  )
  const search = useCallback((text: string) => change({ search: text, page: undefined }), [change])

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
              {label} <Badge count={counts.data?.[count] ?? 0} showZero overflowCount={9999} color="#52606d" />
            </>
          ),
        }))}
      />
      <SearchBox label="Search Jobs" value={searchValue} onSearch={search} />
      {list.isError && (
        <Alert
          style={{ marginTop: 16 }}
          type="error"
          title="Failed to fetch job list"
          action={<Button onClick={() => void list.refetch()}>Retry</Button>}
        />
      )}
      <div style={{ marginTop: 16 }} aria-busy={list.isFetching}>
        <JobTable
          jobs={list.data?.result ?? []}
          group={group}
          slug={tab.slug}
          isLoading={list.isPending}
          sortOrder={sortOrder}
          onSort={(order) => change({ sort: order, page: undefined })}
        />
        <Pager page={page} size={pageSize} total={list.data?.size ?? 0} onPage={(to) => change({ page: String(to) })} />
      </div>
    </>
  )
}
