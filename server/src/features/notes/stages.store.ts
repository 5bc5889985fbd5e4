import { type Selectable, sql } from 'kysely'
import { asJson, type Tables, type Work } from '../../platform/database/index.ts'
import { listSections, type StoredSection } from './notes.store.ts'

declare module '../../platform/database/columns.ts' {
  interface JsonColumns {
    'noteStages.sections': { sectionId: string; version: number }[]
  }
}

/** `STARTED` is where the present holder began; the others are told to people. */
export type StageName = Selectable<Tables['noteStages']>['stage']

/** Remembers the note as it stands. */
export async function keepStage(work: Work, jobId: string, stage: StageName): Promise<void> {
  const sections = (await listSections(work, jobId)).map(({ id, version }) => ({ sectionId: id, version }))
  const userId = work.actor?.userId ?? null
  await work.db
    .insertInto('noteStages')
    .values({ clinicId: work.clinicId, jobId, stage, userId, at: work.now, sections: asJson(sections) })
    .execute()
}

/** Every stage that was kept, the oldest first. */
export const listStages = (work: Work, jobId: string) =>
  work.db
    .selectFrom('noteStages as s')
    .leftJoin('users as u', (join) => join.onRef('u.clinicId', '=', 's.clinicId').onRef('u.id', '=', 's.userId'))
    .select(['s.id', 's.stage', 'u.fullName as userName', 's.at'])
    .where(({ and }) => and({ 's.clinicId': work.clinicId, 's.jobId': jobId }))
    .orderBy('s.at')
    .orderBy('s.id')
    .execute()

/** The sections of a stage, in order, with the texts they had then. */
export async function listSectionsOf(work: Work, jobId: string, stageId: string): Promise<StoredSection[]> {
  const { rows } = await sql<StoredSection>`
    select v.section_id as id, v.version, v.custom_heading, v.system_heading, v.content, v.saved_at, null as temporary_id
    from note_stages s
    cross join lateral jsonb_array_elements(s.sections) with ordinality o (entry, position)
    join note_section_versions v on v.clinic_id = s.clinic_id and v.job_id = s.job_id
      and v.section_id = o.entry ->> 'sectionId' and v.version = (o.entry ->> 'version')::int
    where s.clinic_id = ${work.clinicId} and s.job_id = ${jobId} and s.id = ${stageId} order by o.position`.execute(
    work.db,
  )
  return rows
}
