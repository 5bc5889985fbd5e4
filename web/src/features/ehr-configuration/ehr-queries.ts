import { call } from '@dictara/browser/call'
import { ehrConfigurationCalls as calls } from '@dictara/contract/ehr-configuration'
import { useQuery } from '@tanstack/react-query'

/** The query key of facilities and their EHRs. */
export const managedKey = ['managed-facilities'] as const

export const useFacility = (facilityId: string) =>
  useQuery({
    queryKey: [...managedKey, 'facility', facilityId],
    enabled: facilityId !== '',
    queryFn: async ({ signal }) =>
      (await call(calls.getFacilityEhr, { params: { facilityId } }, { signal, handler: 'page' })).result[0]!,
  })

/** The time zone of the clinic’s main facility, which comes first in the list. */
export const useMainZone = () =>
  useQuery({
    queryKey: [...managedKey, 'main-zone'],
    queryFn: async ({ signal }) =>
      (await call(calls.listFacilities, { query: { size: 1 } }, { signal, handler: false })).result[0]?.timeZone ??
      null,
  })

/** The kinds of EHR that a facility, or a new one, can be connected to. */
export const useEhrTypes = (facilityId: string | undefined) =>
  useQuery({
    queryKey: [...managedKey, 'types', facilityId],
    queryFn: async ({ signal }) =>
      (await call(calls.listEhrTypes, { query: { facilityId } }, { signal, handler: 'page' })).result,
  })

/** The fields that the configuration of a kind of EHR requires; '' means no EHR. */
export const useEhrSettings = (ehrType: string) =>
  useQuery({
    queryKey: [...managedKey, 'settings', ehrType],
    enabled: ehrType !== '',
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) =>
      (await call(calls.listEhrSettings, { query: { ehrType } }, { signal, handler: 'page' })).result,
  })
