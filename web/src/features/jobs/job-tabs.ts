import type { JobCounts, ListStatus, OnlyWord } from '@dictara/contract/job-lists'
import type { StoredUser } from '@dictara/contract/identity'

export type Group = 'my-jobs' | 'jobs-to-review'

export interface JobTab {
  slug: string
  label: string
  /** If absent, the list has every state that the person may read (Q204). */
  status?: ListStatus
  count?: keyof JobCounts
}

const tab = (slug: string, label: string, status: ListStatus, count: keyof JobCounts): JobTab => ({
  slug,
  label,
  status,
  count,
})

/** Sub-tabs of My Jobs and of Jobs to review (JOBS-14, JOBS-15), and the lists of a transcriptionist (Q104). */
const tabs = {
  'my-jobs': [
    tab('in-progress', 'In Progress', 'INPROGRESS', 'inProgressJobs'),
    tab('in-review', 'In Review', 'INREVIEW', 'inReviewJobs'),
    tab('completed', 'Completed', 'COMPLETE', 'completedJobs'),
    tab('incomplete', 'Incomplete', 'INCOMPLETE', 'inCompleteJobs'),
  ],
  'jobs-to-review': [
    tab('ready', 'Ready', 'READY', 'readyJobs'),
    tab('in-progress', 'In Progress', 'INPROGRESS', 'inProgressJobs'),
  ],
} as const satisfies Record<Group, readonly JobTab[]>

/** Lists that only an address opens, e.g. after a job is handed on. Each has a tab while it is open (Q193). */
const history = {
  'my-jobs': [tab('rejected', 'Rejected', 'REJECTED', 'rejectedJobs')],
  'jobs-to-review': [
    tab('completed', 'Completed', 'COMPLETE', 'completedJobs'),
    tab('rejected', 'Rejected', 'REJECTED', 'rejectedJobs'),
  ],
} as const satisfies Record<Group, readonly JobTab[]>

/** What waits for anybody: to be typed, and for an admin also to be reviewed. */
const available = tab('available', 'Available', 'AVAILABLE', 'availableJobs')

/** Jobs in every state, for finding one job. */
const all: JobTab = { slug: 'all', label: 'All' }

const transcriptionistTabs = [
  available,
  tab('in-progress', 'In Progress', 'INPROGRESS', 'inProgressJobs'),
  tab('completed', 'Completed', 'COMPLETE', 'completedJobs'),
  tab('rejected', 'Rejected', 'REJECTED', 'rejectedJobs'),
]

type Person = Pick<StoredUser, 'userType' | 'scopes'>

const isAdmin = ({ scopes }: Person) => scopes.includes('ROLE_ADMIN')

/** The top-level tabs for the scopes of the token (JOBS-05 to JOBS-08). No tabs means no access. */
export function groupsOf(person: Person): readonly Group[] {
  const { userType, scopes } = person
  if (userType === 'transcriptionist') return ['my-jobs']
  return [
    ...(isAdmin(person) || scopes.includes('ROLE_DOCTOR') ? (['my-jobs'] as const) : []),
    ...(isAdmin(person) || scopes.includes('ROLE_REVIEWER') ? (['jobs-to-review'] as const) : []),
  ]
}

export const tabsOf = (person: Person, group: Group): readonly JobTab[] =>
  person.userType === 'transcriptionist' ? transcriptionistTabs : tabs[group]

/** As `tabsOf`, with the list that is open when it is one of the history, and All (Q204). */
export const shownTabsOf = (person: Person, group: Group, open: JobTab): readonly JobTab[] => {
  const usual = tabsOf(person, group)
  return [...usual, ...(usual.some(({ slug }) => slug === open.slug) || open.slug === 'all' ? [] : [open]), all]
}

/** Whoever has it: nobody's until somebody takes it, or done. */
const isNobodys = new Set(['available', 'ready', 'incomplete'])

/** What a list may be narrowed to by a press: nothing that is done is late, and of one's own work all is one's own. */
export function onlysOf(person: Person, { slug }: JobTab): readonly OnlyWord[] {
  if (slug === 'completed') return []
  const isOwnWork = !isAdmin(person) && (person.userType === 'transcriptionist' || person.userType === 'reviewer')
  return isNobodys.has(slug) || (isOwnWork && slug !== 'all') ? ['LATE'] : ['LATE', 'MINE']
}

/** Every list of a group that the person has, by its tab or by its address only. */
function listsOf(person: Person, group: Group): readonly JobTab[] {
  if (person.userType === 'transcriptionist') return [...transcriptionistTabs, all]
  const pool = isAdmin(person) && group === 'jobs-to-review' ? [available] : []
  return [...tabs[group], ...history[group], ...pool, all]
}

/** What an address calls a list: `complete` is completed (Q101); what is available to a reviewer is Ready (Q100). */
function slugOf(person: Person, stage: string | undefined): string | undefined {
  if (stage === 'complete') return 'completed'
  const isReviewer = person.userType !== 'transcriptionist' && !isAdmin(person)
  return stage === 'available' && isReviewer ? 'ready' : stage
}

/**
 * The list that an address names, flat or under a group (JOBS-10 to JOBS-13); one that stands under the other group is
 * found there (Q193). The first list of the person for an address that names none of theirs.
 */
export function listOf(
  person: Person,
  group: string | undefined,
  stage: string | undefined,
): { group: Group; tab: JobTab } | null {
  const groups = groupsOf(person)
  const slug = slugOf(person, stage)
  const asked = groups.filter((one) => one === group)
  for (const one of [...asked, ...groups]) {
    const tab = listsOf(person, one).find((list) => list.slug === slug)
    if (tab) return { group: one, tab }
  }
  const first = asked[0] ?? groups[0]
  return first ? { group: first, tab: tabsOf(person, first)[0]! } : null
}
