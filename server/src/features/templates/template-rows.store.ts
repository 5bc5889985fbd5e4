import type { SectionTemplate, TemplateHeading } from '@dictara/contract/templates'
import { type RawBuilder, sql } from 'kysely'
import { type ClinicWork, page, type PageOf, type RowOf, type Work } from '../../platform/database/index.ts'
import {
  authorOf,
  isAuthor,
  itemsOf,
  listedFrom,
  type Part,
  partsOf,
  type Place,
  seenItem,
  standingOf,
} from '../collections/index.ts'

declare module '../../platform/database/columns.ts' {
  interface JsonColumns {
    'dictionaryTemplates.headings': TemplateHeading[]
  }
}

export type TemplateChoice = { type: 'mine' | 'active' | 'author'; search: string; page: number; size: number }

const kind = { table: 'section_templates' } as const

/** A template as a row of a list, wherever it comes from; `headings` of one of the dictionary only. */
interface Flat
  extends Omit<SectionTemplate, 'sectionHeadings' | 'cannedTextsWithHeadings' | 'author' | 'conflict'>,
    RowOf<'sectionTemplates', 'keyName' | 'searched' | 'authorId'> {
  headings: TemplateHeading[] | null
}

const columns = sql`t.id, t.key_name, t.searched, t.author_id, t.name as template_name, t.description as template_description, t.global,
  t.export_to_other_authors, t.required, t.default_value, t.keytophrase_enabled, t.template_driven_flow_enabled, t.version,
  null::json as headings`

const placeOf = ({ active, editable, ...part }: Part): Place => ({
  ...part,
  columns: sql`${columns}, ${active} as active, ${editable} as editable`,
})

const dictionary = sql`from dictionary_templates d`
const ofDictionary: Place = {
  columns: sql`d.id, d.key_name, d.searched, null::uuid, d.name, d.description, true, false, d.required, d.default_value, false,
    d.template_driven_flow_enabled, d.version, d.headings::json, false, false`,
  items: dictionary,
  counted: dictionary,
}

const headingColumns = {
  id: sql.ref('h.id'),
  customUIHeading: sql.ref('h.custom_heading'),
  systemHeading: sql.ref('h.system_heading'),
  description: sql.ref('h.description'),
  defaultValue: sql.ref('h.default_value'),
  required: sql.ref('h.required'),
  appendToDefault: sql.ref('h.append_to_default'),
} satisfies Record<keyof TemplateHeading, RawBuilder<unknown>>
const headingNames = Object.keys(headingColumns)

/** Headings `h` without the names of their fields, which cost PostgreSQL a third of a list of templates. */
type HeadingFields = (string | boolean)[]
const headingFields: RawBuilder<HeadingFields[] | null> = sql`json_agg(
  json_build_array(${sql.join(Object.values(headingColumns))}) order by h.position)`
const headingOf = (fields: HeadingFields) =>
  Object.fromEntries(headingNames.map((name, at) => [name, fields[at]])) as unknown as TemplateHeading

/** The headings of a template are its own, or came with one of the dictionary. */
const withHeadings = <Row extends { headings?: TemplateHeading[] | null; headingFields: HeadingFields[] | null }>({
  headings,
  headingFields: own,
  ...template
}: Row) => ({ ...template, sectionHeadings: headings ?? own?.map(headingOf) ?? [] })

/** The links to phrases, without phrases that the actor may not see. */
const linksOf = (work: ClinicWork): RawBuilder<SectionTemplate['cannedTextsWithHeadings']> => sql`(
  select coalesce(json_agg(json_build_object('cannedTextId', l.phrase_id, 'headings', l.headings) order by p.key_name), '[]')
  from template_phrases l join phrases p on p.clinic_id = l.clinic_id and p.id = l.phrase_id
  where l.clinic_id = current_clinic() and l.template_id = i.id
    and (i.editable or p.author_id = ${work.actor.userId} or p.export_to_other_authors or p.global))`

function listOf(work: ClinicWork, places: readonly Place[], isConflict: RawBuilder<boolean>) {
  const listed = listedFrom<Flat>(work, places)
  return {
    ...listed,
    columns: (all: typeof listed.from) =>
      all
        .leftJoin('users as a', (join) => join.on(isAuthor))
        .select(['i.id', 'i.templateName', 'i.templateDescription', 'i.global', 'i.active', 'i.editable'])
        .select(['i.exportToOtherAuthors', 'i.required', 'i.defaultValue', 'i.keytophraseEnabled'])
        .select(['i.templateDrivenFlowEnabled', 'i.version', 'i.headings'])
        .select(({ selectFrom }) => [
          selectFrom('templateHeadings as h')
            .select(headingFields.as('fields'))
            .where('h.clinicId', '=', work.clinicId)
            .whereRef('h.templateId', '=', 'i.id')
            .as('headingFields'),
        ])
        .select(linksOf(work).as('cannedTextsWithHeadings'))
        .select([authorOf.as('author'), isConflict.as('conflict')]),
  }
}

/** Templates of one of the actor's lists, or those that others and the dictionary offer; by name. */
export async function listTemplates(work: ClinicWork, choice: TemplateChoice): Promise<PageOf<SectionTemplate>> {
  const places = partsOf(work, kind, choice.type).map(placeOf)
  const isOffer = choice.type === 'author'
  const isConflict = isOffer
    ? sql<boolean>`exists (select from section_templates o where o.clinic_id = ${work.clinicId}
        and o.author_id = ${work.actor.userId} and o.key_name = i.key_name and o.deleted_at is null)`
    : sql<boolean>`false`
  const { result, size } = await page(work, choice, {
    ...listOf(work, isOffer ? [...places, ofDictionary] : places, isConflict),
    searched: 'i.searched',
    sort: { name: 'i.keyName' },
    tie: 'i.id',
  })
  return { result: result.map(withHeadings), size }
}

/** One template as its list shows it; undefined if the actor may not see it. */
export async function findTemplateRow(
  work: ClinicWork,
  id: string,
): Promise<(SectionTemplate & { isHeld: boolean }) | undefined> {
  const { isHeld } = standingOf(work)
  const list = listOf(work, [placeOf(seenItem(work, kind, id))], sql<boolean>`false`)
  const held = sql<boolean>`exists (select ${itemsOf(work, kind)} and t.id = i.id and ${isHeld})`
  const found = await list.columns(list.from).select(held.as('isHeld')).executeTakeFirst()
  return found && withHeadings(found)
}

/** A template that a note can follow. Also finds deleted ones, for notes under way. */
export async function getTemplate(work: Work, templateId: string) {
  const [template, headings] = await Promise.all([
    work.db
      .selectFrom('sectionTemplates')
      .select(['id', 'name as templateName', 'templateDrivenFlowEnabled'])
      .where(({ and }) => and({ clinicId: work.clinicId, id: templateId }))
      .executeTakeFirst(),
    work.db
      .selectFrom('templateHeadings')
      .select(['id', 'customHeading', 'systemHeading', 'description', 'defaultValue', 'required', 'appendToDefault'])
      .where(({ and }) => and({ clinicId: work.clinicId, templateId }))
      .orderBy('position')
      .execute(),
  ])
  if (!template) return undefined
  return {
    ...template,
    sectionHeadings: headings.map(
      ({ customHeading, ...rest }): TemplateHeading => ({ ...rest, customUIHeading: customHeading }),
    ),
  }
}

/** The templates that an author may dictate on, by name: own ones in use, and received ones that they did not put aside. */
export async function listActiveTemplates(work: Work, authorId: string) {
  const { rows } = await sql<
    RowOf<'sectionTemplates', 'id' | 'templateDrivenFlowEnabled'> & {
      templateName: string
      headingFields: HeadingFields[] | null
    }
  >`select i.id, i.name as template_name, i.template_driven_flow_enabled, h.heading_fields
    from section_templates i left join received_items r on r.clinic_id = i.clinic_id and r.user_id = ${authorId} and r.item_id = i.id
    left join lateral (
      select ${headingFields} as heading_fields from template_headings h where h.clinic_id = i.clinic_id and h.template_id = i.id) h on true
    where i.clinic_id = ${work.clinicId} and i.deleted_at is null
      and case when i.author_id = ${authorId} then i.active
        else (i.author_id is null or i.export_to_other_authors) and not coalesce(r.hidden, false) and coalesce(r.active, true) end
    order by i.key_name, i.id`.execute(work.db)
  return rows.map(withHeadings)
}
