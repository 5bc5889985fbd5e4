import type { Feature, Platform } from '../../platform/feature.ts'
import { listOverdue } from '../../platform/tasks/index.ts'

/** What waits for longer is told in the log: then there are too few engines, or something hangs. */
const overdueAfterSeconds = 120

/** Has every feature take up what stands still, and tells in the log how long the oldest task has waited. */
export async function reconcile(
  { doors, log }: Pick<Platform, 'doors' | 'log'>,
  features: readonly Feature[],
  signal: AbortSignal,
): Promise<void> {
  for (const { name: stage, takeUp } of features) {
    signal.throwIfAborted()
    if (!takeUp) continue
    // If one fails, the others still run.
    const count = await takeUp().catch((error: unknown) => {
      log.warn({ stage, error }, 'what stands still could not be taken up')
      return 0
    })
    if (count > 0) log.warn({ stage, count }, 'what stood still was taken up again')
  }
  const tasks = features.flatMap((feature) => feature.tasks ?? [])
  for (const overdue of await doors.asSystem('task reconcile', (work) => listOverdue(work, tasks, overdueAfterSeconds)))
    log.warn({ task: overdue.name, count: overdue.waiting, ms: overdue.oldestSeconds * 1000 }, 'tasks wait')
}
