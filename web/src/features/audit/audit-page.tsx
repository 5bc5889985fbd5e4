import { useSearchParams } from 'react-router'
import { paths } from '../../platform/paths.ts'
import { useUser } from '../../platform/use-user.ts'
import { TabLinks } from '../../ui/tab-links.tsx'
import { auditTabs, tabIn, tabsOf } from './audit-tabs.ts'
import { AuditedFacilities } from './audited-facilities.tsx'
import { AuditedJobs } from './audited-jobs.tsx'
import { SignIns } from './sign-ins.tsx'

const lists = { 1: SignIns, 2: AuditedJobs, 3: AuditedFacilities } as const

/** The audit: sign-ins, the work on jobs, and when facilities were enabled and disabled (AUD-01). */
export function AuditPage() {
  const user = useUser()
  const [address] = useSearchParams()
  if (!user) return null
  const tab = tabIn(address, user.userType)
  const items = tabsOf(user.userType).map((one) => ({
    key: String(one),
    to: `${paths.audit}?tab=${one}`,
    label: auditTabs[one],
  }))
  const List = lists[tab]
  return <List key={tab} above={<TabLinks name="Audit of" selected={String(tab)} items={items} />} />
}
