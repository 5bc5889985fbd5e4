import * as z from 'zod/mini'
import type { CallLimit } from './limits.ts'
import type { UserType } from './roles.ts'

/** `superAdmin` is a flag beside the user type: it allows exactly the two super-admin reads (Q178). */
export type Caller = UserType | 'superAdmin'

/**
 * Placeholders for ids in examples, written with a `$` before them: the authorisation test has one of each in every
 * world.
 */
export const exampleIds = [
  'biller',
  'clinic',
  'dictation',
  'doctor',
  'entry',
  'facility',
  'file',
  'group',
  'job',
  'new',
  'patient',
  'payment',
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

/**
 * The options of a list, as data: the server parses queries with it, and a browser, which loads no schemas, its
 * address.
 */
export interface ListChoices {
  /** Name of its search parameter on the wire. */
  search?: string
  /** Columns by which it can be sorted, the default one first. */
  sort?: readonly [string, ...string[]]
  /** The default order; `own`: one that no column has (Q186). Default `ascend`. */
  order?: 'ascend' | 'descend' | 'own'
  /** Its filters: lists of ids or words. */
  filters?: Shape
  /** Further parameters that select the list, e.g. a status. */
  scope?: Shape
  /** The default number of rows on a page. Default 10. */
  size?: number
}

/**
 * One row of the contract. It defines the route, the guards, validation, the audit event, the envelope, OpenAPI, the
 * typed client and the generated authorisation test (architecture.md section 5).
 */
export interface CallSpec {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Relative to `/api`, with `{name}` for path parameters. */
  path: string
  /** One line for people about what the call does. */
  summary: string
  callers: 'public' | 'signed-in' | readonly Caller[]
  /**
   * `gate`: served before a clinic is known, through the allow-list of database functions. `dictionary`: for the keeper
   * of the dictionary, and without a clinic. Default `clinic`.
   */
  door?: 'clinic' | 'gate' | 'dictionary'
  /** The limit of calls per minute (limits.ts). Default `person`; a public call names its own. */
  limit?: Exclude<CallLimit, 'stranger'> | 'none'
  params?: ObjectSchema
  query?: ObjectSchema
  /** The options of a list, for a call that returns one of its pages. */
  list?: ListChoices
  /** Further spellings of query keys, spelling → name. `kebab-case` is always accepted for `camelCase`. */
  querySpellings?: Readonly<Record<string, string>>
  /** For a POST that only reads: its query is sent as the fields of a JSON body. The address is parsed too. */
  readsBody?: boolean
  body?: AnySchema
  /** Shape of one element of `result`. Undeclared fields never leave the server. */
  result: AnySchema
  /** Further fields of the envelope besides `success`, `message`, `result` and `size`. */
  extra?: ObjectSchema
  /**
   * `upload`: the handler reads the raw body itself. `download`: it writes the raw answer itself. `in-steps`: it opens
   * its own transactions, because it waits for another system between them. Default `json`: one transaction.
   */
  kind?: 'json' | 'upload' | 'download' | 'in-steps'
  /** How long a client waits for the answer before it counts as lost; default 30 seconds. */
  answerWithinMs?: number
  /** The refusal of a query or body that contains the number of a payment card, wherever it stands. */
  cardNumbers?: RefusalSpec
  /** Audit event of a read, or of a write without its own event. */
  audit?: string
  /**
   * The parts of query and body that its detail stores; for a list its page and scope. Never data that identifies a
   * patient, such as a search.
   */
  auditDetail?: readonly string[]
  /** Maximum size of the body in bytes; default 2 MiB. */
  bodyBytes?: number
  /** The refusal of a body above the limit, if it has its own. */
  tooLarge?: RefusalSpec
  /**
   * True if only an action of a person causes it: it resets the idle clock (Q023). Default: false for GET, true for
   * others.
   */
  person?: boolean
  /**
   * True: the person must have proved their identity within `proofMs`, by password or factor; otherwise they are asked
   * first (S32).
   */
  stepUp?: boolean
  /** True: also allowed for people who must first set up a second factor, for which it is needed. */
  beforeFactor?: boolean
  /**
   * A valid input with `$job`, `$facility`, … (`exampleIds`) for ids: the example in OpenAPI, and a row of the
   * authorisation test.
   */
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

/** A refusal by the product: HTTP status, stable code, and a message for people; `{name}` is filled in on use. */
export interface RefusalSpec {
  status: 400 | 401 | 403 | 404 | 409 | 410 | 413 | 415 | 422 | 429 | 503 | 507
  code: string
  message: string
  /** The form field to correct. */
  field?: string
}

/* #__NO_SIDE_EFFECTS__ */
export function defineRefusals<const T extends Record<string, RefusalSpec>>(refusals: T): T {
  return refusals
}

type Schema<C extends CallSpec, K extends 'params' | 'query' | 'body' | 'extra'> = C[K] extends AnySchema ? C[K] : never
type Output<S> = [S] extends [never] ? Record<never, never> : S extends AnySchema ? z.output<S> : never

/** The input of a handler: decoded and checked. */
export interface CallInput<C extends CallSpec> {
  params: Output<Schema<C, 'params'>>
  query: Output<Schema<C, 'query'>>
  body: Output<Schema<C, 'body'>>
}

/** The result of a handler; `result` defaults to an empty list, `message` to "Success". */
export interface CallAnswer<C extends CallSpec> {
  result?: z.input<C['result']>[]
  size?: number
  message?: string
  /** False only where the source documents define a refusal with status 200. */
  success?: boolean
  extra?: Schema<C, 'extra'> extends never ? never : z.input<Schema<C, 'extra'>>
}

/** What a client receives: the envelope of every answer. */
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

/** The input of a client: natural values; the client serialises numbers, lists and booleans of a query. */
export type ClientInput<C extends CallSpec> = Part<'params', Schema<C, 'params'>, Output<Schema<C, 'params'>>> &
  ([Schema<C, 'query'>] extends [never] ? unknown : { query?: ClientQuery<Schema<C, 'query'>> }) &
  Part<'body', Schema<C, 'body'>, Schema<C, 'body'> extends AnySchema ? z.input<Schema<C, 'body'>> : never>
