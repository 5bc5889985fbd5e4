import { rm } from 'node:fs/promises'
import { listeningCalls, listeningRefusals } from '@dictara/contract/dictations'
import type { Actor } from '../../platform/actor.ts'
import type { Work } from '../../platform/database/index.ts'
import type { Feature } from '../../platform/feature.ts'
import { serve } from '../../platform/http/serve.ts'
import { refuseUnless } from '../../platform/refusal.ts'
import { defineTask } from '../../platform/tasks/index.ts'
import type { JobRecord } from '../jobs/index.ts'
import { type AudioKey, openAudioKey, sealAudioKey } from './audio-key.ts'
import { deletePart, findCopy } from './listening.store.ts'
import { playAudio } from './play-audio.ts'
import { type ListeningParts, type ListeningPayload, listeningFolderOf, prepareListening } from './prepare-listening.ts'

export interface ListeningFeatureParts extends ListeningParts {
  /** Whose session a key names, when it is open and this browser's. */
  authenticateSession(
    key: Pick<AudioKey, 'userId' | 'sessionId'>,
    cookieSecret: string | null,
    ip: string,
  ): Promise<Actor | null>
  authenticate(bearer: { token: string | null; cookieSecret: string | null }, ip: string): Promise<Actor | null>
}

/** The recording of a job as people hear and see it. */
export function listeningFeature(parts: ListeningFeatureParts): Feature {
  const { platform, blobs } = parts
  const { secrets, clock } = platform
  const task = defineTask<ListeningPayload>({
    name: 'prepare-listening',
    about: 'Makes the copy of a dictation that people listen to, and its waveform.',
    attempts: 5,
    retryDelaySeconds: 5,
    timeLimitSeconds: 60 * 60,
    parallel: 1,
    run: (payload, run) => prepareListening(parts, payload, run),
  })
  const enqueue = (work: Work, { job }: { job: JobRecord }) =>
    work.enqueue(
      task,
      { clinicId: work.clinicId, jobId: job.id, dictationId: job.dictationId },
      { key: `listen ${job.id}` },
    )
  /** What was made of a part, because the rest could not be read, is made again when somebody asks for the rest. */
  async function makeAgainOfAPart(work: Work, { job }: { job: JobRecord }) {
    const blob = await deletePart(work, job.id)
    if (!blob) return
    work.afterCommit(() => blobs.remove(blob))
    await enqueue(work, { job })
  }
  return {
    name: 'listening',
    start: () => rm(listeningFolderOf(platform), { recursive: true, force: true }),
    tasks: [task],
    subscribers: {
      'job.received': [enqueue],
      'job.moved': [
        async (work, { transition, job }) => {
          if (transition === 'resubmitConversion') await makeAgainOfAPart(work, { job })
        },
      ],
      'job.textRestored': [
        async (work, { job, to }) => {
          if (to === 'converted') await makeAgainOfAPart(work, { job })
        },
      ],
    },
    calls: serve(listeningCalls, {
      async getAudioUrl(work, actor, { params }) {
        refuseUnless(await findCopy(work, params.id), listeningRefusals.notReady)
        const key = sealAudioKey(
          secrets,
          { jobId: params.id, userId: actor.userId, sessionId: actor.sessionId },
          clock.now(),
        )
        return { result: [`/api/clinic/job/${params.id}/audio?key=${key}`] }
      },
      async getAudio(context, _nobody, { params, query }) {
        const { facts } = context
        const key = query.key ? openAudioKey(secrets, query.key, clock.now()) : null
        const actor =
          key?.jobId === params.id
            ? await parts.authenticateSession(key, facts.cookie.secret, facts.ip)
            : await parts.authenticate({ token: facts.bearer, cookieSecret: facts.cookie.secret }, facts.ip)
        return playAudio(context, blobs, actor, params.id)
      },
      async getPeaks(work, _actor, { params }) {
        const copy = await findCopy(work, params.id)
        refuseUnless(copy, listeningRefusals.notReady)
        return { result: [{ durationSeconds: copy.durationMs / 1000, peaks: copy.peaks }] }
      },
    }),
  }
}
