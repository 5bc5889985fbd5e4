import type { CallSpec, IdKind } from '@dictara/contract'
import { sharedRefusals } from '@dictara/contract'
import { proofMs } from '@dictara/contract/identity'
import * as z from 'zod/mini'
import type { Actor } from '../actor.ts'
import type { ClinicWork } from '../database/index.ts'
import { notFound, Refusal } from '../refusal.ts'
import { invalidFrom } from './envelope.ts'
import { idsIn, valuesAt } from './shape.ts'

/** Whether an id of this kind is within the reach of who calls; false answers 404, as if it did not exist. */
export type ScopeRule = (work: ClinicWork, id: string) => Promise<boolean>
export type ScopeRules = Partial<Record<IdKind, ScopeRule>>

/** @throws Refusal 403 when the call is not for this kind of person. */
export function guardRole(spec: CallSpec, actor: Actor): void {
  if (spec.callers === 'public' || spec.callers === 'signed-in') return
  const may = spec.callers.includes(actor.userType) || (actor.superAdmin && spec.callers.includes('superAdmin'))
  if (!may) throw new Refusal(sharedRefusals.notPermitted)
  if ((spec.door ?? 'clinic') === 'clinic' && !actor.clinicId) throw new Refusal(sharedRefusals.notPermitted)
}

/** @throws Refusal 403 for who has to set up a second factor first, or to prove once more that it is them (S32). */
export function guardProof(spec: CallSpec, { mustEnrol, provedAt }: Actor, now: Date): void {
  if (mustEnrol && !spec.beforeFactor) throw new Refusal(sharedRefusals.factorNeeded)
  const isFresh = provedAt !== null && now.getTime() - provedAt.getTime() < proofMs
  if (spec.stepUp && !isFresh) throw new Refusal(sharedRefusals.proofNeeded)
}

/** Whether only a person's doing causes a call: it moves the idle clock (Q023). */
export const isByPerson = ({ person, method }: CallSpec) => person ?? method !== 'GET'

const camelCase = (key: string) => key.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())

export interface CheckedInput {
  params: Record<string, unknown>
  query: Record<string, unknown>
  body: unknown
}

/** The fields of a body as a query says them: numbers as text, of an order by several columns the first. */
function fieldsOfBody(body: unknown): Record<string, unknown> {
  if (body === undefined || body === null) return {}
  if (typeof body !== 'object' || Array.isArray(body)) throw new Refusal(sharedRefusals.invalid)
  const asText = (value: unknown) => (typeof value === 'number' || typeof value === 'boolean' ? String(value) : value)
  const fields = Object.entries(body).map(([name, value]): [string, unknown] => {
    if (!Array.isArray(value)) return [name, asText(value)]
    return [name, name === 'sortKey' || name === 'sortOrder' ? value[0] : value.map(asText)]
  })
  return Object.fromEntries(fields.filter(([, value]) => value !== null && value !== undefined && value !== ''))
}

/** `clinicId` in the place of a clinic's id means the caller's own clinic: the source documents write one path so (HL7-17). */
export const withOwnClinic = (params: unknown, actor: Actor | null): unknown =>
  actor?.clinicId && (params as { clinicId?: string } | undefined)?.clinicId === 'clinicId'
    ? { ...(params as object), clinicId: actor.clinicId }
    : params

/** Decodes and checks an input by its row. A path that names no possible id answers 404; anything else wrong 400. */
export function readInput(spec: CallSpec, raw: { params: unknown; query: unknown; body: unknown }): CheckedInput {
  const params = spec.params ? z.safeParse(spec.params, raw.params) : undefined
  if (params && !params.success) throw notFound()
  const spelled: Record<string, unknown> = {}
  const said = { ...(raw.query as object | undefined), ...(spec.readsBody && fieldsOfBody(raw.body)) }
  for (const [key, value] of Object.entries(said)) {
    const name = camelCase(key)
    spelled[spec.querySpellings?.[name] ?? name] = value
  }
  const query = spec.query ? z.safeParse(spec.query, spelled) : undefined
  if (query && !query.success) throw invalidFrom(query.error)
  const body = spec.body && spec.kind !== 'upload' ? z.safeParse(spec.body, raw.body) : undefined
  if (body && !body.success) throw invalidFrom(body.error)
  return {
    params: (params?.data ?? {}) as Record<string, unknown>,
    query: (query?.data ?? {}) as Record<string, unknown>,
    body: body?.data,
  }
}

export interface GuardedId {
  kind: IdKind
  id: string
}

/** Finds, in inputs of a row, every id that must belong to something. */
export function idsOf(spec: CallSpec): (input: CheckedInput) => GuardedId[] {
  const places = (['params', 'query', 'body'] as const).flatMap((part) =>
    idsIn(spec[part]).flatMap(({ path, kind }) =>
      kind === 'none' || kind === 'unsaid' ? [] : [{ kind, path: [part, ...path] }],
    ),
  )
  return (input) =>
    places.flatMap(({ kind, path }) =>
      valuesAt(input, path).flatMap((id) => (typeof id === 'string' ? [{ kind, id }] : [])),
    )
}

/** @throws Refusal 404 unless every id is within the actor's reach. */
export async function guardIds(rules: ScopeRules, work: ClinicWork, ids: readonly GuardedId[]) {
  for (const { kind, id } of ids) if (!(await rules[kind]!(work, id))) throw notFound()
}
