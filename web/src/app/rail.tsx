import type { StoredUser } from '@dictara/contract/identity'
import { isManager } from '@dictara/contract/roles'
import { Tooltip } from 'antd'
import {
  Bed,
  AudioLines,
  BookA,
  Calculator,
  ChevronDown,
  ContactRound,
  CreditCard,
  Database,
  FileStack,
  History,
  LayoutDashboard,
  type LucideIcon,
  Mail,
  ReceiptText,
  Send,
  Settings,
  TriangleAlert,
  UserCheck,
  UsersRound,
} from 'lucide-react'
import { Link, useLocation } from 'react-router'
import { useJobCounts } from '../features/jobs/index.ts'
import { type MenuItem, selectedOf } from './areas.ts'
import './rail.css'

const icons: Record<string, LucideIcon> = {
  Audit: History,
  Billers: ReceiptText,
  Billing: CreditCard,
  Dashboard: LayoutDashboard,
  Delivery: Send,
  'Demo EHR': Database,
  Dictionary: BookA,
  'HL7 Files': FileStack,
  Jobs: AudioLines,
  'Line counts': Calculator,
  Mailbox: Mail,
  Reviewers: UserCheck,
  Patients: Bed,
  Roster: ContactRound,
  Settings,
  Users: UsersRound,
}

const notConfigured = 'Ehr not Configured.'

interface RailProps {
  user: StoredUser
  items: readonly MenuItem[]
  /** The items that may still turn out to be unavailable. */
  awaited: readonly string[]
  isOpen: boolean
  /** Called after a choice; on a phone the menu then closes. */
  onChoice: () => void
}

/** How many jobs the item's list contains now. */
function JobsCount({ of: { group, of } }: { of: NonNullable<MenuItem['count']> }) {
  const { data } = useJobCounts(group)
  const said = data ? `${data[of]} waiting` : 'not known'
  return (
    <span className="rail-count">
      <span aria-hidden>{data ? data[of] : '–'}</span>
      <span className="visually-hidden">{said}</span>
    </span>
  )
}

function RailItem({
  item,
  isSelected,
  user,
  awaited,
  isOpen,
  onChoice,
}: RailProps & { item: MenuItem; isSelected: boolean }) {
  const { label, to, count } = item
  const Icon = icons[label] ?? ChevronDown
  const isWarned = label === 'Settings' && isManager(user) && !user.clinicConfigured
  return (
    <li className={awaited.includes(label) ? 'rail-awaited' : undefined}>
      <Link to={to} className="rail-item" aria-current={isSelected ? 'page' : undefined} onClick={onChoice}>
        <Icon size={22} aria-hidden />
        <span className="rail-label">{label}</span>
        {isWarned && (
          <Tooltip title={notConfigured}>
            <TriangleAlert size={16} aria-label={notConfigured} className="rail-warning" />
          </Tooltip>
        )}
        {isOpen && count && <JobsCount of={count} />}
      </Link>
    </li>
  )
}

/** The menu on the left: the icon above the label, or beside it with live counts (SHELL-27 to SHELL-37). */
export function Rail(props: RailProps) {
  const { items, isOpen } = props
  const { pathname } = useLocation()
  const selected = selectedOf(items, pathname)
  return (
    <aside className={isOpen ? 'shell-sider is-open' : 'shell-sider'}>
      <p className="shell-brand">Dictara</p>
      <nav aria-label="Main" className="rail">
        <ul>
          {items.map((item) => (
            <RailItem key={item.to} {...props} item={item} isSelected={item === selected} />
          ))}
        </ul>
      </nav>
    </aside>
  )
}
