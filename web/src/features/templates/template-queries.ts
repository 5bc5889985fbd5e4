import { call } from '@dictara/browser/call'
import { templateCalls } from '@dictara/contract/templates'
import { useQuery } from '@tanstack/react-query'

export const templateKey = ['templates'] as const

/** The current template for a form, so that no outdated data is edited. */
export const useTemplate = (id: string) =>
  useQuery({
    queryKey: [...templateKey, 'one', id],
    queryFn: async ({ signal }) =>
      (await call(templateCalls.getTemplate, { params: { id } }, { signal, handler: 'page' })).result[0]!,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })

export const useSystemHeadings = () =>
  useQuery({
    queryKey: ['system-headings'],
    queryFn: async ({ signal }) =>
      (await call(templateCalls.listSystemHeadings, {}, { signal, handler: 'page' })).result,
    staleTime: Number.POSITIVE_INFINITY,
  })
