import { type Selectable, sql } from 'kysely'
import { rowsOf, type Tables, type Work } from '../../platform/database/index.ts'
import type { StoredSection } from './notes.store.ts'

declare module '../../platform/database/columns.ts' {
  interface JsonColumns {
    'noteStages.sections': { sectionId: string; version: number }[]
  }
}

/** `STARTED` is the text with which the present holder began; people are shown only the other stages. */
export type StageName = Selectable<Tables['noteStages']>['stage']

/** Stores the present note as a stage. */
export async function keepStage(work: Work, jobId: string, stage: StageName): Promise<void> {
  await sql`insert into note_stages (clinic_id, job_id, stage, user_id, at, sections)
    select ${work.clinicId}::uuid, ${jobId}::uuid, ${stage}, ${work.actor?.userId ?? null}::uuid, ${work.now}::timestamptz,
      coalesce(jsonb_agg(jsonb_build_object('sectionId', section_id, 'version', version) order by position, section_id), '[]')
    from note_sections where clinic_id = ${work.clinicId} and job_id = ${jobId}`.execute(work.db)
}

/** The stored stages, oldest first. */
export const listStages = (work: Work, jobId: string) =>
  work.db
    .selectFrom('noteStages as s')
    .leftJoin('users as u', (join) => join.onRef('u.clinicId', '=', 's.clinicId').onRef('u.id', '=', 's.userId'))
    .select(['s.id', 's.stage', 'u.fullName as userName', 's.at'])
    .where(({ and }) => and({ 's.clinicId': work.clinicId, 's.jobId': jobId }))
    .orderBy('s.at')
    .orderBy('s.id')
    .execute()

/** The sections of a stage, in order, with their texts of that time. */
export async function listSectionsOf(work: Work, jobId: string, stageId: string): Promise<StoredSection[]> {
  return rowsOf(
    work,
    sql`select v.section_id as id, v.version, v.custom_heading, v.system_heading, v.content, v.filled, v.saved_at, null as temporary_id
    from note_stages s
    cross join lateral jsonb_array_elements(s.sections) with ordinality o (entry, position)
    join note_section_versions v on v.clinic_id = s.clinic_id and v.job_id = s.job_id
      and v.section_id = o.entry ->> 'sectionId' and v.version = (o.entry ->> 'version')::int
    where s.clinic_id = ${work.clinicId} and s.job_id = ${jobId} and s.id = ${stageId} order by o.position`,
  )
}
