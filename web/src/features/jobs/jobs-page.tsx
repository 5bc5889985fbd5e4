import type { StoredUser } from '@dictara/contract/identity'
import { Alert, Badge } from 'antd'
import { type ReactNode, useEffect, useState } from 'react'
import { useParams } from 'react-router'
import { paths } from '../../platform/paths.ts'
import { useUser } from '../../platform/use-user.ts'
import { ListPage } from '../../ui/list-page.tsx'
import { ToggleChip } from '../../ui/toggle-chip.tsx'
import { Page } from '../../ui/page.tsx'
import { TabLinks } from '../../ui/tab-links.tsx'
import { useListAddress } from '../../ui/use-list-address.ts'
import { CreateDictation, mayDictate, useDictationCreated } from '../handoff/index.ts'
import { FilterDrawer, useFilterSections } from './filter-drawer.tsx'
import { JobTable } from './job-table.tsx'
import { stageFilterOf } from './job-stage-filter.ts'
import { type Group, groupsOf, type JobTab, listOf, onlysOf, shownTabsOf, tabsOf } from './job-tabs.ts'
import { useFetchFailure } from './use-fetch-failure.ts'
import { filterNames, useJobFilter } from './use-job-filter.ts'
import { type JobList as List, useJobCounts, useJobList } from './use-job-list.ts'
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
  const actions = mayDictate(user) && <CreateDictation fromList />
  if (list) return <JobList user={user} title={title} actions={actions} {...list} />
  return (
    <Page title="Jobs" tabTitle={title} actions={actions}>
      <Alert type="info" title="No Access" />
    </Page>
  )
}

interface TabsProps {
  user: StoredUser
  group: Group
  tab: JobTab
}

/** The groups of lists, and the lists of the open group with their counts. */
function Tabs({ user, group, tab }: TabsProps) {
  const counts = useJobCounts(group)
  const groups = groupsOf(user)
  const [address] = useListAddress()
  const kept = (names: readonly string[]) => {
    const words = new URLSearchParams(names.flatMap((name) => (address.get(name) ? [[name, address.get(name)!]] : [])))
    return words.size > 0 ? `?${words}` : ''
  }
  const ready = group === 'jobs-to-review' ? counts.data?.readyJobs : undefined
  const hasNewReady = useNewReady(user.id, ready, tab.slug === 'ready')
  const labelOf = ({ slug, label, count }: JobTab) => (
    <>
      <span className="tab-label">
        {label}
        {slug === 'ready' && hasNewReady && (
          <span className="tab-dot">
            <Badge dot title="New jobs are ready" />
          </span>
        )}
      </span>{' '}
      {count && (
        <Badge
          count={counts.isError ? '–' : (counts.data?.[count] ?? '–')}
          showZero
          overflowCount={9999}
          color="var(--count)"
        />
      )}
    </>
  )
  return (
    <>
      {groups.length > 1 && (
        <TabLinks
          name="Lists"
          selected={group}
          items={groups.map((one) => ({
            key: one,
            to: addressOf(one, tabsOf(user, one)[0]!.slug) + kept(['search', 'size']),
            label: groupTitles[one],
          }))}
        />
      )}
      <TabLinks
        name={groupTitles[group]}
        isSecond={groups.length > 1}
        selected={tab.slug}
        items={shownTabsOf(user, group, tab).map((one) => ({
          key: one.slug,
          to: addressOf(group, one.slug) + kept(['search', 'size', 'only', ...Object.values(filterNames)]),
          label: labelOf(one),
        }))}
      />
    </>
  )
}

const onlyTitles = { LATE: 'Past their due time', MINE: 'Assigned to you' } as const
const onlyLabels = { LATE: 'Late', MINE: 'Mine' } as const

/** Filters a list to late jobs or to the person's own jobs, where that makes a difference. */
function OnlyChips({ user, tab, list }: { user: StoredUser; tab: JobTab; list: List }) {
  const { chosen, onChange } = list.filter('only')
  return onlysOf(user, tab).map((word) => (
    <ToggleChip
      key={word}
      label={onlyLabels[word]}
      title={onlyTitles[word]}
      isOn={chosen.includes(word)}
      onChange={(isOn) => onChange(isOn ? [...chosen, word] : chosen.filter((other) => other !== word))}
    />
  ))
}

interface JobListProps extends TabsProps {
  title: string
  actions: ReactNode
}

/** Keeps the filter when the person changes tabs. */
function JobList({ user, group, tab, title, actions }: JobListProps) {
  const [address, change] = useListAddress()
  const [isFiltering, setFiltering] = useState(false)
  const filter = useJobFilter(user, group)
  const sections = useFilterSections(user, group, filter, isFiltering)
  const said = (address.get('only') ?? '').toUpperCase().split(',')
  // A filter of another tab stays in the address until it applies again.
  const onlys = onlysOf(user, tab).filter((word) => said.includes(word))
  const list = useJobList(group, tab.status, filter, onlys)
  // If the list failed too, its own message is enough.
  useFetchFailure(
    'Configuration Fetch Failed',
    list.data ? filter.failure : null,
    'The list is shown without your saved filter.',
  )
  // The address has restored the tab that the editor was opened from (JOBS-13), so its marker is no longer needed.
  const isFromEditor = address.get('fromEditor') === 'true'
  const page = address.get('page') ?? ''
  const stage = tab.status ? null : stageFilterOf(address, change)
  const isNarrowed = filter.isRestricted || onlys.length > 0 || stage !== null
  useEffect(() => {
    if (isFromEditor) change({ fromEditor: '', page })
  }, [isFromEditor, page, change])
  return (
    <ListPage
      title="Jobs"
      tabTitle={title}
      list={list}
      actions={actions}
      above={<Tabs user={user} group={group} tab={tab} />}
      search="Search Jobs"
      chips={<OnlyChips user={user} tab={tab} list={list} />}
      filterBy={<FilterDrawer filter={filter} sections={sections} isOpen={isFiltering} onOpen={setFiltering} />}
      filters={stage ? [...sections, stage] : sections}
      failed={{ title: 'Error', description: 'Failed to fetch job list' }}
    >
      <JobTable
        list={list}
        user={user}
        title={title}
        group={group}
        slug={tab.slug}
        onWiden={isNarrowed ? () => filter.reset({ only: '', state: '', level: '' }) : undefined}
      />
    </ListPage>
  )
}
