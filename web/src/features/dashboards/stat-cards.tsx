import type { DashboardCounts } from '@dictara/contract/dashboards'
import { Card, Statistic } from 'antd'

const momentIn = (timeZone: string) =>
  new Intl.DateTimeFormat('en-US', {
    timeZone,
    month: '2-digit',
    day: '2-digit',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  })
/** MM/DD/YYYY hh:mm a in the clinic's zone, or "--" where nothing happened yet (DASH-09, DASH-42). */
const atIn = (timeZone: string) => (time: string | null | undefined) =>
  time ? momentIn(timeZone).format(new Date(time)).replace(',', '') : '--'

const grid = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(190px, 1fr))',
  gap: 16,
  marginBottom: 24,
}

interface StatCard {
  title: string
  value: number
  footer: string
}

/** What a clinic consists of, each with its last activity (DASH-02 to DASH-09, DASH-14). */
export function StatCards({
  counts,
  hidesReviewers,
}: {
  counts: DashboardCounts | undefined
  hidesReviewers: boolean
}) {
  const at = atIn(counts?.timeZone ?? 'UTC')
  const login = (who: DashboardCounts['lastLogedinAdmin'] | undefined) =>
    who ? `Last login: ${who.name}, ${at(who.lastLoginTimeStamp)}` : 'Last login: --'
  const cards: StatCard[] = [
    { title: 'Admin', value: counts?.adminCount ?? 0, footer: login(counts?.lastLogedinAdmin) },
    { title: 'Doctors', value: counts?.doctorCount ?? 0, footer: login(counts?.lastLogedinDoctor) },
    ...(hidesReviewers
      ? []
      : [{ title: 'Reviewers', value: counts?.reviewerCount ?? 0, footer: login(counts?.lastLogedinReviewer) }]),
    { title: 'Open Jobs', value: counts?.openJobsCount ?? 0, footer: `Last created: ${at(counts?.lastJobCreatedOn)}` },
    {
      title: 'Completed Jobs',
      value: counts?.completedJobsCount ?? 0,
      footer: `Last completed: ${at(counts?.lastJobCompletedOn)}`,
    },
    {
      title: 'Total Facility',
      value: counts?.facilityCount ?? 0,
      footer: `Last updated: ${at(counts?.facilityLastUpdatedOn)}`,
    },
  ]
  return (
    <section aria-label="The clinic">
      <div style={grid}>
        {cards.map(({ title, value, footer }) => (
          <Card key={title} size="small">
            <Statistic title={title} value={value} loading={!counts} />
            <p style={{ margin: '8px 0 0', fontSize: 13, color: 'var(--text-quiet)' }}>{footer}</p>
          </Card>
        ))}
      </div>
    </section>
  )
}
