import * as z from 'zod/mini'
import type { CardBehaviour } from './cards.ts'
import { type Fault, faultKinds } from './faults.ts'
import { isRequest, type RequestName } from './fields.ts'
import type { Reversal } from './transactions.ts'

/** Where tests move the sandbox's clock and have it fail while it runs as a program of its own. Needs the transaction key. */
export const controlPath = '/control'

/** What tests have the sandbox do. */
export interface Controlled {
  /** Moves its clock ahead, and does what was due meanwhile, each at its time. */
  advance(ms: number): void
  /** Has a saved card behave in another way from now on. */
  setCard(cardId: string, behaviour: CardBehaviour): void
  /** @returns the id of the transaction that tells of it */
  reverse(transId: string, reversal: Reversal): string
  /** Has an answer go wrong. */
  fault(fault: Fault): void
  /** While it is away, every connection ends without an answer. */
  setAway(isAway: boolean): void
}

const id = z.string()
const Command = z.discriminatedUnion('do', [
  z.object({ do: z.literal('advance'), ms: z.int().check(z.nonnegative()) }),
  z.object({
    do: z.literal('setCard'),
    cardId: id,
    behaviour: z.enum(['good', 'refused', 'declined', 'declinedLater']),
  }),
  z.object({
    do: z.literal('reverse'),
    transId: id,
    reversal: z.enum(['refund', 'void', 'chargeback', 'returnedItem']),
  }),
  z.object({
    do: z.literal('fault'),
    kind: z.enum(faultKinds),
    request: z.optional(z.custom<RequestName>((value) => isRequest(String(value)))),
    times: z.optional(z.int()),
    ms: z.optional(z.int()),
  }),
  z.object({ do: z.literal('setAway'), isAway: z.boolean() }),
])
export type SandboxCommand = z.output<typeof Command>

/** @returns false when it is no command that can be obeyed */
export function obey(sandbox: Controlled, sent: unknown) {
  const { data: command } = z.safeParse(Command, sent)
  if (!command) return false
  try {
    if (command.do === 'advance') sandbox.advance(command.ms)
    if (command.do === 'setCard') sandbox.setCard(command.cardId, command.behaviour)
    if (command.do === 'reverse') sandbox.reverse(command.transId, command.reversal)
    if (command.do === 'setAway') sandbox.setAway(command.isAway)
    if (command.do === 'fault') sandbox.fault(command)
    return true
  } catch {
    return false
  }
}
