import { call } from '@dictara/browser/call'
import type { ClientInput, Envelope, ListCall } from '@dictara/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { auditQueries } from './queries.ts'

/** A list in a drawer: its page is not in the address, which belongs to the list behind the drawer. */
export function useDrawerList<C extends ListCall>(
  spec: C,
  input: { params?: Record<string, string>; query?: Record<string, string> },
) {
  const which = JSON.stringify(input)
  const [at, setAt] = useState({ which, page: 0 })
  const page = at.which === which ? at.page : 0
  const size = spec.list.size ?? 10
  const query = { ...input.query, page, size }
  const list = useQuery({
    queryKey: [...auditQueries, spec.path, which, page],
    queryFn: ({ signal }) =>
      call(spec, { params: input.params, query } as unknown as ClientInput<C>, { signal, handler: 'page' }),
    placeholderData: keepPreviousData,
  })
  const answer = list.data as (Envelope<C> & { sizeIsCapped?: boolean }) | undefined
  return {
    ...list,
    rows: answer?.result as readonly Envelope<C>['result'][number][] | undefined,
    pager: {
      page,
      size,
      total: answer?.size,
      isMore: answer?.sizeIsCapped ?? false,
      onPage: (next: number) => setAt({ which, page: next }),
    },
  }
}
