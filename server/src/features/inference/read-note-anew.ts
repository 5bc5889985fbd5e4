import { chartQuestions } from '@dictara/dictation/inference'
import type { InferenceEngine } from '../../gateways/inference/index.ts'
import type { Work } from '../../platform/database/index.ts'
import type { Platform } from '../../platform/feature.ts'
import type { TaskRun } from '../../platform/tasks/index.ts'
import { findJob } from '../jobs/index.ts'
import { readSectionTexts } from '../notes/index.ts'
import { readChart } from './chart.ts'
import { findInference, type KeptInference, saveInference } from './inference.store.ts'
import { keepItems } from './kept-items.ts'
import { withListedCodes } from './listed-codes.ts'

export interface InferParts {
  platform: Platform
  engine: InferenceEngine
}

export interface InferPayload {
  clinicId: string
  jobId: string
}

/** Whether a reading is up to date with the job's note and chart. */
export const isOfPresent = (
  kept: Pick<KeptInference, 'noteVersion' | 'chartFingerprint'> | undefined,
  noteVersion: number,
  fingerprint: string,
): boolean => kept !== undefined && kept.noteVersion === noteVersion && kept.chartFingerprint === fingerprint

async function readAll(work: Work, jobId: string) {
  const job = await findJob(work, jobId)
  if (!job?.isEnabled) return undefined
  const { version: noteVersion, sections } = await readSectionTexts(work, jobId)
  const before = await findInference(work, jobId)
  const { chart, fingerprint } = await readChart(work, job)
  if (isOfPresent(before, noteVersion, fingerprint)) return undefined
  return { job, noteVersion, sections, before, chart, fingerprint }
}

/** The findings of the reading before, for a note that has not changed since. */
const foundBefore = ({ items, engine, dropped }: KeptInference) => ({
  items: items.flatMap(({ item, isGone }) => (isGone ? [] : [item])),
  engine,
  dropped,
})

/**
 * Reads the note of a job again if it has changed, and finds what contradicts the chart. May be interrupted and repeated at any point.
 * No transaction is open while the engine reads. If the text was reset or read by another task meanwhile, nothing is saved: the next
 * request for the inference starts a new reading.
 */
export async function readNoteAnew(
  { platform: { doors, clock }, engine }: InferParts,
  { clinicId, jobId }: InferPayload,
  { signal }: Pick<TaskRun, 'signal'>,
): Promise<void> {
  const inSystem = <T>(run: (work: Work) => Promise<T>) => doors.asSystem('task infer note', run, clinicId)
  const given = await inSystem((work) => readAll(work, jobId))
  if (!given) return
  const { job, noteVersion, sections, before, chart, fingerprint } = given
  const inferred = before?.noteVersion === noteVersion ? foundBefore(before) : await engine.infer(sections, signal)
  const questions = chartQuestions(sections, inferred.items, chart).map(
    ({ key, kind, words, section, start, end }) => ({
      key,
      kind,
      words,
      sectionId: sections[section]!.id,
      startIndex: start,
      endIndex: end,
    }),
  )
  const kept: Omit<KeptInference, 'items'> = {
    noteVersion,
    patientId: job.patientId,
    chartFingerprint: fingerprint,
    inferredAt: clock.now(),
    engine: inferred.engine,
    dropped: inferred.dropped,
    questions,
  }
  await inSystem(async (work) => {
    // The text was reset meanwhile, so this reading is not the first one of the present text.
    if (!before && (await readSectionTexts(work, jobId)).version !== noteVersion) return
    const items = keepItems(sections, await withListedCodes(work, inferred.items), before?.items)
    await saveInference(work, jobId, { ...kept, items }, before?.inferredAt ?? null)
  })
}
