import { CalendarSync, CreditCard, ReceiptText } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '../../platform/paths.ts'
import { Page } from '../../ui/page.tsx'
import './payments.css'

const tiles = [
  { label: 'Manage Cards', to: paths.manageCards, icon: CreditCard, about: 'The cards that your facilities pay with.' },
  {
    label: 'Manage Subscription',
    to: paths.manageSubscription,
    icon: CalendarSync,
    about: 'The plan of each facility: choose one, see what is used, cancel.',
  },
  {
    label: 'Past Payments',
    to: paths.paymentLogs,
    icon: ReceiptText,
    about: 'Payments, what they paid for, receipts.',
  },
] as const

/** The start page of Billing (BILL-01 to BILL-04). */
export const BillingPage = () => (
  <Page title="Billing">
    <ul className="billing-tiles">
      {tiles.map(({ label, to, icon: Icon, about }) => (
        <li key={to}>
          <Icon size={24} aria-hidden />
          <div>
            <Link to={to}>{label}</Link>
            <p>{about}</p>
          </div>
        </li>
      ))}
    </ul>
  </Page>
)
