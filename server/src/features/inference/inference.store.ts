import type { ChartQuestion, InferenceValue } from '@dictara/contract/inference'
import type { Chart } from '@dictara/dictation/inference'
import { type Selectable, sql } from 'kysely'
import type { z } from 'zod'
import { asJson, type ClinicWork, type Tables, type Work } from '../../platform/database/index.ts'
import type { KeptItem } from './kept-items.ts'

export type KeptQuestion = z.output<typeof ChartQuestion>

declare module '../../platform/database/columns.ts' {
  interface JsonColumns {
    'noteInferences.items': KeptItem[]
    'noteInferences.questions': KeptQuestion[]
    'inferenceEdits.value': InferenceValue
  }
}

export type KeptInference = Omit<Selectable<Tables['noteInferences']>, 'clinicId' | 'jobId'>

const ofJob = (work: Work, jobId: string) => ({ clinicId: work.clinicId, jobId })

/** The last reading of a job's note. */
export const findInference = (work: Work, jobId: string): Promise<KeptInference | undefined> =>
  work.db
    .selectFrom('noteInferences')
    .select(['noteVersion', 'patientId', 'chartFingerprint', 'inferredAt', 'engine', 'dropped', 'items', 'questions'])
    .where(({ and }) => and(ofJob(work, jobId)))
    .executeTakeFirst()

/**
 * Saves a reading in place of the one before.
 * @param before when that one was made; null if there was none
 * @returns false when another reading was kept, or the text was reset, since `before` was read
 */
export async function saveInference(work: Work, jobId: string, kept: KeptInference, before: Date | null) {
  const { items, questions, ...facts } = kept
  const row = { ...facts, items: asJson(items), questions: asJson(questions) }
  if (before === null) {
    const { numInsertedOrUpdatedRows } = await work.db
      .insertInto('noteInferences')
      .values({ ...ofJob(work, jobId), ...row })
      .onConflict((known) => known.columns(['clinicId', 'jobId']).doNothing())
      .executeTakeFirst()
    return numInsertedOrUpdatedRows! > 0n
  }
  const { numUpdatedRows } = await work.db
    .updateTable('noteInferences')
    .set(row)
    .where(({ and }) => and({ ...ofJob(work, jobId), inferredAt: before }))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The values that people entered, by section. */
export async function listEdits(work: Work, jobId: string): Promise<Map<string, Map<string, InferenceValue>>> {
  const rows = await work.db
    .selectFrom('inferenceEdits')
    .select(['sectionId', 'key', 'value'])
    .where(({ and }) => and(ofJob(work, jobId)))
    .execute()
  const bySection = new Map<string, Map<string, InferenceValue>>()
  for (const { sectionId, key, value } of rows)
    bySection.set(sectionId, (bySection.get(sectionId) ?? new Map()).set(key, value))
  return bySection
}

export async function saveEdit(
  work: ClinicWork,
  jobId: string,
  { sectionId, key, value }: { sectionId: string; key: string; value: InferenceValue },
) {
  const made = { value: asJson(value), userId: work.actor.userId, at: work.now }
  await work.db
    .insertInto('inferenceEdits')
    .values({ ...ofJob(work, jobId), sectionId, key, ...made })
    .onConflict((known) => known.columns(['clinicId', 'jobId', 'sectionId', 'key']).doUpdateSet(made))
    .execute()
}

/** @returns whether there was one */
export async function deleteEdit(work: Work, jobId: string, sectionId: string, key: string): Promise<boolean> {
  const { numDeletedRows } = await work.db
    .deleteFrom('inferenceEdits')
    .where(({ and }) => and({ ...ofJob(work, jobId), sectionId, key }))
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** The questions that somebody answered. */
export async function listAnswered(work: Work, jobId: string): Promise<Set<string>> {
  const rows = await work.db
    .selectFrom('chartAnswers')
    .select('question')
    .where(({ and }) => and(ofJob(work, jobId)))
    .execute()
  return new Set(rows.map(({ question }) => question))
}

/** @returns false when it was answered before: the first answer stays */
export async function saveAnswer(
  work: ClinicWork,
  jobId: string,
  question: string,
  answer: 'NOTE_IS_RIGHT' | 'CORRECTED',
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await work.db
    .insertInto('chartAnswers')
    .values({ ...ofJob(work, jobId), question, answer, userId: work.actor.userId, at: work.now })
    .onConflict((known) => known.columns(['clinicId', 'jobId', 'question']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows! > 0n
}

/** Deletes the reading, and everything that was entered and answered since `since`. */
export async function dropInference(work: Work, jobId: string, since: Date) {
  await work.db
    .deleteFrom('noteInferences')
    .where(({ and }) => and(ofJob(work, jobId)))
    .execute()
  for (const table of ['inferenceEdits', 'chartAnswers'] as const)
    await work.db
      .deleteFrom(table)
      .where(({ and }) => and(ofJob(work, jobId)))
      .where('at', '>=', since)
      .execute()
}

/** What the chart tells of a job's patient besides their allergies; `on` is its date of encounter, or today. */
export async function findPatientFacts(work: Work, jobId: string): Promise<Omit<Chart, 'allergies'>> {
  const { gender, ...facts } = await work.db
    .selectFrom('jobs as j')
    .innerJoin('patients as p', (join) => join.onRef('p.clinicId', '=', 'j.clinicId').onRef('p.id', '=', 'j.patientId'))
    .innerJoin('facilities as f', (join) =>
      join.onRef('f.clinicId', '=', 'j.clinicId').onRef('f.id', '=', 'j.facilityId'),
    )
    .select(['p.gender', 'p.birthDate'])
    .select(({ ref }) =>
      sql<string>`coalesce(${ref('j.dateOfEncounter')}, (${work.now}::timestamptz at time zone ${ref('f.timeZone')})::date)`.as(
        'on',
      ),
    )
    .where(({ and }) => and({ 'j.clinicId': work.clinicId, 'j.id': jobId }))
    .executeTakeFirstOrThrow()
  const sex = gender?.toLowerCase()
  return {
    on: facts.on,
    ...(facts.birthDate !== null && { birthDate: facts.birthDate }),
    ...((sex === 'male' || sex === 'female') && { sex }),
  }
}
