import { CallFailed } from '@dictara/browser/call'
import { QueryClient } from '@tanstack/react-query'

/** Everything that a change of a job may touch is kept under this key. */
export const jobQueries = ['jobs'] as const

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      retry: (count, error) => error instanceof CallFailed && error.kind === 'unreachable' && count < 2,
      refetchOnWindowFocus: true,
    },
  },
})
