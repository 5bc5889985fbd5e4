import { listeningCalls } from '@dictara/contract/listening'
import type { Actor } from '../../platform/actor.ts'
import type { Work } from '../../platform/database/index.ts'
import type { Feature } from '../../platform/feature.ts'
import { serve } from '../../platform/http/serve.ts'
import { defineTask } from '../../platform/tasks/index.ts'
import { listMarkers } from '../dictations/index.ts'
import type { JobRecord } from '../jobs/index.ts'
import { type AudioKey, openAudioKey, sealAudioKey } from './audio-key.ts'
import { deletePart, findCopy, removeFailure } from './listening.store.ts'
import { askForCopy, copiesToTakeUp, getCopy, noteFailure } from './make-again.ts'
import { playAudio } from './play-audio.ts'
import { type ListeningParts, type ListeningPayload, prepareListening } from './prepare-listening.ts'

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
  const { secrets, clock, doors } = platform
  const task = defineTask<ListeningPayload>({
    name: 'prepare-listening',
    about: 'Makes the copy of a dictation that people listen to, and its waveform.',
    attempts: 5,
    retryDelaySeconds: 5,
    timeLimitSeconds: 60 * 60,
    parallel: 1,
    run: (payload, run) => prepareListening(parts, payload, run),
    whenDead: ({ clinicId, jobId }, reason, isHopeless) =>
      doors.asSystem('task listen', (work) => noteFailure(work, jobId, reason, isHopeless), clinicId),
  })
  /** What was made of a part, because the rest could not be read, is made again when somebody asks for the rest. */
  async function makeAgainOfAPart(work: Work, { job }: { job: JobRecord }) {
    const blob = await deletePart(work, job.id)
    if (!blob) return
    work.afterCommit(() => blobs.remove(blob))
    await askForCopy(work, task, job)
  }
  const takeUp = copiesToTakeUp(doors, task)
  return {
    name: 'listening',
    tasks: [task],
    subscribers: {
      'job.received': [(work, { job }) => askForCopy(work, task, job)],
      'job.moved': [
        async (work, { transition, job }) => {
          if (transition !== 'resubmitConversion') return
          await makeAgainOfAPart(work, { job })
          await removeFailure(work, job.id)
          if (!(await findCopy(work, job.id))) await askForCopy(work, task, job)
        },
      ],
      'job.textRestored': [
        async (work, { job, to }) => {
          if (to === 'converted') await makeAgainOfAPart(work, { job })
        },
      ],
    },
    takeUp: () => takeUp(clock.now()),
    calls: serve(listeningCalls, {
      async getAudioUrl({ work, actor, params }) {
        await getCopy(work, doors, task, params.id)
        const key = sealAudioKey(
          secrets,
          { jobId: params.id, userId: actor.userId, sessionId: actor.sessionId },
          clock.now(),
        )
        return { result: [`/api/clinic/job/${params.id}/audio?key=${key}`] }
      },
      async getAudio({ request, reply, facts, params, query }) {
        const key = query.key ? openAudioKey(secrets, query.key, clock.now()) : null
        const actor =
          key?.jobId === params.id
            ? await parts.authenticateSession(key, facts.cookie.secret, facts.ip)
            : await parts.authenticate({ token: facts.bearer, cookieSecret: facts.cookie.secret }, facts.ip)
        return playAudio({ request, reply, doors, blobs, task }, actor, params.id)
      },
      listMarkers: async ({ work, params }) => ({ result: await listMarkers(work, params.id) }),
      async getPeaks({ work, params }) {
        const { durationMs, peaks } = await getCopy(work, doors, task, params.id)
        return { result: [{ durationSeconds: durationMs / 1000, peaks }] }
      },
    }),
  }
}
