import type { Section, SectionContent } from '@dictara/contract/notes'
import { sql } from 'kysely'
import type { Work } from '../../platform/database/index.ts'

/** A section as it is stored; `version` counts its texts from 1. */
export interface StoredSection {
  id: string
  version: number
  customHeading: string
  systemHeading: string
  content: SectionContent[]
  savedAt: Date
  temporaryId: string | null
}

export type SectionText = Pick<StoredSection, 'customHeading' | 'systemHeading' | 'content'>

export interface NoteFacts {
  version: number
  lastUpdatedAt: Date
}

export const toSection = (stored: Omit<StoredSection, 'temporaryId'>): Section => ({
  id: stored.id,
  version: stored.version,
  heading: { customUIHeading: stored.customHeading, systemHeading: stored.systemHeading },
  content: stored.content,
  lastUpdatedTime: stored.savedAt as never,
})

export async function insertNote(work: Work, jobId: string, tokens: unknown[]): Promise<void> {
  await sql`insert into notes (clinic_id, job_id, last_updated_at, tokens)
    values (${work.clinicId}, ${jobId}, ${work.now}, ${JSON.stringify(tokens)})
    on conflict (clinic_id, job_id) do update set tokens = excluded.tokens, version = notes.version + 1, last_updated_at = excluded.last_updated_at`.execute(
    work.db,
  )
}

export async function findNote(work: Work, jobId: string): Promise<NoteFacts | undefined> {
  const { rows } = await sql<NoteFacts>`
    select version, last_updated_at from notes where clinic_id = ${work.clinicId} and job_id = ${jobId}`.execute(
    work.db,
  )
  return rows[0]
}

export async function findTokens(work: Work, jobId: string): Promise<never[]> {
  const { rows } = await sql<{ tokens: never[] }>`
    select tokens from notes where clinic_id = ${work.clinicId} and job_id = ${jobId}`.execute(work.db)
  return rows[0]?.tokens ?? []
}

/** The text has changed: the note's number goes up, and so does the job's Last Updated. */
export async function touchNote(work: Work, jobId: string): Promise<void> {
  await sql`update notes set version = version + 1, last_updated_at = ${work.now}
    where clinic_id = ${work.clinicId} and job_id = ${jobId}`.execute(work.db)
}

/** The sections of the note now, in order. */
export async function listSections(work: Work, jobId: string): Promise<StoredSection[]> {
  const { rows } = await sql<StoredSection>`
    select s.section_id as id, s.version, v.custom_heading, v.system_heading, v.content, v.saved_at, s.temporary_id
    from note_sections s join note_section_versions v using (clinic_id, job_id, section_id, version)
    where s.clinic_id = ${work.clinicId} and s.job_id = ${jobId} order by s.position, s.section_id`.execute(work.db)
  return rows
}

/** The newest version of each section the note ever had, and the id its editor gave it. */
export async function listLatestVersions(work: Work, jobId: string): Promise<Map<string, number>> {
  const { rows } = await sql<{ sectionId: string; version: number }>`
    select section_id, max(version) as version from note_section_versions
    where clinic_id = ${work.clinicId} and job_id = ${jobId} group by section_id`.execute(work.db)
  return new Map(rows.map(({ sectionId, version }) => [sectionId, version]))
}

/** Whether some saved version of a section of the note reads so. */
export async function isSavedText(
  work: Work,
  jobId: string,
  { customHeading, content }: SectionText,
): Promise<boolean> {
  const { rows } = await sql`select 1 from note_section_versions
    where clinic_id = ${work.clinicId} and job_id = ${jobId} and custom_heading = ${customHeading}
      and content = ${JSON.stringify(content)}::jsonb limit 1`.execute(work.db)
  return rows.length > 0
}

export async function insertVersion(work: Work, jobId: string, id: string, version: number, text: SectionText) {
  await sql`insert into note_section_versions (clinic_id, job_id, section_id, version, custom_heading, system_heading, content, saved_at, saved_by)
    values (${work.clinicId}, ${jobId}, ${id}, ${version}, ${text.customHeading}, ${text.systemHeading}, ${JSON.stringify(text.content)},
      ${work.now}, ${work.actor?.userId ?? null})`.execute(work.db)
}

/** Remembers the newest save of an editor. @returns whether this one is not behind it */
export async function keepTurn(work: Work, jobId: string, editorId: string, turn: number): Promise<boolean> {
  const { rows } = await sql`insert into note_editors (clinic_id, job_id, editor_id, turn)
    values (${work.clinicId}, ${jobId}, ${editorId}, ${turn})
    on conflict (clinic_id, job_id, editor_id) do update set turn = excluded.turn where note_editors.turn <= excluded.turn
    returning turn`.execute(work.db)
  return rows.length > 0
}

/** Puts a version of a section into the note as it is now. */
export async function placeSection(
  work: Work,
  jobId: string,
  section: { id: string; version: number; position: number; temporaryId?: string | null },
) {
  await sql`insert into note_sections (clinic_id, job_id, section_id, version, position, temporary_id)
    values (${work.clinicId}, ${jobId}, ${section.id}, ${section.version}, ${section.position}, ${section.temporaryId ?? null})
    on conflict (clinic_id, job_id, section_id) do update set version = excluded.version, position = excluded.position`.execute(
    work.db,
  )
}

export async function reorderSections(work: Work, jobId: string, ids: readonly string[]) {
  await sql`update note_sections s set position = o.position - 1
    from unnest(${[...ids]}::text[]) with ordinality o (section_id, position)
    where s.clinic_id = ${work.clinicId} and s.job_id = ${jobId} and s.section_id = o.section_id and s.position <> o.position - 1`.execute(
    work.db,
  )
}

export async function removeSection(work: Work, jobId: string, id: string): Promise<void> {
  await sql`delete from note_sections where clinic_id = ${work.clinicId} and job_id = ${jobId} and section_id = ${id}`.execute(
    work.db,
  )
}
