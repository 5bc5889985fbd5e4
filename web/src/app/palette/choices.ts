import type { StoredUser } from '@dictara/contract/identity'
import type { ReactNode } from 'react'
import { groupsOf, tabsOf } from '../../features/jobs/index.ts'
import { settingsOf } from '../../features/settings/index.ts'
import { paths } from '../../platform/paths.ts'
import type { MenuItem, NamedPage } from '../areas.ts'

/** A choice in the palette: a place to go or an action. */
export interface Choice {
  key: string
  label: string
  /** More searchable words, shown in small type. */
  more?: string
  /** More searchable words that are not shown. */
  words?: string
  /** Shown before the choice, e.g. the state of a job. */
  pill?: ReactNode
  to?: string
  act?: () => void
}

const page = ({ label, to, words }: NamedPage, more?: string): Choice => ({
  // One page may appear under two names, as a menu item and as a list.
  key: `page ${label} ${to}`,
  label,
  to,
  ...(words && { words }),
  ...(more && { more }),
})

const groupNames = { 'my-jobs': 'My Jobs', 'jobs-to-review': 'Jobs to review' } as const

/** Every page that a person has: the menu, the pages opened from it, settings, and the job lists. */
export function pagesOf(user: StoredUser, items: readonly MenuItem[]): Choice[] {
  const menu = items.map((item) => page(item))
  const within = items.flatMap((item) => (item.within ?? []).map((one) => page(one, item.label)))
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

/** Text without case and accents, for comparison. */
const folded = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** The choices that contain every word of the search, or have a further word that begins with it. */
export function matching(choices: readonly Choice[], search: string): Choice[] {
  const sought = folded(search).split(/\s+/).filter(Boolean)
  return choices.filter(({ label, more = '', words = '' }) => {
    const shown = folded(`${label} ${more}`)
    return sought.every((word) => shown.includes(word) || ` ${words}`.includes(` ${word}`))
  })
}
