import { call } from '@dictara/browser/call'
import { jobCalls } from '@dictara/contract/jobs'
import { useQuery } from '@tanstack/react-query'
import { jobQueries } from '../../platform/query-client.ts'

/** What the person did today, in lines too, and how much waits for them (Q205), once it is wanted; nothing is said where it cannot be known. */
export const useToday = (isWanted = true) =>
  useQuery({
    queryKey: [...jobQueries, 'today'],
    queryFn: async ({ signal }) => (await call(jobCalls.getToday, {}, { handler: false, signal })).result[0] ?? null,
    enabled: isWanted,
    staleTime: 60_000,
  })
