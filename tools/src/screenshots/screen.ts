import { button } from '../../../e2e/src/at-work.ts'
import { editorOf } from '../../../web/src/features/jobs/open-job.ts'
import type { Page } from '@playwright/test'
import type { State } from './states.ts'

/** The addresses of both applications, and the ids of the demo's jobs by number. */
export interface Place {
  web: string
  recorder: string
  jobId(number: string): string
}

export interface Screen {
  /** The name of its folder of pictures. */
  name: string
  /** The demo account to sign in with; absent for screens without sign-in. */
  as?: string
  path: string | ((place: Place) => string)
  /** The states of this screen; all by default. */
  states?: readonly State[]
  /** The actions of a person before the picture is taken. */
  act?(page: Page, state: State, place: Place): Promise<unknown>
  /** The name of its picture in docs/screenshots, if any. */
  docs?: string
  /** Its actions cannot be repeated, so it is opened last and once for all widths. */
  isLast?: boolean
}

export const list = (as: string, path: string, docs?: string): Screen => ({
  name: `jobs-${as}-${path.replace('/', '-')}`,
  as,
  path: `/dashboard/jobs-list/${path}`,
  ...(docs && { docs }),
})

export const editor = (name: string, as: string, number: string, stage: string, docs?: string): Screen => ({
  name: `editor-${name}`,
  as,
  path: ({ jobId }) =>
    editorOf({ userType: as === 'transcriptionist' ? as : as === 'doctor' ? as : 'reviewer' }, jobId(number), stage),
  ...(docs && { docs }),
  // The player renders after the note; some states have none.
  act: (page) =>
    button(page, /^Play/)
      .waitFor({ timeout: 10_000 })
      .catch(() => {}),
})

export const home = (as: string): Screen => ({ name: `dashboard-${as}`, as, path: '/dashboard' })

/** Adds something that opens over or beside a screen. */
export const over = (base: Screen, name: string, act: NonNullable<Screen['act']>): Screen => ({
  ...base,
  name,
  states: ['full', 'long'],
  act,
})
