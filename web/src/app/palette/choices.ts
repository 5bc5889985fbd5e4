import type { StoredUser } from '@dictara/contract/identity'
import { isManager } from '@dictara/contract/roles'
import type { ReactNode } from 'react'
import { groupsOf, tabsOf } from '../../features/jobs/index.ts'
import { paths } from '../../platform/paths.ts'
import { isToCome, type MenuItem } from '../areas.ts'

/** Something that can be chosen: a place to go, or something to do. */
export interface Choice {
  key: string
  label: string
  /** Further words that find it, and what is said of it in small. */
  more?: string
  /** Stands before it, e.g. where a job stands. */
  pill?: ReactNode
  to?: string
  act?: () => void
}

const page = (label: string, to: string, more?: string): Choice => ({
  // One page may stand there under two names, as in the menu and as a list.
  key: `page ${label} ${to}`,
  label,
  to,
  ...(more && { more }),
})

const groupNames = { 'my-jobs': 'My Jobs', 'jobs-to-review': 'Jobs to review' } as const

/** Every page that a person has: those of the menu, the lists of jobs, and people. */
export function pagesOf(user: StoredUser, items: readonly MenuItem[]): Choice[] {
  const lists = groupsOf(user).flatMap((group) =>
    tabsOf(user, group).map(({ label, slug }) =>
      page(label, group === 'my-jobs' ? paths.myJobs(slug) : paths.jobsToReview(slug), groupNames[group]),
    ),
  )
  const people = isManager(user)
    ? [
        page('Doctors', '/dashboard/doctors', 'Users'),
        page('Reviewers', '/dashboard/reviewers', 'Users'),
        page('Billers', '/dashboard/billers', 'Users'),
        page('Turnaround', paths.turnaround, 'Settings'),
      ]
    : []
  const menu = items.filter((item) => !isToCome(item)).map(({ label, to }) => page(label, to))
  const taken = new Set(menu.map(({ to }) => to))
  return [...menu, ...people.filter(({ to }) => !taken.has(to)), ...(user.userType === 'biller' ? [] : lists)]
}

/** Letters as they are compared: without case and accents. */
const folded = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** Those in which every word of the search stands somewhere. */
export function matching(choices: readonly Choice[], search: string): Choice[] {
  const words = folded(search).split(/\s+/).filter(Boolean)
  return choices.filter(({ label, more = '' }) => {
    const text = folded(`${label} ${more}`)
    return words.every((word) => text.includes(word))
  })
}
