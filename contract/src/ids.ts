import * as z from 'zod/mini'
import { idForm } from './new-id.ts'

/** What an id must belong to before a handler gets it; each kind has one scope rule on the server. */
export type IdKind =
  | 'audited-job'
  | 'audited-session'
  | 'clinic'
  | 'dictation'
  | 'facility'
  | 'job'
  | 'managed-group'
  | 'managed-user'
  | 'notification'
  | 'own-user'
  | 'patient'
  | 'seen-patient'
  | 'seen-user'
  | 'roster-entry'
  | 'session'

const kinds = new WeakMap<object, IdKind | 'none' | 'unsaid'>()

/* #__NO_SIDE_EFFECTS__ */
const uuid = (kind: IdKind | 'none' | 'unsaid') => {
  const shape = z.pipe(
    z.string({ error: 'An id is missing.' }).check(z.regex(idForm, 'This isn’t an id.')),
    z.transform((value: string) => value.toLowerCase()),
  )
  kinds.set(shape, kind)
  return shape
}

/** An id in an answer: a UUID, compared in lower case. An id in a request states what it must belong to: `idOf`. */
export const id = uuid('unsaid')

/** An id in a request, and what it must belong to; `none`: the use case checks it. */
/* #__NO_SIDE_EFFECTS__ */
export const idOf = (kind: IdKind | 'none') => uuid(kind)

/** What the id of a shape must belong to; `unsaid` if not stated, undefined if the shape is not an id. */
export const kindOf = (shape: object) => kinds.get(shape)
