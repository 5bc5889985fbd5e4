import { failureOf } from '@dictara/browser/call'
import { QueryClient } from '@tanstack/react-query'

/** The key of all queries that a change of a job may affect. */
export const jobQueries = ['jobs'] as const

/** The key of all queries that a change of a key-to-phrase affects: the lists of them, and what a note can insert. */
export const phraseQueries = ['phrases'] as const

/** The key of a person's unread count. It belongs to the job queries because notifications result from jobs. */
export const unreadQuery = (userId: string | undefined) => [...jobQueries, 'unread', userId] as const

export const queryClient = new QueryClient({
  defaultOptions: {
    // Without a network, fail instead of pausing silently, so that the page reports it.
    mutations: { networkMode: 'always' },
    queries: {
      networkMode: 'always',
      refetchOnReconnect: true,
      staleTime: 10_000,
      // Report a call that timed out; do not wait for it again.
      retry: (count, error) => {
        const failure = failureOf(error)
        return failure?.kind === 'unreachable' && failure.code === '' && count < 2
      },
      refetchOnWindowFocus: true,
    },
  },
})
