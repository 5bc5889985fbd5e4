import type { ClinicCounts } from '@dictara/contract/dashboards'
import { useState } from 'react'

const momentIn = (timeZone: string) =>
  new Intl.DateTimeFormat('en-US', {
    timeZone,
    month: '2-digit',
    day: '2-digit',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  })
/** MM/DD/YYYY hh:mm a in the clinic's zone, or "--" if nothing has happened yet (DASH-09, DASH-42). */
const atIn = (timeZone: string) => (time: string | null | undefined) =>
  time ? momentIn(timeZone).format(new Date(time)).replace(',', '') : '--'

interface StatCard {
  title: string
  value: number | undefined
  footer: string
}

/**
 * The numbers of people and facilities of a clinic in one line. The last activity of each is shown on request (DASH-02
 * to DASH-09, DASH-14).
 */
export function StatCards({ counts, hidesReviewers }: { counts: ClinicCounts | undefined; hidesReviewers: boolean }) {
  const [isTold, setTold] = useState(false)
  const at = atIn(counts?.timeZone ?? 'UTC')
  const login = (who: ClinicCounts['lastLogedinAdmin'] | undefined) =>
    who ? `Last login: ${who.name}, ${at(who.lastLoginTimeStamp)}` : 'Last login: --'
  const cards: StatCard[] = [
    { title: 'Admin', value: counts?.adminCount, footer: login(counts?.lastLogedinAdmin) },
    { title: 'Doctors', value: counts?.doctorCount, footer: login(counts?.lastLogedinDoctor) },
    ...(hidesReviewers
      ? []
      : [{ title: 'Reviewers', value: counts?.reviewerCount, footer: login(counts?.lastLogedinReviewer) }]),
    { title: 'Open Jobs', value: counts?.openJobsCount, footer: `Last created: ${at(counts?.lastJobCreatedOn)}` },
    {
      title: 'Completed Jobs',
      value: counts?.completedJobsCount,
      footer: `Last completed: ${at(counts?.lastJobCompletedOn)}`,
    },
    {
      title: 'Total Facility',
      value: counts?.facilityCount,
      footer: `Last updated: ${at(counts?.facilityLastUpdatedOn)}`,
    },
  ]
  return (
    <section aria-label="The clinic" className={isTold ? 'home-line is-told' : 'home-line'}>
      {cards.map(({ title, value, footer }) => (
        <article key={title} className="home-figure" title={footer}>
          <span>{title}</span>
          <strong>{value ?? '–'}</strong>
          <span className="home-figure-foot">{footer}</span>
        </article>
      ))}
      <button type="button" className="home-line-more" aria-expanded={isTold} onClick={() => setTold(!isTold)}>
        Last activity
      </button>
    </section>
  )
}
