import { call } from '@dictara/browser/call'
import { dictionaryCalls } from '@dictara/contract/dictionary'
import { useQuery } from '@tanstack/react-query'
import { useEndless } from '../../ui/use-endless.ts'

/** The query key of all data of the dictionary. */
export const dictionaryKey = ['dictionary'] as const

const templatePageSize = 20

export const useDictionaryTemplates = (search: string) =>
  useEndless([...dictionaryKey, 'templates', search], templatePageSize, async (page, signal) => {
    const query = { page, size: templatePageSize, search }
    return (await call(dictionaryCalls.listDictionaryTemplates, { query }, { signal, handler: 'page' })).result
  })

/** The template in the address if the list has not loaded it yet; fails if it does not exist. */
export const useDictionaryTemplate = (id: string | null) =>
  useQuery({
    queryKey: [...dictionaryKey, 'template', id],
    enabled: id !== null,
    retry: false,
    queryFn: async ({ signal }) =>
      (await call(dictionaryCalls.getDictionaryTemplate, { params: { id: id! } }, { signal, handler: false }))
        .result[0]!,
  })

export const useDictionaryCategories = (isWanted: boolean) =>
  useQuery({
    queryKey: [...dictionaryKey, 'categories'],
    enabled: isWanted,
    queryFn: async ({ signal }) =>
      (await call(dictionaryCalls.listDictionaryCategories, {}, { signal, handler: 'page' })).result,
  })

export const useDictionaryHeadings = () =>
  useQuery({
    queryKey: [...dictionaryKey, 'headings'],
    queryFn: async ({ signal }) =>
      (await call(dictionaryCalls.listDictionaryHeadings, {}, { signal, handler: 'page' })).result,
  })
