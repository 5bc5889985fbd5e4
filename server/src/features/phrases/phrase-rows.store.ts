import type { CannedText } from '@dictara/contract/phrases'
import { type RawBuilder, sql } from 'kysely'
import { type ClinicWork, page, type PageOf, type RowOf } from '../../platform/database/index.ts'
import {
  authorOf,
  isAuthor,
  isForAll,
  listedFrom,
  type Part,
  partsOf,
  type Place,
  seenItem,
} from '../collections/index.ts'

export type PhraseChoice = { type: 'mine' | 'active' | 'author'; search: string; page: number; size: number }

const kind = { table: 'phrases' } as const

/** A phrase as a row of a list, wherever it comes from. */
interface Flat
  extends Omit<CannedText, 'templateMapping' | 'author' | 'conflict'>,
    RowOf<'phrases', 'keyName' | 'searched'> {
  authorId: string | null
}

const columns = sql`t.id, t.key, t.key_name, t.author_id, t.phrase, t.searched, t.dynamic, t.target_end_point, t.global,
  t.export_to_other_authors, t.restricted_to_templates, t.version`

const placeOf = ({ active, editable, ...part }: Part): Place => ({
  ...part,
  columns: sql`${columns}, ${active} as active, ${editable} as editable`,
})

const dictionary = sql`from dictionary_phrases d`
const ofDictionary: Place = {
  columns: sql`d.id, d.key, d.key_name, null::uuid, d.phrase, d.searched, d.dynamic, d.target_end_point, true, false, false, d.version,
    false, false`,
  items: dictionary,
  counted: dictionary,
}

/**
 * To which templates and headings a phrase is kept. A template or heading that is gone is not told; a phrase that has none left is
 * kept to nothing and stands nowhere, and its author sees it restricted without a template: only by saving it so do they set it
 * free (Q076). Of others' phrases only templates are told that the actor may see.
 */
const mappingOf = ({ actor }: ClinicWork): RawBuilder<CannedText['templateMapping']> => sql`(
  select coalesce(json_agg(json_build_object('templateId', m.template_id, 'allHeadings', m.all_headings,
    'templateHeadings', h.names) order by t.key_name, t.id), '[]')
  from phrase_templates m
  join section_templates t on t.clinic_id = m.clinic_id and t.id = m.template_id and t.deleted_at is null
  cross join lateral (
    select array_agg(h.custom_heading order by h.position) as names from template_headings h
    where h.clinic_id = m.clinic_id and h.template_id = m.template_id
      and (m.all_headings or h.custom_heading = any(m.headings))) h
  where m.clinic_id = current_clinic() and m.phrase_id = i.id and h.names is not null
    and (i.editable or t.author_id = ${actor.userId} or ${isForAll} or t.global))`

function listOf(work: ClinicWork, places: readonly Place[], isConflict: RawBuilder<boolean>) {
  const listed = listedFrom<Flat>(work, places)
  return {
    ...listed,
    columns: (all: typeof listed.from) =>
      all
        .leftJoin('users as a', (join) => join.on(isAuthor))
        .select(['i.id', 'i.key', 'i.phrase', 'i.active', 'i.editable', 'i.restrictedToTemplates', 'i.dynamic'])
        .select(['i.global', 'i.exportToOtherAuthors', 'i.targetEndPoint', 'i.version'])
        .select([mappingOf(work).as('templateMapping'), authorOf.as('author'), isConflict.as('conflict')]),
  }
}

/** Phrases of one of the actor's lists, or those that others and the dictionary offer; by key. */
export function listPhrases(work: ClinicWork, choice: PhraseChoice): Promise<PageOf<CannedText>> {
  const places = partsOf(work, kind, choice.type).map(placeOf)
  const isOffer = choice.type === 'author'
  const isConflict = isOffer
    ? sql<boolean>`exists (select from phrases o where o.clinic_id = ${work.clinicId} and o.author_id = ${work.actor.userId}
        and o.key_name = i.key_name)`
    : sql<boolean>`false`
  return page(work, choice, {
    ...listOf(work, isOffer ? [...places, ofDictionary] : places, isConflict),
    searched: 'i.searched',
    sort: { key: 'i.keyName' },
    tie: 'i.id',
  })
}

/** One phrase as its list shows it; none for one that is not the actor's to see. */
export function findPhraseRow(work: ClinicWork, id: string): Promise<CannedText | undefined> {
  const list = listOf(work, [placeOf(seenItem(work, kind, id))], sql<boolean>`false`)
  return list.columns(list.from).executeTakeFirst()
}
