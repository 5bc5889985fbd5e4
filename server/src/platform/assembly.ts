import { type CallSpec, exampleIds } from '@dictara/contract'
import type { ScopeRules } from './http/guards.ts'
import type { ServedCall } from './http/serve.ts'
import type { Task } from './tasks/index.ts'

interface Assembly {
  contract: Record<string, Record<string, CallSpec>>
  calls: readonly ServedCall[]
  scopes: ScopeRules
  tasks: readonly Task[]
}

/** Lists of order and ids of foreign systems are checked by their use cases. */
const looksLikeId = (name: string) => /^(id|.+Ids?)$/.test(name) && name !== 'sectionIds' && name !== 'ehrDoctorId'

const keysOf = (schema: unknown): string[] => {
  const shape = (schema as { _zod?: { def?: { shape?: Record<string, unknown> } } } | undefined)?._zod?.def?.shape
  return Object.keys(shape ?? {})
}

/** What is wrong with one row: no rule for an id, no test row, an example that its own schema would refuse to name. */
export function problemsOfCall(name: string, spec: CallSpec, scopes: ScopeRules): string[] {
  const problems: string[] = []
  const ids = spec.ids ?? {}
  if (!spec.callers || spec.callers.length === 0) problems.push(`${name} has no rule of who may call it`)
  if (spec.callers === 'public' && !spec.limit) problems.push(`${name} is public and has no limit`)
  if (!spec.example) problems.push(`${name} has no example, the row of the authorisation test`)
  for (const [, example] of JSON.stringify(spec.example ?? {}).matchAll(/"\$(\w*)"/g))
    if (!exampleIds.some((known) => known === example))
      problems.push(`${name} has “$${example}”, which stands for nothing`)
  for (const key of [...keysOf(spec.params), ...keysOf(spec.query), ...keysOf(spec.body)])
    if (looksLikeId(key) && !(key in ids) && spec.callers !== 'public')
      problems.push(`${name} says not what “${key}” must belong to`)
  for (const [key, kind] of Object.entries(ids))
    if (kind !== 'none' && !scopes[kind]) problems.push(`${name} needs the scope rule “${kind}” for “${key}”`)
  for (const placeholder of spec.path.matchAll(/\{(\w+)\}/g))
    if (!keysOf(spec.params).includes(placeholder[1]!))
      problems.push(`${name} does not declare “${placeholder[1]}” of its path`)
  return problems
}

/**
 * The server does not start when a row lacks a rule, a handler or a test row, or a task or path is declared twice.
 * @throws Error that names every fault.
 */
export function checkAssembly({ contract, calls, scopes, tasks }: Assembly): void {
  const problems: string[] = []
  const handled = new Map(calls.map((call) => [call.spec, call]))
  const paths = new Set<string>()
  for (const [feature, rows] of Object.entries(contract)) {
    for (const [name, spec] of Object.entries(rows)) {
      if (!handled.has(spec)) problems.push(`${feature}.${name} has no handler`)
      const path = `${spec.method} ${spec.path.replaceAll(/\{\w+\}/g, '{}')}`
      if (paths.has(path)) problems.push(`${path} is declared twice`)
      paths.add(path)
      problems.push(...problemsOfCall(name, spec, scopes))
    }
  }
  const known = new Set(Object.values(contract).flatMap((rows) => Object.values(rows)))
  for (const { name, spec } of calls) if (!known.has(spec)) problems.push(`${name} is served but not in the contract`)
  const names = new Set<string>()
  for (const task of tasks) {
    if (names.has(task.name)) problems.push(`the task ${task.name} is declared twice`)
    names.add(task.name)
  }
  if (problems.length > 0) throw new Error(`The server is not put together rightly:\n  - ${problems.join('\n  - ')}`)
}
