import { type CallSpec, type RefusalSpec, sharedRefusals } from '@dictara/contract'
import * as z from 'zod/mini'
import { isDiskFull } from '../full-disk.ts'
import { Refusal } from '../refusal.ts'
import { StorageAway } from '../storage-away.ts'

/** What a handler of whatever call returns. */
export interface AnyAnswer {
  result?: unknown[]
  size?: number
  message?: string
  success?: boolean
  extra?: unknown
}

/** The envelope of every answer; fields that the contract does not declare are left out here. */
export function envelopeOf(spec: CallSpec, answer: AnyAnswer) {
  return {
    success: answer.success ?? true,
    message: answer.message ?? 'Success',
    result: (answer.result ?? []).map((element) => z.parse(spec.result, element)),
    ...(answer.size === undefined ? {} : { size: answer.size }),
    ...(spec.extra && answer.extra ? z.parse(spec.extra, answer.extra) : {}),
  }
}

export interface Refused {
  status: number
  body: { success: false; message: string; code: string; result: unknown[] }
  /** A fault of ours: to be logged. */
  isBug: boolean
}

const refused = (
  spec: Omit<RefusalSpec, 'status'> & { status: number },
  message = spec.message,
  result: unknown[] = [],
  isBug = false,
): Refused => ({
  status: spec.status,
  body: { success: false, message, code: spec.code, result },
  isBug,
})

/** Bad input, in words for people: names of fields say nothing to them. */
export class Invalid extends Error {}

/** The message for the first thing that is wrong with an input. */
export function invalidFrom(error: z.core.$ZodError): Invalid {
  const issue = error.issues[0]!
  // Words of our own stand in the contract; what the library says by itself is not for people.
  if (issue.code !== 'unrecognized_keys' && !/^(Invalid( |$)|Too (big|small))/.test(issue.message))
    return new Invalid(issue.message)
  if (issue.code === 'too_big') return new Invalid('Check what you entered: part of it is too long or too large.')
  if (issue.code === 'too_small') return new Invalid('Check what you entered: part of it is missing or too short.')
  return new Invalid('Check what you entered: the request is empty or in the wrong format.')
}

const connectionCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  '57P01',
  '57P02',
  '57P03',
  '08006',
  '08003',
  '08001',
  '53300',
  // It takes no writes for now: another one takes over, or its operator wants it so.
  '25006',
  // It gave up by itself: a statement, a lock or a transaction took too long.
  '57014',
  '55P03',
  '25P03',
  '25P04',
  // Its owner ends connections that were not used for a while.
  '57P05',
])

/** True when the database could not be reached, as against a statement that is wrong. */
export function isDatabaseAway(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string }
  return (
    (code !== undefined && connectionCodes.has(code)) ||
    /Connection terminated|Query read timeout|timeout expired|timeout exceeded when trying to connect|Client has encountered a connection error|connection is closed/i.test(
      message ?? '',
    )
  )
}

/** What PostgreSQL says of values that passed the contract and that it cannot hold: logged, since the contract should know. */
const dataFaults = new Set(['22003', '22008', '22021', '22P02', '22P05'])
const unstorable = 'This contains something that can’t be stored.'

const bug = { status: 500, code: 'internal', message: 'Something went wrong on our side. Nothing was changed.' }

/** The reader of forms throws these without a code. */
const isBrokenForm = (error: unknown) =>
  error instanceof Error &&
  /^(Unexpected end of (form|file)|Multipart: Boundary not found|Malformed part header)/.test(error.message)

/** What the reader of forms says of too many parts of one kind. */
const formLimits: Record<string, string> = {
  FST_FILES_LIMIT: 'Send one file at a time.',
  FST_FIELDS_LIMIT: 'This form has more fields than the server reads.',
}

/**
 * The one translator from what was thrown to what is answered.
 * @param tooLarge what the call says of a body above the limit.
 */
export function translate(error: unknown, tooLarge: RefusalSpec = sharedRefusals.tooLarge): Refused {
  if (error instanceof Refusal) return refused(error.spec, error.message, error.result)
  if (error instanceof Invalid) return refused(sharedRefusals.invalid, error.message)
  const { code, statusCode } = error as { code?: string; statusCode?: number }
  if (isDiskFull(error)) return refused(sharedRefusals.diskFull, undefined, [], true)
  if (error instanceof StorageAway) return refused(sharedRefusals.storageAway, undefined, [], true)
  if (isDatabaseAway(error)) return refused(sharedRefusals.databaseAway, undefined, [], true)
  if (dataFaults.has(code ?? '')) return refused(sharedRefusals.invalid, unstorable, [], true)
  if (isBrokenForm(error)) return refused(sharedRefusals.invalid, 'The form was cut off. Send it again.')
  if (formLimits[code ?? '']) return refused(sharedRefusals.invalid, formLimits[code ?? ''])
  if (statusCode === 413) return refused(tooLarge)
  if (statusCode === 415) return refused({ status: 415, code: 'wrong-type', message: 'Send this as JSON.' })
  if (statusCode === 429) return refused(sharedRefusals.tooMany)
  if (statusCode && statusCode >= 400 && statusCode < 500)
    return refused(sharedRefusals.invalid, 'The request couldn’t be read. Check that it’s complete.')
  return refused(bug, undefined, [], true)
}
