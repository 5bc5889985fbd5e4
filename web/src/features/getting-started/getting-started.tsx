import { call } from '@dictara/browser/call'
import { type ClinicCounts, dashboardCalls } from '@dictara/contract/dashboards'
import type { StoredUser } from '@dictara/contract/identity'
import { patientCalls } from '@dictara/contract/patients'
import { isManager } from '@dictara/contract/roles'
import { useQuery } from '@tanstack/react-query'
import { Circle, CircleCheck } from 'lucide-react'
import { Link } from 'react-router'
import { jobQueries } from '../../platform/query-client.ts'
import { paths } from '../../platform/paths.ts'
import './getting-started.css'

interface Step {
  title: string
  about: string
  to: string
  isDone: boolean
}

const useCounts = (user: StoredUser) =>
  useQuery({
    // Use the dashboard's query keys, so that both share the data.
    queryKey: [...jobQueries, 'dashboard', user.userType],
    queryFn: async ({ signal }) =>
      (await call(dashboardCalls.getDashboard, { params: { role: user.userType } }, { signal, handler: 'page' }))
        .result[0]!,
    enabled: isManager(user) && !user.superAdmin,
    // A person who returns from a step must see it as done.
    staleTime: 0,
  })

const hasJobs = ({ openJobsCount, completedJobsCount }: ClinicCounts) => openJobsCount + completedJobsCount > 0

/** Whether nothing was dictated in the clinic yet, so that the dashboard would show only zeros. */
export function useIsNewClinic(user: StoredUser): boolean {
  const { data } = useCounts(user)
  return isManager(user) && data !== undefined && !hasJobs(data)
}

function stepsOf(counts: ClinicCounts, patients: number): Step[] {
  const [facility] = counts.facilitiesInfo
  return [
    {
      title: 'Facility and time zone',
      about: facility
        ? `${facility.facilityName}, ${counts.timeZone.replaceAll('_', ' ')}. ${counts.isTimeZoneSet ? '' : 'Choose your time zone. '}Connect its EHR, if you have one.`
        : 'Your clinic has no facility yet.',
      to: facility ? paths.facility(facility.facilityId) : paths.facilities,
      isDone: counts.facilityCount > 0 && counts.isTimeZoneSet,
    },
    {
      title: 'Doctor',
      about: 'Doctors dictate in the browser. Invite the first one.',
      to: '/dashboard/doctors',
      isDone: counts.doctorCount > 0,
    },
    {
      title: 'Transcriptionist or reviewer',
      about: 'They type and check what is dictated.',
      to: '/dashboard/reviewers',
      isDone: counts.transcriptionistCount + counts.reviewerCount > 0,
    },
    {
      title: 'Patient',
      about: 'Add one, or import them from a CSV file.',
      to: '/dashboard/patients',
      isDone: patients > 0,
    },
    {
      title: 'First dictation',
      about: 'Your doctor signs in, chooses the patient and records. It then appears under Jobs.',
      to: paths.myJobs('in-progress'),
      isDone: hasJobs(counts),
    },
  ]
}

/**
 * The first steps of a new clinic, each with its state and a link to do it. Hidden when all are done, or once a note is
 * complete.
 */
export function GettingStarted({ user }: { user: StoredUser }) {
  const { data: counts } = useCounts(user)
  const isNew = counts !== undefined && counts.completedJobsCount === 0
  const { data: patients } = useQuery({
    queryKey: ['patients', 'any'],
    queryFn: async ({ signal }) =>
      (await call(patientCalls.listPatients, { query: { size: 1 } }, { signal, handler: false })).size ?? 0,
    enabled: isNew,
    staleTime: 0,
  })
  if (!isNew || patients === undefined) return null
  const steps = stepsOf(counts, patients)
  const done = steps.filter(({ isDone }) => isDone).length
  if (done === steps.length) return null
  return (
    <section aria-labelledby="getting-started" className="getting-started">
      <h2 id="getting-started">Getting started</h2>
      <p>
        {done} of {steps.length} done
      </p>
      <ol>
        {steps.map(({ title, about, to, isDone }) => {
          const Icon = isDone ? CircleCheck : Circle
          return (
            <li key={title} className={isDone ? 'is-done' : undefined}>
              <Icon size={20} aria-hidden />
              <Link to={to}>{title}</Link>
              <em className="visually-hidden">{isDone ? 'Done' : 'To do'}</em>
              <span>{about}</span>
            </li>
          )
        })}
      </ol>
    </section>
  )
}
