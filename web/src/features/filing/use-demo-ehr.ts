import { call } from '@dictara/browser/call'
import { facilityCalls } from '@dictara/contract/facilities'
import { type EhrBehaviour, filingCalls } from '@dictara/contract/filing'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { jobQueries } from '../../platform/query-client.ts'

export const pageSize = 10
/** Below the jobs' key: a note that arrives is announced as a change of its job. */
const demoEhrQueries = [...jobQueries, 'demo-ehr'] as const

export const useFacilities = () =>
  useQuery({
    queryKey: ['facilities', 'own'],
    queryFn: async ({ signal }) => (await call(facilityCalls.listUserFacilities, { query: {} }, { signal })).result,
  })

/** A page of what the demo EHR of a facility received, and how it answers. */
export const useDemoEhr = (facilityId: string, page: number) =>
  useQuery({
    queryKey: [...demoEhrQueries, facilityId, page],
    queryFn: ({ signal }) =>
      call(
        filingCalls.listFiledNotes,
        { params: { facilityId }, query: { page, size: pageSize } },
        { signal, handler: 'page' },
      ),
    placeholderData: (before, query) =>
      query?.queryKey[demoEhrQueries.length] === facilityId ? keepPreviousData(before) : undefined,
  })

export function useSetBehaviour(facilityId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (behaviour: EhrBehaviour) =>
      call(filingCalls.setEhrBehaviour, { params: { facilityId }, body: { behaviour } }),
    onSettled: () => client.invalidateQueries({ queryKey: demoEhrQueries }),
  })
}
