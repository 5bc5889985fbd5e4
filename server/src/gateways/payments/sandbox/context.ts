import { timingSafeEqual } from 'node:crypto'
import type { SandboxKeys } from './keys.ts'
import type { Ledger } from './ledger.ts'

/** What a call of the sandbox works with. */
export interface Context {
  ledger: Ledger
  now: number
  keys: SandboxKeys
  /** Tells who listens to the notices what happened. */
  tell(eventType: string, entityName: string, id: string, more?: Record<string, unknown>): void
}

export type Body = Record<string, unknown>

/** The sandbox says no. */
export class Refused extends Error {
  readonly code: string
  /** What the answer has besides. */
  readonly content: Body
  constructor(code: string, text: string, content: Body = {}) {
    super(text)
    this.code = code
    this.content = content
  }
}

/** What is not there reads as empty. */
export const part = (value: unknown): Body => (typeof value === 'object' && value !== null ? (value as Body) : {})
export const text = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

/** An amount in dollars, as whole cents. */
export function centsOf(value: unknown): number {
  if (!/^\d{1,7}(\.\d{1,2})?$/.test(text(value)) || Number(value) <= 0)
    throw new Refused('E00013', 'Amount is invalid.')
  return Math.round(Number(value) * 100)
}
export const dollarsOf = (cents: number) => cents / 100

export const notFound = () => new Refused('E00040', 'The record cannot be found.')

export const isSecret = (given: unknown, secret: string) => {
  const [one, other] = [Buffer.from(text(given)), Buffer.from(secret)]
  return one.length === other.length && timingSafeEqual(one, other)
}
