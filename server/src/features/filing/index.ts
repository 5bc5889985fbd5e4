import { filingCalls } from '@dictara/contract/filing'
import type { Blobs } from '../../gateways/blobs/index.ts'
import type { Work } from '../../platform/database/index.ts'
import type { Feature } from '../../platform/feature.ts'
import { serve } from '../../platform/http/serve.ts'
import { defineTask } from '../../platform/tasks/index.ts'
import { takeUpJobs } from '../jobs/index.ts'
import { deliverNotes, type FilingParts } from './deliver-notes.ts'
import { giveUnanswered, queueNote, queueTakeBacks } from './deliveries.store.ts'
import { beginDelivery, type DeliveryPayload, deliveryTask } from './delivery-task.ts'
import { setBehaviour, showDemoEhr } from './demo-ehr-calls.ts'
import { keepNoteFile } from './keep-note-file.ts'
import { listDeliveries, listDestinations } from './list-deliveries.store.ts'
import { sendFailedAgain, tryNow } from './send-again.ts'
import { failTried } from './settle-delivery.ts'
import { strikeNote } from './strike-note.ts'

export { noteAsDelivered } from './deliveries.store.ts'
export type { NoteToFile } from './deliver-notes.ts'
export { type Filing, findFiling, type StrikeStatus } from './filing.store.ts'

const sentInWords = ({ sent, left }: { sent: number; left: number }, why: string | undefined) =>
  [
    sent === 0
      ? 'Nothing has failed here.'
      : sent === 1
        ? 'One note is being sent again.'
        : `${sent} notes are being sent again.`,
    left > 0 && `${left} could not be sent.`,
    why,
  ]
    .filter(Boolean)
    .join(' ')

/** From an approved note to the EHR, and striking it there. */
export function filingFeature(parts: FilingParts, blobs: Blobs): Feature {
  const { doors, config, clock } = parts.platform
  const task = defineTask<DeliveryPayload>({
    ...deliveryTask,
    about: 'Writes the approved notes of one facility to its EHR, one after the other.',
    attempts: 4,
    retryDelaySeconds: 1,
    timeLimitSeconds: config.DICTARA_EHR_SECONDS + 120,
    // An EHR that does not answer holds up its own facility only, and many of one clinic not those of others.
    parallel: 12,
    parallelOfGroup: 6,
    run: (payload, run) => deliverNotes(parts, payload, run),
    whenDead: ({ clinicId, facilityId }, reason) =>
      doors.asSystem('task deliver notes', (work) => failTried(work, facilityId, reason), clinicId),
  })
  async function queue(work: Work, job: { id: string; facilityId: string }) {
    const { version } = await parts.readNote(work, job.id)
    await queueNote(work, job.id, job.facilityId, version)
    await beginDelivery(work, job.facilityId)
  }
  const nameOfEhr = (ehrType: string) => parts.kinds[ehrType]?.ehrName ?? ehrType
  return {
    name: 'filing',
    tasks: [task],
    takeUp: () =>
      takeUpJobs(
        doors,
        { statuses: ['WRITING'], tasks: [task], keyOf: ({ facilityId }) => facilityId, begin: queue },
        clock.now(),
      ),
    subscribers: {
      'job.moved': [
        async (work, { transition, before, job }) => {
          if (job.status === 'WRITING' && before.status !== 'WRITING') await queue(work, job)
          if (transition === 'acceptFiling') await keepNoteFile(parts, blobs, work, job, 'new')
          if (transition === 'strikeOut') await keepNoteFile(parts, blobs, work, job, 'struckOut')
        },
      ],
      'job.deleted': [
        async (work, { job }) => {
          if (await queueTakeBacks(work, job.id)) await beginDelivery(work, job.facilityId)
        },
      ],
      'patient.merged': [giveUnanswered],
    },
    calls: serve(filingCalls, {
      listDeliveries: ({ work, query: { searchValue, ...query } }) =>
        listDeliveries(work, { ...query, search: searchValue }, nameOfEhr),
      async listDestinations({ work }) {
        const result = await listDestinations(work, nameOfEhr)
        return { result, size: result.length }
      },
      async sendFailedAgain({ actor, params }) {
        const { why, ...told } = await sendFailedAgain(doors, actor, params.facilityId)
        return { result: [told], message: sentInWords(told, why) }
      },
      async tryDestination({ work, params }) {
        await tryNow(work, params.facilityId)
        return { message: 'The EHR is being tried now.' }
      },
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
