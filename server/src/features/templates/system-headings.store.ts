import type { RowOf, Work } from '../../platform/database/index.ts'

/** `spoken`: how it is said, in lower case; the name itself is always among them. */
export type SystemHeading = RowOf<'systemHeadings', 'name' | 'spoken'>

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
