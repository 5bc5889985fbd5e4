import type { FacilityCard, FacilityDetails } from '@dictara/contract/facilities'
import { isManager } from '@dictara/contract/roles'
import { Alert, Button } from 'antd'
import { Building2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { paths } from '../../platform/paths.ts'
import { useUser } from '../../platform/use-user.ts'
import './facility-cards.css'

const FacilityModal = lazy(() => import('./facility-modal.tsx').then((m) => ({ default: m.FacilityModal })))

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const
/** DD MMM YYYY (DASH-22). */
const expiryDay = (day: string) => `${day.slice(8, 10)} ${months[Number(day.slice(5, 7)) - 1]} ${day.slice(0, 4)}`

/** What the EHR requires the person to prove before it admits them, and where they prove it (DASH-19). */
function Verification({ emrVerificationStatus: status, emrVerificationUrl: url }: FacilityCard['emrHandlingData']) {
  if (status === null || status === 'VERIFIED') return null
  return (
    <Alert
      type="error"
      showIcon
      title={status === 'EXPIRED' ? 'Your access to its EHR has expired.' : 'Your access to its EHR is not verified.'}
      action={url && <Link to={url}>Verify</Link>}
    />
  )
}

/** The end of a plan, past or future (DASH-20, DASH-21). A person who pays for it gets a link to its plans. */
function PlanEnd({ facilityId, facilityExpireDate: end, hasExpired }: FacilityCard['facility']) {
  const user = useUser()
  if (end === null) return null
  const mayPay = user && isManager(user) && !user.superAdmin
  return (
    <Alert
      type={hasExpired ? 'error' : 'warning'}
      showIcon
      title={hasExpired ? `Plan has expired on ${expiryDay(end)}` : `Plan will be expired on ${expiryDay(end)}`}
      action={mayPay && <Link to={`${paths.manageSubscription}?facility=${facilityId}`}>Plans</Link>}
    />
  )
}

interface FacilityCardsProps {
  cards: readonly FacilityCard[] | undefined
  /** The content of their modals; without it each is loaded when opened. */
  details?: readonly FacilityDetails[]
}

/** A card for each facility: its problems, and its details on request (DASH-17, DASH-18). */
export function FacilityCards({ cards, details }: FacilityCardsProps) {
  const [opened, setOpened] = useState<string>()
  const shown = cards?.filter(({ facility }) => !facility.disabled)
  return (
    <>
      {!shown && <p className="home-quiet">–</p>}
      {shown?.length === 0 && <p className="home-quiet">No facilities here.</p>}
      <ul className="facility-cards">
        {shown?.map(({ facility, emrHandlingData }) => (
          <li key={facility.facilityId} className="facility-card">
            <div className="facility-card-head">
              <Building2 size={18} aria-hidden />
              <h3>{facility.facilityName}</h3>
              <Button
                size="small"
                aria-label={`Details of ${facility.facilityName}`}
                onClick={() => setOpened(facility.facilityId)}
              >
                Details
              </Button>
            </div>
            <Verification {...emrHandlingData} />
            <PlanEnd {...facility} />
          </li>
        ))}
      </ul>
      {opened !== undefined && (
        <Suspense>
          <FacilityModal
            key={opened}
            facilityId={opened}
            known={details?.find(({ facilityId }) => facilityId === opened)}
            onClose={() => setOpened(undefined)}
          />
        </Suspense>
      )}
    </>
  )
}
