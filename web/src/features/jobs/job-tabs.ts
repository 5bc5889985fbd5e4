import type { JobCounts, ListStatus } from '@dictara/contract/job-lists'
import type { StoredUser } from '@dictara/contract/identity'

export type Group = 'my-jobs' | 'jobs-to-review'

export interface JobTab {
  slug: string
  label: string
  status: ListStatus
  count: keyof JobCounts
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

/** Lists that are reached by an address only, e.g. after a job was handed on; shown as a tab while they are open (Q193). */
const history = {
  'my-jobs': [tab('rejected', 'Rejected', 'REJECTED', 'rejectedJobs')],
  'jobs-to-review': [
    tab('completed', 'Completed', 'COMPLETE', 'completedJobs'),
    tab('rejected', 'Rejected', 'REJECTED', 'rejectedJobs'),
  ],
} as const satisfies Record<Group, readonly JobTab[]>

const transcriptionistTabs = [
  tab('available', 'Available', 'AVAILABLE', 'availableJobs'),
  tab('in-progress', 'In Progress', 'INPROGRESS', 'inProgressJobs'),
  tab('completed', 'Completed', 'COMPLETE', 'completedJobs'),
  tab('rejected', 'Rejected', 'REJECTED', 'rejectedJobs'),
]

type Person = Pick<StoredUser, 'userType' | 'scopes'>

/** Top-level tabs by the scopes of the token (JOBS-05 to JOBS-08); none: no access. */
export function groupsOf({ userType, scopes }: Person): readonly Group[] {
  if (userType === 'transcriptionist') return ['my-jobs']
  const isAdmin = scopes.includes('ROLE_ADMIN')
  return [
    ...(isAdmin || scopes.includes('ROLE_DOCTOR') ? (['my-jobs'] as const) : []),
    ...(isAdmin || scopes.includes('ROLE_REVIEWER') ? (['jobs-to-review'] as const) : []),
  ]
}

export const tabsOf = (person: Person, group: Group): readonly JobTab[] =>
  person.userType === 'transcriptionist' ? transcriptionistTabs : tabs[group]

/** As `tabsOf`, with the list that is open when it is one of the history. */
export const shownTabsOf = (person: Person, group: Group, open: JobTab): readonly JobTab[] => {
  const usual = tabsOf(person, group)
  return usual.some(({ slug }) => slug === open.slug) ? usual : [...usual, open]
}

/** Slugs that name the same list (Q101). */
const sameSlug = (slug: string) => (slug === 'complete' ? 'completed' : slug)

/**
 * The list that an address names, flat or under its group (JOBS-10 to JOBS-13, Q193); the first list of the person for
 * an address that names none of theirs.
 */
export function listOf(
  person: Person,
  group: string | undefined,
  stage: string | undefined,
): { group: Group; tab: JobTab } | null {
  const groups = groupsOf(person)
  const slug = sameSlug(stage ?? '')
  const alias = slug === 'available' && person.userType !== 'transcriptionist' ? 'ready' : slug
  const asked = groups.filter((one) => !group || one === group)
  for (const one of asked) {
    const found = tabsOf(person, one).find((candidate) => candidate.slug === alias)
    if (found) return { group: one, tab: found }
  }
  if (person.userType !== 'transcriptionist')
    for (const one of asked) {
      const found = history[one].find((candidate) => candidate.slug === alias)
      if (found) return { group: one, tab: found }
    }
  const first = asked[0] ?? groups[0]
  return first ? { group: first, tab: tabsOf(person, first)[0]! } : null
}
