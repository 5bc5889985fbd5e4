import { call } from '@dictara/browser/call'
import { peopleCalls } from '@dictara/contract/people'
import { useQuery } from '@tanstack/react-query'

/** The key of all queries that a change of a person may affect. */
export const peopleKey = ['people'] as const

/** The largest number of billers in a selection (PEOP-54). */
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

export const useReviewers = () =>
  useQuery({
    queryKey: [...peopleKey, 'reviewer-options'],
    queryFn: async ({ signal }) => (await call(peopleCalls.listReviewerOptions, {}, { signal })).result,
  })

export const useEhrDoctors = () =>
  useQuery({
    queryKey: [...peopleKey, 'ehr-doctors'],
    queryFn: async ({ signal }) => (await call(peopleCalls.listEhrDoctors, {}, { signal })).result,
  })
