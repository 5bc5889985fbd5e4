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

/** Whether a reading is of the note and the chart that the job has now. */
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

/** What was found in a note that is as it was: only its chart is another. */
const foundBefore = ({ items, engine, dropped }: KeptInference) => ({
  items: items.flatMap(({ item, isGone }) => (isGone ? [] : [item])),
  engine,
  dropped,
})

/**
 * Reads the note of a job anew where it changed, and asks what contradicts the chart. May be cut off and run again at any point. No transaction is
 * open while the engine reads. Where the text was reset or read by another task meanwhile, nothing is kept: the next look starts it again.
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
    // Of a text that was reset meanwhile nothing was heard.
    if (!before && (await readSectionTexts(work, jobId)).version !== noteVersion) return
    const items = keepItems(sections, await withListedCodes(work, inferred.items), before?.items)
    await saveInference(work, jobId, { ...kept, items }, before?.inferredAt ?? null)
  })
}
