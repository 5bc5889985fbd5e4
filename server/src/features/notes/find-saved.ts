import type { Section } from '@dictara/contract/notes'
import type { Work } from '../../platform/database/index.ts'
import { isSavedText } from './notes.store.ts'
import { cleanSection } from './section-text.ts'

/** The ids of those sections whose exact text is in a saved version of the note, present or older. */
export async function findSavedSections(work: Work, jobId: string, sections: readonly Section[]) {
  const ids: string[] = []
  for (const section of sections) if (await isSavedText(work, jobId, cleanSection(section, []))) ids.push(section.id)
  return { ids }
}
