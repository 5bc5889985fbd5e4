import type { Section, SectionContent } from '@dictara/contract/notes'
import type { WrittenSection } from '@dictara/dictation'
import { sql } from 'kysely'
import type { z } from 'zod'
import { asJson, type RowOf, type Work } from '../../platform/database/index.ts'
import type { FilledField } from '../conversion/index.ts'

/** A written token of the converted note, with its section and the recognised words it came from. */
export type NoteToken = WrittenSection['tokens'][number] & { sectionId: string }

declare module '../../platform/database/columns.ts' {
  interface JsonColumns {
    'notes.tokens': NoteToken[]
    'noteSectionVersions.content': SectionContent[]
    'noteSectionVersions.filled': FilledField[]
  }
}

/** `filled`: the parts that were filled in from fields. */
export type SectionText = RowOf<'noteSectionVersions', 'customHeading' | 'systemHeading' | 'content'> & {
  filled?: readonly FilledField[]
}

/** A section as it is stored; `version` counts its texts from 1. */
export type StoredSection = SectionText &
  RowOf<'noteSectionVersions', 'version' | 'savedAt'> &
  RowOf<'noteSections', 'temporaryId'> & { id: string }

export type NoteFacts = RowOf<'notes', 'version' | 'lastUpdatedAt'>

/** Heading and text in the form of the wire. */
export const asOnTheWire = ({ customHeading, systemHeading, content }: SectionText) => ({
  heading: { customUIHeading: customHeading, systemHeading },
  content,
})

export const toSection = (stored: Omit<StoredSection, 'temporaryId'>): z.input<typeof Section> => ({
  id: stored.id,
  version: stored.version,
  ...asOnTheWire(stored),
  lastUpdatedTime: stored.savedAt,
})

/** Inserts the note of a job, or replaces its tokens. */
export async function insertNote(work: Work, jobId: string, tokens: NoteToken[]): Promise<void> {
  await work.db
    .insertInto('notes')
    .values({ clinicId: work.clinicId, jobId, lastUpdatedAt: work.now, tokens: asJson(tokens) })
    .onConflict((known) =>
      known.columns(['clinicId', 'jobId']).doUpdateSet(({ eb, ref }) => ({
        tokens: ref('excluded.tokens'),
        version: eb('notes.version', '+', 1),
        lastUpdatedAt: work.now,
      })),
    )
    .execute()
}

export const findNote = (work: Work, jobId: string): Promise<NoteFacts | undefined> =>
  work.db
    .selectFrom('notes')
    .select(['version', 'lastUpdatedAt'])
    .where(({ and }) => and({ clinicId: work.clinicId, jobId }))
    .executeTakeFirst()

export async function findTokens(work: Work, jobId: string): Promise<NoteToken[]> {
  const note = await work.db
    .selectFrom('notes')
    .select('tokens')
    .where(({ and }) => and({ clinicId: work.clinicId, jobId }))
    .executeTakeFirst()
  return note?.tokens ?? []
}

/** Records that the text has changed: raises the note's version and sets its Last Updated. */
export async function touchNote(work: Work, jobId: string): Promise<void> {
  await work.db
    .updateTable('notes')
    .set(({ eb }) => ({ version: eb('version', '+', 1), lastUpdatedAt: work.now }))
    .where(({ and }) => and({ clinicId: work.clinicId, jobId }))
    .execute()
}

/** The sections of the note now, in order. */
export const listSections = (work: Work, jobId: string): Promise<StoredSection[]> =>
  work.db
    .selectFrom('noteSections as s')
    .innerJoin('noteSectionVersions as v', (join) =>
      join
        .onRef('v.clinicId', '=', 's.clinicId')
        .onRef('v.jobId', '=', 's.jobId')
        .onRef('v.sectionId', '=', 's.sectionId')
        .onRef('v.version', '=', 's.version'),
    )
    .select(['s.sectionId as id', 's.version', 'v.customHeading', 'v.systemHeading', 'v.content', 'v.savedAt'])
    .select(['v.filled', 's.temporaryId'])
    .where(({ and }) => and({ 's.clinicId': work.clinicId, 's.jobId': jobId }))
    .orderBy('s.position')
    .orderBy('s.sectionId')
    .execute()

/** The last text of each removed section that contained filled-in fields. */
export const listRemovedSections = (work: Work, jobId: string) =>
  work.db
    .selectFrom((from) =>
      from
        .selectFrom('noteSectionVersions')
        .distinctOn('sectionId')
        .select(['sectionId', 'content', 'filled'])
        .where(({ and }) => and({ clinicId: work.clinicId, jobId }))
        .orderBy('sectionId')
        .orderBy('version', 'desc')
        .as('v'),
    )
    .select(['v.content', 'v.filled'])
    .where(sql<boolean>`v.filled <> '[]'`)
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('noteSections as s')
            .select('s.sectionId')
            .where(({ and }) => and({ 's.clinicId': work.clinicId, 's.jobId': jobId }))
            .whereRef('s.sectionId', '=', 'v.sectionId'),
        ),
      ),
    )
    .execute()

/** The newest version of each section the note ever had, by the section's id. */
export async function listLatestVersions(work: Work, jobId: string): Promise<Map<string, number>> {
  const latest = await work.db
    .selectFrom('noteSectionVersions')
    .select(({ fn }) => ['sectionId', fn.max('version').as('version')])
    .where(({ and }) => and({ clinicId: work.clinicId, jobId }))
    .groupBy('sectionId')
    .execute()
  return new Map(latest.map(({ sectionId, version }) => [sectionId, version]))
}

/** True when some saved version of a section of the note has this heading and text. */
export async function isSavedText(
  work: Work,
  jobId: string,
  { customHeading, content }: SectionText,
): Promise<boolean> {
  const saved = await work.db
    .selectFrom('noteSectionVersions')
    .select('sectionId')
    .where(({ and }) => and({ clinicId: work.clinicId, jobId, customHeading }))
    .where('content', '=', sql<SectionContent[]>`${asJson(content)}::jsonb`)
    .limit(1)
    .executeTakeFirst()
  return saved !== undefined
}

export async function insertVersion(work: Work, jobId: string, sectionId: string, version: number, text: SectionText) {
  const { customHeading, systemHeading, content, filled = [] } = text
  const saved = { savedAt: work.now, savedBy: work.actor?.userId ?? null }
  await work.db
    .insertInto('noteSectionVersions')
    .values({
      clinicId: work.clinicId,
      jobId,
      sectionId,
      version,
      customHeading,
      systemHeading,
      ...saved,
      content: asJson(content),
      filled: asJson([...filled]),
    })
    .execute()
}

/** Remembers the newest save of an editor. @returns false when a newer one has been stored already */
export async function keepTurn(work: Work, jobId: string, editorId: string, turn: number): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await work.db
    .insertInto('noteEditors')
    .values({ clinicId: work.clinicId, jobId, editorId, turn })
    .onConflict((known) =>
      known.columns(['clinicId', 'jobId', 'editorId']).doUpdateSet({ turn }).where('noteEditors.turn', '<=', turn),
    )
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Puts a version of a section into the present note. */
export async function placeSection(
  work: Work,
  jobId: string,
  {
    id,
    version,
    position,
    temporaryId = null,
  }: Pick<StoredSection, 'id' | 'version'> & {
    position: number
    temporaryId?: string | null
  },
) {
  await work.db
    .insertInto('noteSections')
    .values({ clinicId: work.clinicId, jobId, sectionId: id, version, position, temporaryId })
    .onConflict((known) => known.columns(['clinicId', 'jobId', 'sectionId']).doUpdateSet({ version, position }))
    .execute()
}

export async function reorderSections(work: Work, jobId: string, ids: readonly string[]) {
  await sql`update note_sections s set position = o.position - 1
    from unnest(${[...ids]}::text[]) with ordinality o (section_id, position)
    where s.clinic_id = ${work.clinicId} and s.job_id = ${jobId} and s.section_id = o.section_id and s.position <> o.position - 1`.execute(
    work.db,
  )
}

export async function removeSection(work: Work, jobId: string, sectionId: string): Promise<void> {
  await work.db
    .deleteFrom('noteSections')
    .where(({ and }) => and({ clinicId: work.clinicId, jobId, sectionId }))
    .execute()
}
