import type { Blobs } from '../../gateways/blobs/index.ts'
import type { Feature, Platform } from '../../platform/feature.ts'
import { defineTask } from '../../platform/tasks/index.ts'
import { sweepOrphans } from './sweep-orphans.ts'

/** Cleans up the files that killed servers and failed transactions leave on the disk. */
export function orphansFeature(platform: Platform, blobs: Blobs): Feature {
  const task = defineTask({
    name: 'sweep-orphans',
    about: 'Removes files of recordings that no row names.',
    attempts: 3,
    retryDelaySeconds: 60,
    timeLimitSeconds: 6 * 60 * 60,
    parallel: 1,
    everySeconds: 24 * 60 * 60,
    run: (_nothing, { signal }) => sweepOrphans(platform, blobs, signal),
  })
  return { name: 'orphans', tasks: [task] }
}
