import { type RefusalSpec, sharedRefusals } from '@dictara/contract'

/** A refusal that a use case throws; the answer follows the contract, and the transaction is rolled back. */
export class Refusal extends Error {
  readonly spec: RefusalSpec
  /** Goes out as `result`, e.g. both texts of a stale save. */
  readonly result: unknown[]

  constructor(spec: RefusalSpec, values: Record<string, string | number> = {}, result: unknown[] = []) {
    super(spec.message.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? '')))
    this.spec = spec
    this.result = result
  }
}

/** The answer for anything that does not exist or belongs to another clinic. */
export const notFound = () => new Refusal(sharedRefusals.notFound)

/** Refuses unless the condition holds. */
export function refuseUnless(
  condition: unknown,
  spec: RefusalSpec,
  values?: Record<string, string | number>,
): asserts condition {
  if (!condition) throw new Refusal(spec, values)
}

/**
 * Refuses (409) a change to something that somebody else has changed since the caller read it, and sends the current state. A
 * caller that gives no version overwrites it.
 * @param present the current version
 * @param find reads the current state; called only when the change is refused
 */
export async function refuseUnlessAsSeen(
  present: number,
  seen: { version?: number | undefined },
  find: () => object | undefined | Promise<object | undefined>,
): Promise<void> {
  if (seen.version === undefined || seen.version === present) return
  const now = await find()
  throw new Refusal(sharedRefusals.changedMeanwhile, {}, now && [now])
}

/** Ends a task at once, because a retry would not help. People read the reason. */
export class GiveUp extends Error {
  /** The cause may go away later, such as a program that is not installed. */
  readonly mayPass: boolean

  constructor(reason: string, { mayPass = false } = {}) {
    super(reason)
    this.mayPass = mayPass
  }
}
