import type { RecognisedWord, WrittenSection } from '@dictara/dictation'
import { type Selectable, sql } from 'kysely'
import type { Stretch } from '../../gateways/audio/index.ts'
import { asJson, type Tables, type Work } from '../../platform/database/index.ts'

declare module '../../platform/database/columns.ts' {
  interface JsonColumns {
    'conversions.segments': Stretch[]
    'conversions.sections': WrittenSection[]
    'conversions.notices': string[]
    'conversionSegments.words': RecognisedWord[]
  }
}

type Columns = Selectable<Tables['conversions']>

/** `decodedBlob` holds the decoded sound of a long recording until its note is written. */
export interface Conversion extends Pick<Columns, 'engine' | 'sections' | 'notices' | 'decodedBlob' | 'isPart'> {
  audioMs: number
  segments: Stretch[]
}

const ofJob = (work: Work, jobId: string) =>
  work.db.selectFrom('conversions').where(({ and }) => and({ clinicId: work.clinicId, jobId }))

export const findConversion = (work: Work, jobId: string): Promise<Conversion | undefined> =>
  ofJob(work, jobId)
    .select(['engine', 'audioMs', 'segments', 'sections', 'notices', 'decodedBlob', 'isPart'])
    // A row is only written after decoding, so both are set.
    .$narrowType<{ audioMs: number; segments: Stretch[] }>()
    .executeTakeFirst()

export async function findEngine(work: Work, jobId: string): Promise<string | undefined> {
  return (await ofJob(work, jobId).select('engine').executeTakeFirst())?.engine
}

/** Saves the result of decoding. A run that was overtaken by another changes nothing. */
export async function saveConversion(work: Work, jobId: string, found: Omit<Conversion, 'sections'>) {
  await work.db
    .insertInto('conversions')
    .values({
      ...found,
      clinicId: work.clinicId,
      jobId,
      segments: asJson(found.segments),
      notices: asJson(found.notices),
    })
    .onConflict((known) => known.columns(['clinicId', 'jobId']).doNothing())
    .execute()
}

/** Clears the reference to the decoded sound. @returns the blob's id; null if there was none */
export async function forgetDecoded(work: Work, jobId: string): Promise<string | null> {
  const forgotten = await work.db
    .updateTable('conversions')
    .set({ decodedBlob: null })
    .where(({ and }) => and({ clinicId: work.clinicId, jobId }))
    .where('decodedBlob', 'is not', null)
    .returning(sql<string>`old.decoded_blob`.as('blob'))
    .executeTakeFirst()
  return forgotten?.blob ?? null
}

/** Deletes the conversion if only part of the recording could be read, so that it is decoded again. */
export async function deletePart(work: Work, jobId: string) {
  await work.db
    .deleteFrom('conversionSegments')
    .where(({ and }) => and({ clinicId: work.clinicId, jobId }))
    .where(({ exists }) => exists(ofJob(work, jobId).select('jobId').where('isPart', '=', true)))
    .execute()
  await work.db
    .deleteFrom('conversions')
    .where(({ and }) => and({ clinicId: work.clinicId, jobId, isPart: true }))
    .execute()
}

const segmentsOf = (work: Work, jobId: string) =>
  work.db.selectFrom('conversionSegments').where(({ and }) => and({ clinicId: work.clinicId, jobId }))

export async function listSegmentNumbers(work: Work, jobId: string): Promise<Set<number>> {
  return new Set((await segmentsOf(work, jobId).select('number').execute()).map(({ number }) => number))
}

/** Stores the words of a segment once. A run that was overtaken by another changes nothing. */
export async function insertSegment(work: Work, jobId: string, number: number, words: RecognisedWord[]) {
  await work.db
    .insertInto('conversionSegments')
    .values({ clinicId: work.clinicId, jobId, number, words: asJson(words) })
    .onConflict((known) => known.doNothing())
    .execute()
}

/**
 * Keeps the engine that recognised a segment. It may have changed since the sound was decoded, e.g. before a Resubmit. Where two
 * engines recognised segments of one job, only the last is kept.
 */
export async function keepEngine(work: Work, jobId: string, engine: string) {
  await work.db
    .updateTable('conversions')
    .set({ engine })
    .where(({ and }) => and({ clinicId: work.clinicId, jobId }))
    .execute()
}

/** The words recognised so far for a job, in order. Times are in seconds from the beginning of the recording. */
export async function listWords(work: Work, jobId: string): Promise<RecognisedWord[]> {
  const segments = await segmentsOf(work, jobId).select('words').orderBy('number').execute()
  return segments.flatMap(({ words }) => words)
}

export async function saveSections(work: Work, jobId: string, sections: WrittenSection[]) {
  await work.db
    .updateTable('conversions')
    .set({ sections: asJson(sections), finishedAt: work.now })
    .where(({ and }) => and({ clinicId: work.clinicId, jobId }))
    .execute()
}

/** The note as it was converted, for Reconvert (Q121); null before the conversion has written it. */
export async function findSections(work: Work, jobId: string): Promise<WrittenSection[] | null> {
  return (await findConversion(work, jobId))?.sections ?? null
}
