import { type CallSpec, exampleIds } from '@dictara/contract'
import type { ScopeRules } from './http/guards.ts'
import { isUnseenRead } from './http/audited.ts'
import type { ServedCall } from './http/serve.ts'
import { idsIn } from './http/shape.ts'
import type { Task } from './tasks/index.ts'

interface Assembly {
  contract: Record<string, Record<string, CallSpec>>
  calls: readonly ServedCall[]
  scopes: ScopeRules
  tasks: readonly Task[]
}

/** What is wrong with one row: no rule for an id, no test row, an example that its own schema would refuse to name. */
export function problemsOfCall(name: string, spec: CallSpec, scopes: ScopeRules): string[] {
  const problems: string[] = []
  if (!spec.callers || spec.callers.length === 0) problems.push(`${name} has no rule of who may call it`)
  if (spec.callers === 'public' && !spec.limit) problems.push(`${name} is public and has no limit`)
  if (spec.callers === 'public' && (spec.stepUp || spec.beforeFactor))
    problems.push(`${name} is public: nobody proves themselves there`)
  if (!spec.example) problems.push(`${name} has no example, the row of the authorisation test`)
  for (const [, example] of JSON.stringify(spec.example ?? {}).matchAll(/"\$(\w*)"/g))
    if (!exampleIds.some((known) => known === example))
      problems.push(`${name} has “$${example}”, which stands for nothing`)
  for (const { path, kind } of [spec.params, spec.query, spec.body].flatMap(idsIn)) {
    if (kind === 'unsaid') problems.push(`${name} says not what “${path.join('.')}” must belong to`)
    else if (kind !== 'none' && !scopes[kind])
      problems.push(`${name} needs the scope rule “${kind}” for “${path.join('.')}”`)
  }
  for (const [, placeholder] of spec.path.matchAll(/\{(\w+)\}/g))
    if (!spec.params || !(placeholder! in spec.params._zod.def.shape))
      problems.push(`${name} does not declare “${placeholder}” of its path`)
  if (isUnseenRead(spec)) problems.push(`${name} answers what is of a patient, and has no audit event`)
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
