import { filingCalls } from '@dictara/contract/filing'
import type { Work } from '../../platform/database/index.ts'
import type { Feature } from '../../platform/feature.ts'
import { serve } from '../../platform/http/serve.ts'
import { defineTask } from '../../platform/tasks/index.ts'
import { failFiling, takeUpJobs } from '../jobs/index.ts'
import { setBehaviour, showDemoEhr } from './demo-ehr-calls.ts'
import { fileNote, type FilingParts, type FilingPayload } from './file-note.ts'
import { strikeNote } from './strike-note.ts'

export type { NoteToFile } from './file-note.ts'
export { type Filing, findFiling, type StrikeStatus } from './filing.store.ts'

/** From an approved note to the EHR, and striking it there. */
export function filingFeature(parts: FilingParts): Feature {
  const { doors, config, clock } = parts.platform
  const fail = (work: Work, jobId: string, reason: string) =>
    failFiling(work, jobId, `The note couldn’t be written to the EHR. ${reason}`)
  const task = defineTask<FilingPayload>({
    name: 'file-note',
    about: 'Writes one approved note to the EHR of its facility.',
    attempts: 4,
    retryDelaySeconds: 1,
    timeLimitSeconds: config.DICTARA_EHR_SECONDS + 60,
    // An EHR that does not answer holds up its own clinic only.
    parallel: 8,
    parallelOfGroup: 2,
    run: (payload, run) => fileNote(parts, payload, run),
    whenDead: ({ clinicId, jobId }, reason) =>
      doors.asSystem('task file note', (work) => fail(work, jobId, reason), clinicId),
  })
  const begin = (work: Work, jobId: string) =>
    work.enqueue(task, { clinicId: work.clinicId, jobId }, { key: jobId, group: work.clinicId })
  return {
    name: 'filing',
    tasks: [task],
    takeUp: () =>
      takeUpJobs(
        doors,
        {
          statuses: ['WRITING'],
          tasks: [task],
          begin: (work, job) => begin(work, job.id),
          giveUp: (work, job) => fail(work, job.id, 'It was started several times and never finished.'),
        },
        clock.now(),
      ),
    subscribers: {
      'job.moved': [
        async (work, { before, job }) => {
          if (job.status === 'WRITING' && before.status !== 'WRITING') await begin(work, job.id)
        },
      ],
    },
    calls: serve(filingCalls, {
      async strikeJob({ actor, params }) {
        await strikeNote(parts, actor, params.id)
        return { message: 'Job has been stricken out successfully.' }
      },
      listFiledNotes: ({ work, params, query }) => showDemoEhr(work, params.facilityId, query),
      async setEhrBehaviour({ work, params, body }) {
        await setBehaviour(work, params.facilityId, body.behaviour)
        return { message: 'The demo EHR answers as you set it.' }
      },
    }),
  }
}
