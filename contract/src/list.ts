import * as z from 'zod/mini'
import type { AnySchema, CallSpec, ListChoices, ObjectSchema, Shape } from './call.ts'
import { maybeSortOrder, paging, searchValue, sortKey, sortOrder } from './shapes.ts'

type QueryShape<Q extends ListChoices> = ReturnType<typeof paging> &
  (Q extends { search: infer Name extends string } ? { [K in Name]: typeof searchValue } : unknown) &
  (Q extends { sort: infer Keys extends readonly [string, ...string[]] }
    ? {
        sortKey: ReturnType<typeof sortKey<Keys>>
        sortOrder: Q extends { order: 'own' } ? typeof maybeSortOrder : ReturnType<typeof sortOrder>
      }
    : unknown) &
  (Q extends { filters: infer F extends Shape } ? F : unknown) &
  (Q extends { scope: infer F extends Shape } ? F : unknown)

/** The query of a list: page, size and its further options. */
/* #__NO_SIDE_EFFECTS__ */
export function listQuery<const Q extends ListChoices>(choices: Q) {
  const { search, sort, order = 'ascend', filters, scope, size } = choices
  const shape = {
    ...paging(size),
    ...(search && { [search]: searchValue }),
    ...(sort && { sortKey: sortKey(...sort), sortOrder: order === 'own' ? maybeSortOrder : sortOrder(order) }),
    ...filters,
    ...scope,
  }
  return { choices, schema: z.object(shape as unknown as QueryShape<Q>) }
}

interface ListSpec
  extends Pick<CallSpec, 'path' | 'summary' | 'callers' | 'params' | 'querySpellings' | 'audit' | 'door'> {
  /** For a list with many filters, which are sent in a body. */
  method?: 'POST'
  query: { choices: ListChoices; schema: ObjectSchema }
  row: AnySchema
  extra?: Shape
  example?: CallSpec['example']
}

/** `sizeIsCapped`: there are more than `size`, which is at least one more than the rows up to this page. */
const capped = { sizeIsCapped: z.optional(z.boolean()) }

type ListRow<S extends ListSpec> = Omit<
  CallSpec,
  'params' | 'query' | 'list' | 'body' | 'result' | 'extra' | 'callers'
> & {
  method: S extends { method: 'POST' } ? 'POST' : 'GET'
  callers: S['callers']
  query: S['query']['schema']
  list: S['query']['choices']
  result: S['row']
  extra: z.ZodMiniObject<typeof capped & (S['extra'] extends Shape ? S['extra'] : unknown)>
} & (S['params'] extends ObjectSchema ? { params: S['params'] } : unknown)

/** A row of the contract for a page of a list. */
/* #__NO_SIDE_EFFECTS__ */
export function list<const S extends ListSpec>({ query, row, extra, example, ...spec }: S) {
  return {
    ...spec,
    method: spec.method ?? 'GET',
    // Reading a list is not activity, so it does not reset the idle clock, whatever its method.
    ...(spec.method && { readsBody: true, person: false }),
    query: query.schema,
    list: query.choices,
    result: row,
    extra: z.object({ ...capped, ...extra }),
    example: example ?? {},
  } as unknown as ListRow<S>
}

/** A row that `list` made. */
export type ListCall = CallSpec & { list: ListChoices; query: ObjectSchema }
