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

/** Ends a task at once: trying again soon would not help. The reason is for people. */
export class GiveUp extends Error {
  /** What is wrong may be over some other day, e.g. a program that is not installed. */
  readonly mayPass: boolean

  constructor(reason: string, { mayPass = false } = {}) {
    super(reason)
    this.mayPass = mayPass
  }
}
