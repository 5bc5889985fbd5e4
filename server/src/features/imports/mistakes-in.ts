import * as z from 'zod/mini'
import { invalidFrom } from '../../platform/http/envelope.ts'

/** What a form would say of what it sends: of each field what is wrong with it first. */
export function mistakesIn(schema: z.ZodMiniType, input: object): string[] {
  const { error } = z.safeParse(schema, input)
  const first = new Map((error?.issues ?? []).toReversed().map((issue) => [issue.path.join('.'), issue]))
  return [...first.values()]
    .toReversed()
    .map((issue) => invalidFrom({ issues: [issue] } as unknown as z.core.$ZodError).message)
}
