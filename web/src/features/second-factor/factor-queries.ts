import { call } from '@dictara/browser/call'
import { factorCalls } from '@dictara/contract/second-factor'
import { useQuery } from '@tanstack/react-query'

/** The query key of all data of one's own second factor. */
export const factorKey = ['second-factor'] as const

export const useFactors = () =>
  useQuery({
    queryKey: factorKey,
    queryFn: async ({ signal }) => (await call(factorCalls.getFactors, {}, { signal, handler: 'page' })).result[0]!,
  })
