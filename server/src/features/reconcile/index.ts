import type { Feature, Platform } from '../../platform/feature.ts'
import { defineTask } from '../../platform/tasks/index.ts'
import { reconcile } from './reconcile.ts'

/** Gives jobs that have lost their task a new one (architecture.md section 7). */
export function reconcileFeature(platform: Platform, others: readonly Feature[]): Feature {
  const task = defineTask({
    name: 'reconcile',
    about: 'Gives what stands still a task again, or tells people why it cannot go on.',
    attempts: 1,
    retryDelaySeconds: 1,
    timeLimitSeconds: 300,
    parallel: 1,
    everySeconds: 60,
    run: (_nothing, { signal }) => reconcile(platform, others, signal),
  })
  return { name: 'reconcile', tasks: [task] }
}
