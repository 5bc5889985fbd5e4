import type { NoteStage } from '@dictara/contract/notes'
import { sql } from 'kysely'
import type { Work } from '../../platform/database/index.ts'
import { listSections, type StoredSection } from './notes.store.ts'

/** `STARTED` is where the present holder began; the others are told to people. */
export type StageName = Exclude<NoteStage['stage'], 'CURRENT'> | 'STARTED'

interface StoredStage {
  id: string
  stage: StageName
  userName: string | null
  at: Date
  sections: { sectionId: string; version: number }[]
}

/** Remembers the note as it stands. */
export async function keepStage(work: Work, jobId: string, stage: StageName): Promise<void> {
  const sections = (await listSections(work, jobId)).map(({ id, version }) => ({ sectionId: id, version }))
  await sql`insert into note_stages (clinic_id, job_id, stage, user_id, at, sections)
    values (${work.clinicId}, ${jobId}, ${stage}, ${work.actor?.userId ?? null}, ${work.now}, ${JSON.stringify(sections)})`.execute(
    work.db,
  )
}

/** Every stage that was kept, the oldest first. */
export async function listStages(work: Work, jobId: string): Promise<StoredStage[]> {
  const { rows } = await sql<StoredStage>`
    select s.id, s.stage, u.full_name as user_name, s.at, s.sections
    from note_stages s left join users u on u.clinic_id = s.clinic_id and u.id = s.user_id
    where s.clinic_id = ${work.clinicId} and s.job_id = ${jobId} order by s.at, s.id`.execute(work.db)
  return rows
}

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
