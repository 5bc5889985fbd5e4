import type { StoredUser } from '@dictara/contract/identity'
import type { ReactNode } from 'react'
import { groupsOf, tabsOf } from '../../features/jobs/index.ts'
import { settingsOf } from '../../features/settings/index.ts'
import { paths } from '../../platform/paths.ts'
import { isToCome, type MenuItem, type NamedPage } from '../areas.ts'

/** Something that can be chosen: a place to go, or something to do. */
export interface Choice {
  key: string
  label: string
  /** Further words that find it, and what is said of it in small. */
  more?: string
  /** Further words that find it, and are not shown. */
  words?: string
  /** Stands before it, e.g. where a job stands. */
  pill?: ReactNode
  to?: string
  act?: () => void
}

const page = ({ label, to, words }: NamedPage, more?: string): Choice => ({
  // One page may stand there under two names, as in the menu and as a list.
  key: `page ${label} ${to}`,
  label,
  to,
  ...(words && { words }),
  ...(more && { more }),
})

const groupNames = { 'my-jobs': 'My Jobs', 'jobs-to-review': 'Jobs to review' } as const

/** Every page that a person has: those of the menu and what is opened from them, settings, and the lists of jobs. */
export function pagesOf(user: StoredUser, items: readonly MenuItem[]): Choice[] {
  const built = items.filter((item) => !isToCome(item))
  const menu = built.map((item) => page(item))
  const within = built.flatMap((item) => (item.within ?? []).map((one) => page(one, item.label)))
  const settings = settingsOf(user).flatMap(({ entries }) => entries.map((entry) => page(entry, 'Settings')))
  const lists = user.userType === 'biller' ? [] : groupsOf(user)
  const jobs = lists.flatMap((group) =>
    tabsOf(user, group).map(({ label, slug }) =>
      page({ label, to: group === 'my-jobs' ? paths.myJobs(slug) : paths.jobsToReview(slug) }, groupNames[group]),
    ),
  )
  const taken = new Set(menu.map(({ to }) => to))
  return [...menu, ...[...within, ...settings].filter(({ to }) => !taken.has(to)), ...jobs]
}

/** Letters as they are compared: without case and accents. */
const folded = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** Those in which every word of the search stands somewhere, or begins one of the further words. */
export function matching(choices: readonly Choice[], search: string): Choice[] {
  const sought = folded(search).split(/\s+/).filter(Boolean)
  return choices.filter(({ label, more = '', words = '' }) => {
    const shown = folded(`${label} ${more}`)
    return sought.every((word) => shown.includes(word) || ` ${words}`.includes(` ${word}`))
  })
}
