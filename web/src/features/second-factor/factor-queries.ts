import { call } from '@dictara/browser/call'
import { factorCalls } from '@dictara/contract/second-factor'
import { useQuery } from '@tanstack/react-query'

/** Under which everything of one's own second factor is kept. */
export const factorKey = ['second-factor'] as const

export const useFactors = () =>
  useQuery({
    queryKey: factorKey,
    queryFn: async ({ signal }) => (await call(factorCalls.getFactors, {}, { signal, handler: 'page' })).result[0]!,
  })
