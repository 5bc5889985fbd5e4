import { filingCalls } from '@dictara/contract/filing'
import type { Feature } from '../../platform/feature.ts'
import { serve } from '../../platform/http/serve.ts'
import { defineTask } from '../../platform/tasks/index.ts'
import { failFiling } from '../jobs/index.ts'
import { setBehaviour, showDemoEhr } from './demo-ehr-calls.ts'
import { fileNote, type FilingParts, type FilingPayload } from './file-note.ts'
import { strikeNote } from './strike-note.ts'

export type { NoteToFile } from './file-note.ts'
export { type Filing, findFiling, type StrikeStatus } from './filing.store.ts'

/** From an approved note to the EHR, and striking it there. */
export function filingFeature(parts: FilingParts): Feature {
  const { doors, config } = parts.platform
  const task = defineTask<FilingPayload>({
    name: 'file-note',
    about: 'Writes one approved note to the EHR of its facility.',
    attempts: 4,
    retryDelaySeconds: 1,
    timeLimitSeconds: config.DICTARA_EHR_SECONDS + 60,
    parallel: 4,
    run: (payload, run) => fileNote(parts, payload, run),
    whenDead: ({ clinicId, jobId }, reason) =>
      doors.asSystem(
        'task file note',
        (work) => failFiling(work, jobId, `The note could not be written to the EHR. ${reason}`),
        clinicId,
      ),
  })
  return {
    name: 'filing',
    tasks: [task],
    subscribers: {
      'job.moved': [
        async (work, { before, job }) => {
          if (job.status === 'WRITING' && before.status !== 'WRITING')
            await work.enqueue(task, { clinicId: work.clinicId, jobId: job.id }, { key: job.id })
        },
      ],
    },
    calls: serve(filingCalls, {
      async strikeJob(_context, actor, { params }) {
        await strikeNote(parts, actor, params.id)
        return { message: 'Job has been stricken out successfully.' }
      },
      listFiledNotes: (work, _actor, { params, query }) => showDemoEhr(work, params.facilityId, query),
      async setEhrBehaviour(work, _actor, { params, body }) {
        await setBehaviour(work, params.facilityId, body.behaviour)
        return { message: 'The demo EHR answers as you set it.' }
      },
    }),
  }
}
