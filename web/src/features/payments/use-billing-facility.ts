import { useLocation } from 'react-router'
import { useListAddress } from '../../ui/use-list-address.ts'
import { useFacilities } from '../facilities/index.ts'

/** The data that one page of Billing passes to another (BILL-08, BILL-12). */
export interface BillingState {
  facilityId?: string
  currentFacilityId?: string
  /** The id of the plan to pay for. */
  plan?: number
}

/**
 * The facility of a page of Billing: that of its address, otherwise the one that it was opened for, otherwise the
 * first. Only enabled facilities can be chosen (BILL-20).
 */
export function useBillingFacility() {
  const query = useFacilities()
  const [address, change] = useListAddress()
  const { facilityId, currentFacilityId, plan } = (useLocation().state ?? {}) as BillingState
  const enabled = query.data?.filter(({ disabled }) => !disabled)
  const wanted = address.get('facility') ?? currentFacilityId ?? facilityId
  return {
    query,
    enabled,
    facility: enabled?.find((one) => one.facilityId === wanted) ?? enabled?.[0],
    /** The plan for which this page was opened. */
    plan: address.has('facility') ? undefined : plan,
    choose: (id: string) => change({ facility: id }),
  }
}

export type BillingFacility = ReturnType<typeof useBillingFacility>
