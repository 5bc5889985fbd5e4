import { rm } from 'node:fs/promises'
import type { Feature } from '../../platform/feature.ts'
import { defineTask } from '../../platform/tasks/index.ts'
import { failConversion } from '../jobs/index.ts'
import { type ConversionParts, type ConversionPayload, convertDictation, workFolderOf } from './convert-dictation.ts'

export { findSections, listWords } from './conversion.store.ts'

const prepareAfterMs = 10_000

/** From a dictation's audio to the draft of a note. */
export function conversionFeature(parts: ConversionParts): Feature {
  const { doors, config } = parts.platform
  let preparing: NodeJS.Timeout | undefined
  const task = defineTask<ConversionPayload>({
    name: 'convert-dictation',
    about: 'Decodes, recognises and writes one dictation.',
    attempts: 4,
    retryDelaySeconds: 2,
    timeLimitSeconds: 6 * 60 * 60,
    parallel: config.DICTARA_CONVERSIONS,
    run: (payload, run) => convertDictation(parts, payload, run),
    whenDead: ({ clinicId, jobId }, reason) =>
      doors.asSystem(
        'task convert',
        (work) => failConversion(work, jobId, `The recording could not be converted. ${reason}`),
        clinicId,
      ),
  })
  return {
    name: 'conversion',
    async start() {
      await rm(workFolderOf(parts.platform), { recursive: true, force: true })
      // Beside the start, which it must not slow; the first recording waits for the rest of it.
      if (config.DICTARA_ROLES !== 'api')
        preparing = setTimeout(() => void parts.engine.prepare?.().catch(() => {}), prepareAfterMs).unref()
    },
    async stop() {
      clearTimeout(preparing)
      parts.engine.close?.()
    },
    tasks: [task],
    subscribers: {
      'job.received': [
        (work, { job }) => work.enqueue(task, { clinicId: work.clinicId, jobId: job.id }, { key: job.id }),
      ],
      'job.moved': [
        async (work, { transition, job }) => {
          if (transition === 'resubmitConversion')
            await work.enqueue(task, { clinicId: work.clinicId, jobId: job.id }, { key: job.id })
        },
      ],
    },
  }
}
