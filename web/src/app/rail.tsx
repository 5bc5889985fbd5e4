import type { StoredUser } from '@dictara/contract/identity'
import { isManager } from '@dictara/contract/roles'
import { Tooltip } from 'antd'
import {
  Bed,
  AudioLines,
  BookA,
  Calculator,
  ChevronDown,
  ChevronUp,
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
import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { useJobCounts } from '../features/jobs/index.ts'
import { isToCome, type MenuItem, selectedOf } from './areas.ts'
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
  /** The item that may still turn out to be unavailable. */
  awaited?: string | undefined
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
    <li className={label === awaited ? 'rail-awaited' : undefined}>
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
  const built = items.filter((item) => !isToCome(item))
  // If a person has only areas to come, the menu shows those.
  const main = built.length > 0 ? built : items
  const soon = items.filter((item) => !main.includes(item))
  const [chosen, setChosen] = useState<boolean>()
  const isShown = chosen ?? soon.some((item) => item === selected)
  const list = (of: readonly MenuItem[]) =>
    of.map((item) => <RailItem key={item.to} {...props} item={item} isSelected={item === selected} />)
  const Fold = isShown ? ChevronDown : ChevronUp
  return (
    <aside className={isOpen ? 'shell-sider is-open' : 'shell-sider'}>
      <p className="shell-brand">Dictara</p>
      <nav aria-label="Main" className="rail">
        <ul>{list(main)}</ul>
        {soon.length > 0 && (
          <div className="rail-soon">
            <button type="button" className="rail-fold" aria-expanded={isShown} onClick={() => setChosen(!isShown)}>
              Soon
              <Fold size={14} aria-hidden />
            </button>
            {isShown && <ul aria-label="Not in this version yet">{list(soon)}</ul>}
          </div>
        )}
      </nav>
    </aside>
  )
}
