import { call, CallFailed, failureOf } from '@dictara/browser/call'
import type { CallSpec, ClientInput } from '@dictara/contract'
import { paymentCalls } from '@dictara/contract/payments'
import { useQuery } from '@tanstack/react-query'

/** The key of everything that Billing fetches. */
export const paymentKey = ['payments'] as const

/**
 * Makes a call whose failures are all shown in place, in the words of the server. An unreachable gateway is reported
 * like a declined card.
 */
export async function paymentCall<C extends CallSpec>(spec: C, input: ClientInput<C>) {
  try {
    return await call(spec, input, { handler: 'page' })
  } catch (error) {
    const failure = failureOf(error)
    if (failure?.kind !== 'server' && failure?.kind !== 'unreachable') throw error
    throw new CallFailed(422, failure.code || 'unanswered', failure.message || 'Please try again later')
  }
}

const ofFacility = (facilityId: string) => ({ params: { facilityId } })

/** How often to fetch again what waits for the gateway. */
export const pendingEveryMs = 5_000

const planQuery = (facilityId: string) => ({
  queryKey: [...paymentKey, 'plan', facilityId],
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await call(paymentCalls.getPlans, ofFacility(facilityId), { signal, handler: 'page' })).result[0]!,
})

/** The plan of a facility and the plans that it can choose. */
export const useFacilityPlan = (facilityId: string | undefined) =>
  useQuery({
    ...planQuery(facilityId ?? ''),
    enabled: facilityId !== undefined,
    refetchInterval: ({ state: { data } }) =>
      data?.transactionStatus === 'PENDING' && data.startsOn === null && pendingEveryMs,
  })

/** The saved cards of a facility, and the address to which a new one is sent. */
export const cardsQuery = (facilityId: string) => ({
  queryKey: [...paymentKey, 'cards', facilityId],
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await call(paymentCalls.getCustomerProfile, ofFacility(facilityId), { signal, handler: 'page' })).result[0]!,
})

export const useCards = (facilityId: string | undefined) =>
  useQuery({ ...cardsQuery(facilityId ?? ''), enabled: facilityId !== undefined })
