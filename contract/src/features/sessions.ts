import * as z from 'zod/mini'
import { defineCalls } from '../call.ts'
import { everyone } from '../roles.ts'
import { id, idOf, nothing, time } from '../shapes.ts'

/** The most sessions of a person; a further one ends the one idle longest (S30, gate.open_session). */
export const mostSessions = 10

/** A session of a person, with those it opened, e.g. in the recorder. */
export const SignedInPlace = z.object({
  sessionId: id,
  /** The browser's own name, e.g. "Chrome"; null: unknown. */
  browser: z.nullable(z.string()),
  /** E.g. "Windows". */
  system: z.nullable(z.string()),
  isPhone: z.boolean(),
  /** The address that it was opened from. */
  ip: z.nullable(z.string()),
  signedInAt: time,
  lastActiveAt: time,
  /** The current session. */
  isThis: z.boolean(),
})
export type SignedInPlace = z.output<typeof SignedInPlace>

const ofPerson = { id: idOf('seen-user') }

export const sessionCalls = defineCalls({
  listSessions: {
    method: 'GET',
    path: '/clinic/user/{id}/sessions',
    summary:
      'Where a person is signed in: the caller, or for a clinicAdmin anyone in the clinic. The last active session is first.',
    callers: everyone,
    params: z.object(ofPerson),
    result: SignedInPlace,
    example: { params: { id: '$self' } },
  },
  endSession: {
    method: 'DELETE',
    path: '/clinic/user/{id}/sessions/{sessionId}',
    summary: 'Ends one session of that person and the sessions opened from it. Repeating it changes nothing.',
    callers: everyone,
    params: z.object({ ...ofPerson, sessionId: idOf('none') }),
    result: nothing,
    example: { params: { id: '$self', sessionId: '$session' } },
  },
  endOtherSessions: {
    method: 'DELETE',
    path: '/clinic/user/{id}/sessions',
    summary: 'Ends all sessions of that person except the one that sent the call.',
    callers: everyone,
    params: z.object(ofPerson),
    result: nothing,
    example: { params: { id: '$self' } },
  },
})
