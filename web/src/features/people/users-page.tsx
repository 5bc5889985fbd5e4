import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { NotYet } from '../../ui/not-yet.tsx'
import { Page } from '../../ui/page.tsx'
import { TabLinks } from '../../ui/tab-links.tsx'
import { BillersPage } from './billers-page.tsx'
import { DoctorsPage } from './doctors-page.tsx'
import { ReviewersPage } from './reviewers-page.tsx'

const ScreenToCome = ({ title, above }: { title: string; above: ReactNode }) => (
  <Page title={title}>
    {above}
    <NotYet />
  </Page>
)

/** The kinds of people: each a tab of this page, and a page of its own (PEOP-20, Q017). */
const tabs = [
  { key: 'admins', label: 'Admins', Screen: ScreenToCome },
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

/** The admins by their own address: to come, with the way to the other kinds of people; titled as PEOP-15 has it. */
export const AdminsPage = () => <ScreenToCome title="Doctors" above={links('admins')} />

/** The Users page; it opens on the doctors. */
export function UsersPage() {
  const [address] = useSearchParams()
  const { key, Screen } = tabs.find((tab) => tab.key === address.get('tab')) ?? tabs[1]
  return <Screen title="Users" above={links(key)} />
}
