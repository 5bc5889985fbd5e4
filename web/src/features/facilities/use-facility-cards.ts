import { call } from '@dictara/browser/call'
import { facilityCalls } from '@dictara/contract/facilities'
import { useQuery } from '@tanstack/react-query'

/** The enabled facilities of a person, with warnings. */
export const useFacilityCards = (userId: string, isWanted = true) =>
  useQuery({
    queryKey: ['facility-cards', userId],
    enabled: isWanted,
    queryFn: async ({ signal }) =>
      (await call(facilityCalls.getFacilityCards, { params: { id: userId } }, { signal, handler: 'page' })).result,
  })
