import { failureOf } from '@dictara/browser/call'
import { QueryClient } from '@tanstack/react-query'

/** Everything that a change of a job may touch is kept under this key. */
export const jobQueries = ['jobs'] as const

/** How many notifications of a person are unread: what people are told follows from jobs. */
export const unreadQuery = (userId: string | undefined) => [...jobQueries, 'unread', userId] as const

export const queryClient = new QueryClient({
  defaultOptions: {
    // Without network a question is not laid aside in silence: it fails, and the page says so.
    mutations: { networkMode: 'always' },
    queries: {
      networkMode: 'always',
      refetchOnReconnect: true,
      staleTime: 10_000,
      // What was waited for to its limit is told, not waited for again.
      retry: (count, error) => {
        const failure = failureOf(error)
        return failure?.kind === 'unreachable' && failure.code === '' && count < 2
      },
      refetchOnWindowFocus: true,
    },
  },
})
