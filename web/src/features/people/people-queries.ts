import { call } from '@dictara/browser/call'
import { facilityCalls } from '@dictara/contract/facilities'
import { peopleCalls } from '@dictara/contract/people'
import { keepPreviousData, useQuery } from '@tanstack/react-query'

/** Everything that a change of a person may touch is kept under this key. */
export const peopleKey = ['people'] as const
export const pageSize = 10

export interface DoctorsQuery {
  name: string
  facilityIds: string[]
  page: number
  sortKey: 'name' | 'email' | 'npi'
  sortOrder: 'ascend' | 'descend'
}

export const useDoctors = (query: DoctorsQuery) =>
  useQuery({
    queryKey: [...peopleKey, 'doctors', query],
    queryFn: ({ signal }) =>
      call(peopleCalls.listDoctors, { query: { ...query, size: pageSize } }, { signal, handler: 'page' }),
    placeholderData: keepPreviousData,
  })

export const useFacilities = () =>
  useQuery({
    queryKey: ['facilities'],
    queryFn: async ({ signal }) => (await call(facilityCalls.listUserFacilities, {}, { signal })).result,
  })

/** Billers that a selection offers at most (PEOP-54). */
const mostBillers = 100

export const useBillers = () =>
  useQuery({
    queryKey: [...peopleKey, 'biller-options'],
    queryFn: async ({ signal }) =>
      (await call(peopleCalls.listBillerOptions, { query: { page: 0, size: mostBillers } }, { signal })).result,
  })

export const useReviewersForLevel = (level: 'LEVEL_1' | 'LEVEL_2') =>
  useQuery({
    queryKey: [...peopleKey, 'reviewers', level],
    queryFn: async ({ signal }) =>
      (await call(peopleCalls.listReviewersForLevel, { query: { level } }, { signal })).result[0]!,
  })

export const useEhrDoctors = () =>
  useQuery({
    queryKey: [...peopleKey, 'ehr-doctors'],
    queryFn: async ({ signal }) => (await call(peopleCalls.listEhrDoctors, {}, { signal })).result,
  })
