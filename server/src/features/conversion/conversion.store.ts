import type { RecognisedWord, WrittenSection } from '@dictara/dictation'
import { sql } from 'kysely'
import type { Stretch } from '../../gateways/audio/index.ts'
import type { Work } from '../../platform/database/index.ts'

export interface Conversion {
  engine: string
  audioMs: number
  segments: Stretch[]
  sections: WrittenSection[] | null
  notices: string[]
  /** The decoded sound of a long recording, until its note is written. */
  decodedBlob: string | null
  /** Not everything of the recording could be read. */
  isPart: boolean
}

export async function findConversion(work: Work, jobId: string): Promise<Conversion | undefined> {
  const { rows } = await sql<Conversion>`
    select engine, audio_ms, segments, sections, notices, decoded_blob, is_part
    from conversions where clinic_id = ${work.clinicId} and job_id = ${jobId}`.execute(work.db)
  return rows[0]
}

/** What decoding has found; a run that was overtaken changes nothing. */
export async function saveConversion(work: Work, jobId: string, found: Omit<Conversion, 'sections'>) {
  await sql`insert into conversions (clinic_id, job_id, engine, audio_ms, segments, notices, decoded_blob, is_part)
    values (${work.clinicId}, ${jobId}, ${found.engine}, ${found.audioMs}, ${JSON.stringify(found.segments)},
      ${JSON.stringify(found.notices)}, ${found.decodedBlob}, ${found.isPart})
    on conflict (clinic_id, job_id) do nothing`.execute(work.db)
}

/** The blob that held the decoded sound, if there was one; nothing names it any more. */
export async function forgetDecoded(work: Work, jobId: string): Promise<string | null> {
  const { rows } = await sql<{ blob: string }>`
    with kept as (
      select decoded_blob as blob from conversions
      where clinic_id = ${work.clinicId} and job_id = ${jobId} and decoded_blob is not null for update
    ), forgotten as (
      update conversions set decoded_blob = null
      where clinic_id = ${work.clinicId} and job_id = ${jobId} and exists (select from kept)
    )
    select blob from kept`.execute(work.db)
  return rows[0]?.blob ?? null
}

/** What was made of a part of a recording goes, so that it is decoded again; nothing otherwise. */
export async function deletePart(work: Work, jobId: string) {
  await sql`delete from conversion_segments s using conversions c
    where s.clinic_id = ${work.clinicId} and s.job_id = ${jobId}
      and c.clinic_id = s.clinic_id and c.job_id = s.job_id and c.is_part`.execute(work.db)
  await sql`delete from conversions where clinic_id = ${work.clinicId} and job_id = ${jobId} and is_part`.execute(
    work.db,
  )
}

export async function listSegmentNumbers(work: Work, jobId: string): Promise<Set<number>> {
  const { rows } = await sql<{ number: number }>`
    select number from conversion_segments where clinic_id = ${work.clinicId} and job_id = ${jobId}`.execute(work.db)
  return new Set(rows.map(({ number }) => number))
}

/** Stored once: a run that was overtaken changes nothing. */
export async function insertSegment(work: Work, jobId: string, number: number, words: RecognisedWord[]) {
  await sql`insert into conversion_segments (clinic_id, job_id, number, words)
    values (${work.clinicId}, ${jobId}, ${number}, ${JSON.stringify(words)}) on conflict do nothing`.execute(work.db)
}

/** What was recognised for a job, in order, times in seconds from the beginning of the recording; none before. */
export async function listWords(work: Work, jobId: string): Promise<RecognisedWord[]> {
  const { rows } = await sql<{ words: RecognisedWord[] }>`
    select words from conversion_segments where clinic_id = ${work.clinicId} and job_id = ${jobId} order by number`.execute(
    work.db,
  )
  return rows.flatMap(({ words }) => words)
}

export async function saveSections(work: Work, jobId: string, sections: WrittenSection[]) {
  await sql`update conversions set sections = ${JSON.stringify(sections)}, finished_at = ${work.now}
    where clinic_id = ${work.clinicId} and job_id = ${jobId}`.execute(work.db)
}

/** The note as it was converted, for Reconvert (Q121); null before the conversion has written it. */
export async function findSections(work: Work, jobId: string): Promise<WrittenSection[] | null> {
  return (await findConversion(work, jobId))?.sections ?? null
}
