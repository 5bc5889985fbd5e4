import type { Work } from '../../platform/database/index.ts'
import type { Feature } from '../../platform/feature.ts'
import { createFullRounds } from '../../platform/full-rounds.ts'
import { defineTask } from '../../platform/tasks/index.ts'
import { failConversion, takeUpJobs } from '../jobs/index.ts'
import { createEngineTurns } from './engine-turns.ts'
import { removeDecoded, removePart } from './write-and-finish.ts'
import { type ConversionParts, type ConversionPayload, convertDictation } from './convert-dictation.ts'

export { findSections, listWords } from './conversion.store.ts'
export type { FilledField } from './filled-fields.ts'
export { readEngine } from './read-engine.ts'
export { noteOfWords, noticesOf } from './note-of-words.ts'
export { decodeRecording, decodingLimits } from './decode-recording.ts'
export { levelForRecognition } from './level-for-recognition.ts'
export type { Hearing } from './hear-speech.ts'
export { recogniseSegment } from './recognise-segment.ts'

const prepareAfterMs = 10_000
/** How long a segment of a long recording lets short recordings go first. */
const longPatienceMs = 120_000

/** Turns a dictation's audio into the draft of a note. */
export function conversionFeature(parts: ConversionParts): Feature {
  const { doors, config, clock } = parts.platform
  const fail = (work: Work, jobId: string, reason: string) =>
    failConversion(work, jobId, `The recording couldn’t be converted. ${reason}`)
  let preparing: NodeJS.Timeout | undefined
  const turns = createEngineTurns(config.DICTARA_CONVERSIONS)
  const fullRounds = createFullRounds('The server’s disk is full. Have someone make room, then resubmit it.')
  const lanes = {
    attempts: 4,
    retryDelaySeconds: 2,
    timeLimitSeconds: 6 * 60 * 60,
    whenDead: ({ clinicId, jobId }: ConversionPayload, reason: string) =>
      doors.asSystem('task convert', (work) => fail(work, jobId, reason), clinicId),
  }
  const longTask = defineTask<ConversionPayload>({
    ...lanes,
    name: 'convert-long-dictation',
    about: 'Recognises and writes one long dictation, letting short ones pass.',
    // Never all engines: a short recording finds a free one or waits for one segment only.
    parallel: Math.max(1, config.DICTARA_CONVERSIONS - 1),
    run: (payload, run) => convertDictation(parts, { turns, fullRounds, patienceMs: longPatienceMs }, payload, run),
  })
  const task = defineTask<ConversionPayload>({
    ...lanes,
    name: 'convert-dictation',
    about: 'Decodes, recognises and writes one dictation; hands a long one on.',
    // One more than there are engines: it decodes while they are busy, so that no engine waits for decoding.
    parallel: config.DICTARA_CONVERSIONS + 1,
    run: (payload, run) =>
      convertDictation(
        parts,
        {
          turns,
          fullRounds,
          patienceMs: 0,
          handOver: (work, long) => work.enqueue(longTask, long, { key: long.jobId }),
        },
        payload,
        run,
      ),
  })
  const stopping = new AbortController()
  const isWorker = config.DICTARA_ROLES !== 'api'
  const prepare = () =>
    Promise.allSettled([
      isWorker && parts.engine.prepare?.(),
      // In every process, so that operators hear of every process where it does not work.
      parts.voices.prepare({ folder: parts.workFolder, signal: stopping.signal }),
    ])
  const begin = (work: Work, jobId: string) => work.enqueue(task, { clinicId: work.clinicId, jobId }, { key: jobId })
  return {
    name: 'conversion',
    async start() {
      // Later, so that it does not slow the start. The first recording waits until it is done.
      preparing = setTimeout(() => void prepare(), prepareAfterMs).unref()
    },
    async stop() {
      clearTimeout(preparing)
      stopping.abort()
      parts.engine.close?.()
    },
    tasks: [task, longTask],
    takeUp: () =>
      takeUpJobs(
        doors,
        {
          statuses: ['RECEIVED', 'CONVERTING'],
          tasks: [task, longTask],
          begin: (work, job) => begin(work, job.id),
          giveUp: (work, job) => fail(work, job.id, 'It was started several times and never finished.'),
        },
        clock.now(),
      ),
    subscribers: {
      'job.received': [(work, { job }) => begin(work, job.id)],
      'job.moved': [
        async (work, { transition, job }) => {
          if (transition !== 'resubmitConversion') return
          await removePart(work, parts.blobs, job.id)
          await begin(work, job.id)
        },
      ],
      'job.deleted': [(work, { job }) => removeDecoded(work, parts.blobs, job.id)],
    },
  }
}
