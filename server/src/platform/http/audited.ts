import { type CallSpec, isOfPatient } from '@dictara/contract'
import type { AuditFacts } from '../database/index.ts'
import { type CheckedInput, type GuardedId, isByPerson } from './guards.ts'
import { placesIn } from './shape.ts'

/** The audit facts of a call: its row's event, the things whose ids it names, and the input that the row keeps. */
export function auditOf(spec: CallSpec, input: CheckedInput, ids: readonly GuardedId[]): AuditFacts {
  const of = (kind: GuardedId['kind']) => ids.find((one) => one.kind === kind)?.id
  const kept = spec.auditDetail ?? (spec.list ? ['page', ...Object.keys(spec.list.scope ?? {})] : [])
  const said = { ...input.query, ...(input.body as object | undefined) } as Record<string, unknown>
  const detail = {
    ...Object.fromEntries(kept.filter((name) => said[name] !== undefined).map((name) => [name, said[name]])),
    ...(of('dictation') && { dictationId: of('dictation') }),
  }
  const facts = {
    event: spec.audit,
    jobId: of('job') ?? of('audited-job') ?? null,
    patientId: of('seen-patient') ?? null,
    facilityId: of('facility') ?? null,
    detail: Object.keys(detail).length > 0 ? detail : null,
  }
  return facts as unknown as AuditFacts
}

/** Whether a call returns patient data. */
export const answersOfPatient = ({ result, extra }: CallSpec): boolean =>
  [result, ...(extra ? [extra] : [])].some((shape) => [...placesIn(shape)].some(({ schema }) => isOfPatient(schema)))

/** Whether a call changes nothing: it reads, streams a file, or happens by itself. */
export const onlyAsks = (spec: CallSpec): boolean =>
  spec.method === 'GET' || spec.readsBody === true || spec.kind === 'download' || !isByPerson(spec)

/** Whether a call reads patient data without leaving an audit entry; writes have their own events. */
export const isUnseenRead = (spec: CallSpec): boolean => !spec.audit && onlyAsks(spec) && answersOfPatient(spec)
