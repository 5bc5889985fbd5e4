import { call } from '@dictara/browser/call'
import { facilityCalls } from '@dictara/contract/facilities'
import { useQuery } from '@tanstack/react-query'
import { useUser } from '../../platform/use-user.ts'
import { Failed } from '../../ui/failed.tsx'

/** The facilities that the person may choose from. The caller shows loading errors. */
export function useFacilities(isWanted = true) {
  const user = useUser()
  return useQuery({
    queryKey: ['facilities', user?.id],
    enabled: isWanted,
    queryFn: async ({ signal }) =>
      (await call(facilityCalls.listUserFacilities, {}, { signal, handler: 'page' })).result,
  })
}

/** Shown wherever facilities are chosen, with the server's message (PEOP-82); known ones can be chosen meanwhile. */
export const FacilitiesFailed = ({ facilities }: { facilities: ReturnType<typeof useFacilities> }) =>
  facilities.data === undefined && <Failed of={facilities} title="User Facilities Fetch Failed" inServersWords />
