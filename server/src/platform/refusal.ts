import { type RefusalSpec, sharedRefusals } from '@dictara/contract'

/** The product's "no": thrown by use cases, answered as the contract says. Everything the transaction did is undone. */
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

/** Another clinic's thing and one that does not exist answer the same. */
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
 * Refuses (409) to change what somebody else has changed since it was seen, and tells how it is now; who does not say what they
 * saw overwrites it.
 * @param present the version that stands
 * @param find all of what stands, asked for only to tell it
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

/** Ends a task at once: trying again soon would not help. The reason is for people. */
export class GiveUp extends Error {
  /** What is wrong may be over some other day, e.g. a program that is not installed. */
  readonly mayPass: boolean

  constructor(reason: string, { mayPass = false } = {}) {
    super(reason)
    this.mayPass = mayPass
  }
}
