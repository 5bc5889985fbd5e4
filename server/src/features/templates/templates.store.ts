import type { SectionTemplate } from '@dictara/contract/templates'
import { type Selectable, sql } from 'kysely'
import { jsonBuildObject } from 'kysely/helpers/postgres'
import {
  type ClinicWork,
  jsonArrayOf,
  page,
  type PageOf,
  type Tables,
  type Work,
} from '../../platform/database/index.ts'

/** `spoken`: how it is said, in lower case; the name itself is always among them. */
export type SystemHeading = Pick<Selectable<Tables['systemHeadings']>, 'name' | 'spoken'>

export const listSystemHeadings = (work: Pick<Work, 'db'>): Promise<SystemHeading[]> =>
  work.db.selectFrom('systemHeadings').select(['name', 'spoken']).orderBy('position').execute()

/** Brings the product's table of system headings to the checked-in one. */
export async function replaceSystemHeadings(work: Work, headings: readonly SystemHeading[]) {
  const names = headings.map(({ name }) => name)
  await work.db.deleteFrom('systemHeadings').where('name', 'not in', names).execute()
  for (const [position, { name, spoken }] of headings.entries())
    await work.db
      .insertInto('systemHeadings')
      .values({ name, position, spoken })
      .onConflict((known) => known.column('name').doUpdateSet({ position, spoken }))
      .execute()
}

export type TemplateChoice = { type: 'mine' | 'active' | 'author'; search: string; page: number; size: number }

/** Templates that the person may see: their own collection, the active ones they may dictate on, or other authors' global ones. */
export const listTemplates = (work: ClinicWork, choice: TemplateChoice): Promise<PageOf<SectionTemplate>> =>
  page(work, choice, {
    from: work.db
      .selectFrom('sectionTemplates as t')
      .where('t.clinicId', '=', work.clinicId)
      .where(({ and, eb, or }) => {
        if (choice.type === 'mine') return and({ 't.authorId': work.actor.userId, 't.active': false })
        if (choice.type === 'author')
          return and([eb('t.global', '=', true), eb('t.authorId', 'is distinct from', work.actor.userId)])
        return and([
          eb('t.active', '=', true),
          or([eb('t.authorId', '=', work.actor.userId), eb('t.authorId', 'is', null)]),
        ])
      }),
    columns: (templates) =>
      templates
        .leftJoin('users as a', (join) => join.onRef('a.clinicId', '=', 't.clinicId').onRef('a.id', '=', 't.authorId'))
        .select(['t.id', 't.name as templateName', 't.description as templateDescription'])
        .select(['t.global', 't.active', 't.keytophraseEnabled'])
        .select(sql<boolean>`t.author_id is not distinct from ${work.actor.userId}::uuid`.as('editable'))
        .select(({ eb, ref, selectFrom }) => [
          eb
            .case()
            .when('a.id', 'is not', null)
            .then(jsonBuildObject({ doctorName: ref('a.fullName').$notNull() }))
            .end()
            .as('author'),
          jsonArrayOf(
            selectFrom('templateHeadings as h')
              .select((h) =>
                jsonBuildObject({
                  id: h.ref('h.id'),
                  customUIHeading: h.ref('h.customHeading'),
                  systemHeading: h.ref('h.systemHeading'),
                  description: h.ref('h.description'),
                  defaultValue: h.ref('h.defaultValue'),
                  required: h.ref('h.required'),
                  appendToDefault: h.ref('h.appendToDefault'),
                }).as('one'),
              )
              .whereRef('h.clinicId', '=', 't.clinicId')
              .whereRef('h.templateId', '=', 't.id')
              .orderBy('h.position'),
          ).as('sectionHeadings'),
        ]),
    search: ['t.name'],
    sort: { name: sql`lower(t.name)` },
    tie: 't.id',
  })

/** The headings of a template, in order; empty for none. */
export async function listTemplateHeadings(work: Work, templateId: string | null) {
  if (!templateId) return []
  const headings = await work.db
    .selectFrom('templateHeadings')
    .select(['customHeading', 'systemHeading'])
    .where(({ and }) => and({ clinicId: work.clinicId, templateId }))
    .orderBy('position')
    .execute()
  return headings.map(({ customHeading, systemHeading }) => ({ customUIHeading: customHeading, systemHeading }))
}

/** True when the author may dictate on the template. */
export async function mayUseTemplate(work: Work, authorId: string, templateId: string): Promise<boolean> {
  const template = await work.db
    .selectFrom('sectionTemplates')
    .select('authorId')
    .where(({ and }) => and({ clinicId: work.clinicId, id: templateId, active: true }))
    .executeTakeFirst()
  return template !== undefined && (template.authorId === null || template.authorId === authorId)
}
