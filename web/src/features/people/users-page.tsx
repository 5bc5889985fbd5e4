import { useSearchParams } from 'react-router'
import { TabLinks } from '../../ui/tab-links.tsx'
import { AdminsPage as Admins } from './admins-page.tsx'
import { BillersPage } from './billers-page.tsx'
import { DoctorsPage } from './doctors-page.tsx'
import { ReviewersPage } from './reviewers-page.tsx'

/** The kinds of people; each is a tab of this page and a separate page (PEOP-20, Q017). */
const tabs = [
  { key: 'admins', label: 'Admins', Screen: Admins },
  { key: 'doctors', label: 'Doctors', Screen: DoctorsPage },
  { key: 'reviewers', label: 'Reviewers', Screen: ReviewersPage },
  { key: 'billers', label: 'Billers', Screen: BillersPage },
] as const

const links = (selected: string) => (
  <TabLinks
    name="Users"
    selected={selected}
    items={tabs.map((tab) => ({ key: tab.key, label: tab.label, to: `/dashboard/UsersPage?tab=${tab.key}` }))}
  />
)

/** The admins at their own address. The title from PEOP-15 does not say who they are, so the tabs are shown above. */
export const AdminsPage = () => <Admins above={links('admins')} />

/** The Users page; it opens on the doctors. */
export function UsersPage() {
  const [address] = useSearchParams()
  const { key, Screen } = tabs.find((tab) => tab.key === address.get('tab')) ?? tabs[1]
  return <Screen title="Users" above={links(key)} />
}
