import * as z from 'zod/mini'
import type { CallLimit } from './limits.ts'
import type { UserType } from './roles.ts'

/** `superAdmin` is a flag beside the user type: it opens exactly the two super-admin reads (Q178). */
export type Caller = UserType | 'superAdmin'

/** What stands for an id in an example, written with `$` before it: the authorisation test has one of each in every world. */
export const exampleIds = [
  'biller',
  'dictation',
  'doctor',
  'entry',
  'facility',
  'group',
  'job',
  'new',
  'patient',
  'phrase',
  'reviewer',
  'role',
  'roster',
  'section',
  'self',
  'session',
  'template',
  'token',
  'user',
] as const
export type ExampleId = (typeof exampleIds)[number]

export type ObjectSchema = z.ZodMiniObject<z.core.$ZodShape, z.core.$ZodObjectConfig>
export type AnySchema = z.core.$ZodType
export type Shape = Readonly<Record<string, z.ZodMiniType<unknown, unknown>>>

/** What a list can be asked for, as data: the server reads a query by it, and a browser, which loads no schemas, its address. */
export interface ListChoices {
  /** Name of its search on the wire. */
  search?: string
  /** Columns by which it can be sorted, the first one by default. */
  sort?: readonly [string, ...string[]]
  /** The order unless another is asked for; `own`: one that no column has (Q186). Default `ascend`. */
  order?: 'ascend' | 'descend' | 'own'
  /** What narrows it: lists of ids or words. */
  filters?: Shape
  /** What else says which list it is, e.g. a status. */
  scope?: Shape
  /** Rows a page, unless another number is asked for. Default 10. */
  size?: number
}

/**
 * One row of the contract. From it come the route, the guards, validation, the audit event, the envelope, OpenAPI,
 * the typed client and the generated authorisation test (architecture.md section 5).
 */
export interface CallSpec {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Relative to `/api`, with `{name}` for path parameters. */
  path: string
  /** One line for people: what the call does. */
  summary: string
  callers: 'public' | 'signed-in' | readonly Caller[]
  /**
   * `gate`: served before a clinic is known, through the allow-list of database functions. `dictionary`: of who keeps the
   * dictionary, and belongs to no clinic. Default `clinic`.
   */
  door?: 'clinic' | 'gate' | 'dictionary'
  /** How often a minute it may be called (limits.ts). Default `person`; a public call names its own. */
  limit?: Exclude<CallLimit, 'stranger'> | 'none'
  params?: ObjectSchema
  query?: ObjectSchema
  /** Of a page of a list: what it can be asked for. */
  list?: ListChoices
  /** Further spellings of query keys, spelling → name. `kebab-case` is always read as `camelCase`. */
  querySpellings?: Readonly<Record<string, string>>
  /** Of a POST that only asks: its query is sent as the fields of a JSON body. The address is read too. */
  readsBody?: boolean
  body?: AnySchema
  /** Shape of one element of `result`. Undeclared fields never leave the server. */
  result: AnySchema
  /** Further fields of the envelope beside `success`, `message`, `result` and `size`. */
  extra?: ObjectSchema
  /**
   * `upload`: the handler reads the raw body itself. `download`: it writes the raw answer itself. `in-steps`: it opens
   * its transactions itself, because it waits for another system between them. Default `json`: one transaction.
   */
  kind?: 'json' | 'upload' | 'download' | 'in-steps'
  /** So long a client waits for the answer before it counts as lost; default 30 seconds. */
  answerWithinMs?: number
  /** Audit event of a read, or of a write that has no event of its own. */
  audit?: string
  /** What of query and body its detail keeps; of a list its page and scope. Never what names a patient, as a search does. */
  auditDetail?: readonly string[]
  /** So large a body may be; default 2 MiB. */
  bodyBytes?: number
  /** What is said of a body above the limit, where it can be named. */
  tooLarge?: RefusalSpec
  /** True when only a person's doing causes it: it moves the idle clock (Q023). Unless it is said: not of a GET, of others. */
  person?: boolean
  /** True: the person has proved within `proofMs` that it is them, by password or factor; else they are asked first (S32). */
  stepUp?: boolean
  /** True: also for who has to set up a second factor before anything else, which is what it is for. */
  beforeFactor?: boolean
  /** A valid input with `$job`, `$facility`, … (`exampleIds`) for ids: example in OpenAPI and row of the authorisation test. */
  example: Readonly<{
    params?: Readonly<Record<string, unknown>>
    query?: Readonly<Record<string, unknown>>
    body?: unknown
  }>
}

/** Keeps the literal types of a feature's table of calls. */
/* #__NO_SIDE_EFFECTS__ */
export function defineCalls<const T extends Record<string, CallSpec>>(calls: T): T {
  return calls
}

/** A "no" of the product: HTTP status, stable code, and words for people; `{name}` is filled in when it is used. */
export interface RefusalSpec {
  status: 400 | 401 | 403 | 404 | 409 | 410 | 413 | 415 | 422 | 429 | 503 | 507
  code: string
  message: string
  /** The field of the form that has to be put right. */
  field?: string
}

/* #__NO_SIDE_EFFECTS__ */
export function defineRefusals<const T extends Record<string, RefusalSpec>>(refusals: T): T {
  return refusals
}

type Schema<C extends CallSpec, K extends 'params' | 'query' | 'body' | 'extra'> = C[K] extends AnySchema ? C[K] : never
type Output<S> = [S] extends [never] ? Record<never, never> : S extends AnySchema ? z.output<S> : never

/** What a handler receives: decoded and checked. */
export interface CallInput<C extends CallSpec> {
  params: Output<Schema<C, 'params'>>
  query: Output<Schema<C, 'query'>>
  body: Output<Schema<C, 'body'>>
}

/** What a handler returns; `result` defaults to an empty list, `message` to "Success". */
export interface CallAnswer<C extends CallSpec> {
  result?: z.input<C['result']>[]
  size?: number
  message?: string
  /** False only where the source documents read a "no" from an answer of status 200. */
  success?: boolean
  extra?: Schema<C, 'extra'> extends never ? never : z.input<Schema<C, 'extra'>>
}

/** What a client reads: the envelope of every answer. */
export type Envelope<C extends CallSpec> = {
  success: boolean
  message: string
  result: z.output<C['result']>[]
  size?: number
  code?: string
} & (Schema<C, 'extra'> extends never ? unknown : z.output<Schema<C, 'extra'>>)

type OptionalKeys<S extends AnySchema> = {
  [K in keyof z.input<S>]-?: undefined extends z.input<S>[K] ? K : never
}[keyof z.input<S>]
type ClientQuery<S extends AnySchema> = Omit<z.output<S>, OptionalKeys<S>> & {
  [K in OptionalKeys<S> & keyof z.output<S>]?: z.output<S>[K] | undefined
}
type Part<Name extends string, S, Value> = [S] extends [never] ? unknown : { [K in Name]: Value }

/** What a client passes: natural values; numbers, lists and booleans of a query are written out by the client. */
export type ClientInput<C extends CallSpec> = Part<'params', Schema<C, 'params'>, Output<Schema<C, 'params'>>> &
  ([Schema<C, 'query'>] extends [never] ? unknown : { query?: ClientQuery<Schema<C, 'query'>> }) &
  Part<'body', Schema<C, 'body'>, Schema<C, 'body'> extends AnySchema ? z.input<Schema<C, 'body'>> : never>
