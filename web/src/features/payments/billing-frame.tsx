import type { FacilityOption } from '@dictara/contract/facilities'
import { Breadcrumb, Empty, Select, Skeleton } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '../../platform/paths.ts'
import { Page } from '../../ui/page.tsx'
import { FacilitiesFailed } from '../facilities/index.ts'
import './payments.css'
import type { BillingFacility } from './use-billing-facility.ts'

export const BillingCrumbs = ({ title }: { title: string }) => (
  <Breadcrumb
    aria-label="Breadcrumb"
    className="billing-crumbs"
    items={[{ title: <Link to={paths.billing}>Billing</Link> }, { title }]}
  />
)

/** Chooses the facility of a page of Billing (BILL-05, BILL-09, BILL-14). */
export function FacilityFilter({ of }: { of: BillingFacility }) {
  return (
    <Select
      aria-label="Facility"
      className="billing-facility"
      showSearch={{ optionFilterProp: 'label' }}
      loading={of.query.isPending}
      value={of.facility?.facilityId ?? null}
      options={(of.enabled ?? []).map(({ facilityId, facilityName }) => ({ value: facilityId, label: facilityName }))}
      onChange={(id: string | null) => id && of.choose(id)}
    />
  )
}

/** Shown in place of a page of Billing until there is a facility; null once there is one. */
export function WithoutFacility({ of: { query, enabled } }: { of: BillingFacility }) {
  if (query.isError) return <FacilitiesFailed facilities={query} />
  if (!enabled) return <Skeleton active title={false} paragraph={{ rows: 6 }} aria-label="Loading your facilities" />
  if (enabled.length > 0) return null
  return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="You aren’t linked to an enabled facility." />
}

interface BillingFrameProps {
  title: string
  of: BillingFacility
  children: (facility: FacilityOption) => ReactNode
}

/** The frame of Manage Cards and Manage Subscription: the link back to Billing, the heading and the facility. */
export const BillingFrame = ({ title, of, children }: BillingFrameProps) => (
  <div className="billing">
    <Page title={title} above={<BillingCrumbs title={title} />} actions={<FacilityFilter of={of} />}>
      <WithoutFacility of={of} />
      {of.facility && children(of.facility)}
    </Page>
  </div>
)
