import { call } from '@dictara/browser/call'
import { phraseCalls } from '@dictara/contract/phrases'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { phraseQueries } from '../../platform/query-client.ts'
import type { MappingTemplate } from './template-mapping.ts'

const mappingKey = [...phraseQueries, 'template-mapping']

/** The templates and headings that a phrase can be limited to (K2P-28), as loaded last. */
export const fetchedMapping = (client: QueryClient) => client.getQueryData<MappingTemplate[]>(mappingKey)

/** The templates and headings that a phrase can be limited to (K2P-28). */
export const useTemplateMapping = (isWanted: boolean) =>
  useQuery({
    queryKey: mappingKey,
    enabled: isWanted,
    queryFn: async ({ signal }) =>
      (await call(phraseCalls.listTemplateMapping, {}, { signal, handler: 'page' })).result,
  })

/** The categories of fields that a dynamic phrase can have (K2P-27). */
export const useDynamicCategories = (isWanted: boolean) =>
  useQuery({
    queryKey: ['phrase-categories'],
    enabled: isWanted,
    queryFn: async ({ signal }) =>
      (await call(phraseCalls.listDynamicCategories, {}, { signal, handler: 'page' })).result,
  })

export const settingsKey = ['phrase-settings']

/** How the clinic's dictations insert phrases. */
export const usePhraseSettings = () =>
  useQuery({
    queryKey: settingsKey,
    queryFn: async ({ signal }) =>
      (await call(phraseCalls.getPhraseSettings, {}, { signal, handler: 'page' })).result[0]!,
  })
