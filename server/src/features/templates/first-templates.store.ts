import { nameOfItem } from '@dictara/contract/collection'
import type { Work } from '../../platform/database/index.ts'
import { newId } from '../../platform/ids.ts'

/** A dictation template for everybody of a clinic. */
export async function insertTemplate(
  work: Work,
  clinicId: string,
  { name, description, headings }: { name: string; description: string; headings: readonly string[] },
) {
  const templateId = newId()
  await work.db
    .insertInto('sectionTemplates')
    .values({
      clinicId,
      id: templateId,
      name,
      keyName: nameOfItem(name),
      description,
      global: true,
      exportToOtherAuthors: true,
    })
    .execute()
  await work.db
    .insertInto('templateHeadings')
    .values(
      headings.map((heading, position) => ({
        clinicId,
        templateId,
        id: newId(),
        position,
        customHeading: heading,
        systemHeading: heading,
      })),
    )
    .execute()
}
