import { fullMomentIn } from '@dictara/browser/moments'
import type { jobListCalls } from '@dictara/contract/job-lists'
import type { StoredUser } from '@dictara/contract/identity'
import type { JobRow } from '@dictara/contract/jobs'
import { stageKeys, stageOf } from '@dictara/browser/stages'
import { lazy, Suspense, useState } from 'react'
import { Cut } from '../../ui/cut.tsx'
import { type Column, ListTable } from '../../ui/list-table.tsx'
import { StagePill } from '@dictara/browser/stage-pill'
import { EmptyJobs } from './empty-jobs.tsx'
import { JobActions } from './job-actions.tsx'
import { JobNumber, Patient, Waiting, With } from './job-cells.tsx'
import { JobRowNote } from './job-row-note.tsx'
import type { Group } from './job-tabs.ts'
import { audioLength } from '@dictara/browser/clock'
import type { JobList } from './use-job-list.ts'
import './job-table.css'

const JobPeek = lazy(() => import('./job-peek.tsx').then((module) => ({ default: module.JobPeek })))

const levels = { LEVEL_1: 'Level 1', LEVEL_2: 'Level 2' } as const
type JobColumn = Column<typeof jobListCalls.listMyJobs>

interface JobTableProps {
  list: JobList
  user: StoredUser
  group: Group
  slug: string
  title: string
  /** Clears the filters of the list; absent when it has none. */
  onWiden?: (() => void) | undefined
}

/** A column is left out if all rows have the same value, e.g. the same author or facility. */
const saysNothing = (rows: readonly JobRow[], what: (job: JobRow) => string | undefined, known?: string) => {
  const [first, ...rest] = rows.map(what)
  return rows.length > 0 && rest.every((one) => one === first) && (known === undefined || first === known)
}

/** The columns of a tab in order of use, with the names that the requirements give them (JOBS-19 to JOBS-26). */
export function jobColumns(
  { list: { rows }, user, group, slug }: JobTableProps,
  onPeek: (id: string) => void,
): JobColumn[] {
  const isInReview = slug === 'in-review'
  const isOwn = saysNothing(rows, ({ authorId }) => authorId, user.id)
  const isOnePlace = saysNothing(rows, ({ facility }) => facility.facilityId) && (isOwn || rows.length > 1)
  return [
    { title: 'Status', name: 'stage', isRigid: true, width: 132, render: (job) => <StagePill job={job} /> },
    ...(isInReview || group === 'jobs-to-review'
      ? [
          {
            title: 'Current Level',
            name: 'level',
            isBelow: true,
            render: ({ currentLevelOfReview: level }: JobRow) => level && levels[level],
          },
        ]
      : []),
    { title: 'Patient Name', name: 'patient', width: 180, render: (job) => <Patient job={job} /> },
    { title: 'Job ID', name: 'work', isHeading: true, width: 140, render: (job) => <JobNumber job={job} /> },
    { title: 'Work Type', name: 'kind', isBelow: true, render: ({ workType }) => workType },
    {
      title: 'Author',
      name: 'author',
      width: 116,
      hidden: isOwn ? 'always' : 'narrow',
      render: ({ author }) => <Cut text={author} />,
    },
    {
      title: 'Facility Name',
      name: 'facility',
      isBelow: true,
      hidden: isOnePlace ? 'always' : 'narrow',
      render: ({ facility }) => facility.facilityName,
    },
    {
      title: 'Audio Length',
      name: 'length',
      isRigid: true,
      width: 68,
      hidden: 'narrow',
      // Unknown until the audio is converted.
      render: (job) => (job.audioLength > 0 ? audioLength(job.audioLength) : '–'),
    },
    { title: 'Waiting', name: 'waiting', width: 190, render: (job) => <Waiting job={job} /> },
    {
      title: 'Submitted Time',
      name: 'submitted',
      isBelow: true,
      // The due time needs the place. A tooltip on the age shows the exact times.
      hidden: 'middle',
      ...(slug !== 'all' && { sort: 'submissionTime' as const }),
      render: ({ submissionTime, timeZone }) => fullMomentIn(submissionTime, timeZone),
    },
    {
      title: isInReview ? 'Assigned To' : 'Held By',
      name: 'with',
      width: 96,
      ...(saysNothing(rows, ({ heldBy }) => heldBy?.id, user.id) && { hidden: 'always' as const }),
      render: (job) => <With job={job} />,
    },
    { title: 'Reason or comment', isNote: true, render: (job) => <JobRowNote job={job} /> },
    {
      title: 'Action',
      name: 'action',
      isRigid: true,
      width: 112,
      render: (job) => <JobActions job={job} slug={slug} onPeek={() => onPeek(job.jobId)} />,
    },
  ]
}

/** Lists with every state sort the rows of a page by stage. */
const byStage = (rows: readonly JobRow[]): JobRow[] =>
  rows.toSorted((one, other) => stageKeys.indexOf(stageOf(one).key) - stageKeys.indexOf(stageOf(other).key))

/** A page of jobs for pointer and keyboard. Below 700 pixels the rows become cards. */
export function JobTable({ list: asked, user, group, slug, title, onWiden }: JobTableProps) {
  const [peeked, setPeeked] = useState<string>()
  const list = slug === 'all' ? { ...asked, rows: byStage(asked.rows) } : asked
  const rowOf = (id: string) => document.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`)
  const place = list.rows.findIndex(({ jobId }) => jobId === peeked)
  // Close the preview of a job that left the list; otherwise it would reopen when the job returns.
  if (peeked !== undefined && place < 0 && !list.isPending) setPeeked(undefined)
  function onOpen(id: string) {
    const way = rowOf(id)?.querySelector<HTMLElement>('.row-open')
    if (way) way.click()
    else setPeeked(id)
  }
  function close() {
    // Return the focus to the row of the last previewed job.
    if (peeked) setTimeout(() => rowOf(peeked)?.focus())
    setPeeked(undefined)
  }
  return (
    <>
      <ListTable
        list={list}
        label={title}
        kind="jobs"
        rowKey="jobId"
        empty={<EmptyJobs user={user} group={group} slug={slug} search={list.search} onWiden={onWiden} />}
        columns={jobColumns({ list, user, group, slug, title }, setPeeked)}
        keys={{ onOpen, onPeek: setPeeked }}
        isLive
      />
      <Suspense>
        {peeked !== undefined && (
          <JobPeek
            job={list.rows[place]}
            slug={slug}
            onMove={(by) => setPeeked(list.rows[place + by]?.jobId ?? peeked)}
            onClose={close}
          />
        )}
      </Suspense>
    </>
  )
}
