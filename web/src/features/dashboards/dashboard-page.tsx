import { Card, Flex, Statistic } from 'antd'
import type { StoredUser } from '@dictara/contract/identity'
import { Link } from 'react-router'
import { paths } from '../../platform/paths.ts'
import { useUser } from '../../platform/use-user.ts'
import { Page } from '../../ui/page.tsx'
import { CreateDictation, mayDictate } from '../handoff/index.ts'
import { type Group, groupsOf, tabsOf, useJobCounts } from '../jobs/index.ts'

/** Greeting and counts that lead to the lists (DASH-01, DASH-13). */
export function DashboardPage() {
  const user = useUser()
  if (!user) return null
  return (
    <Page
      title={`Hello ${user.firstName} ${user.lastName}`}
      tabTitle="Dashboard"
      actions={mayDictate(user) && <CreateDictation />}
    >
      {groupsOf(user).map((group) => (
        <Tiles key={group} user={user} group={group} />
      ))}
    </Page>
  )
}

function Tiles({ user, group }: { user: StoredUser; group: Group }) {
  const counts = useJobCounts(group)
  const to = (slug: string) => (group === 'my-jobs' ? paths.myJobs(slug) : paths.jobsToReview(slug))
  return (
    <section aria-label={group === 'my-jobs' ? 'My Jobs' : 'Jobs to review'}>
      <Flex gap="middle" wrap style={{ marginBottom: 16 }}>
        {tabsOf(user, group).map(({ slug, label, count }) => (
          <Link key={slug} to={to(slug)} style={{ minWidth: 160 }}>
            <Card hoverable size="small">
              <Statistic title={label} value={counts.data?.[count] ?? 0} loading={counts.isPending} />
            </Card>
          </Link>
        ))}
      </Flex>
    </section>
  )
}
