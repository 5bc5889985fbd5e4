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

/** Unassigned jobs: those to be typed, and for an admin also those to be reviewed. */
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

/** Like `tabsOf`, plus the open history list, if any, and All (Q204). */
export const shownTabsOf = (person: Person, group: Group, open: JobTab): readonly JobTab[] => {
  const usual = tabsOf(person, group)
  return [...usual, ...(usual.some(({ slug }) => slug === open.slug) || open.slug === 'all' ? [] : [open]), all]
}

/** Lists whose jobs have no holder, because nobody has taken them yet or because they are done. */
const isNobodys = new Set(['available', 'ready', 'incomplete'])

/** The one-press filters of a list. A done job is never late, and on a person's own list every job is theirs. */
export function onlysOf(person: Person, { slug }: JobTab): readonly OnlyWord[] {
  if (slug === 'completed') return []
  const isOwnWork = !isAdmin(person) && (person.userType === 'transcriptionist' || person.userType === 'reviewer')
  return isNobodys.has(slug) || (isOwnWork && slug !== 'all') ? ['LATE'] : ['LATE', 'MINE']
}

/** Every list of a group that the person has, whether it has a tab or only an address. */
function listsOf(person: Person, group: Group): readonly JobTab[] {
  if (person.userType === 'transcriptionist') return [...transcriptionistTabs, all]
  const pool = isAdmin(person) && group === 'jobs-to-review' ? [available] : []
  return [...tabs[group], ...history[group], ...pool, all]
}

/** Maps the stage in an address to a list: `complete` is completed (Q101); a reviewer's available jobs are Ready (Q100). */
function slugOf(person: Person, stage: string | undefined): string | undefined {
  if (stage === 'complete') return 'completed'
  const isReviewer = person.userType !== 'transcriptionist' && !isAdmin(person)
  return stage === 'available' && isReviewer ? 'ready' : stage
}

/**
 * The list that an address names, flat or under a group (JOBS-10 to JOBS-13). A list of the other group is found there (Q193). If the
 * address names no list of the person, their first list is used.
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
