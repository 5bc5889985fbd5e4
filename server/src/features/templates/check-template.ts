import { nameOfItem } from '@dictara/contract/collection'
import { type SentHeading, templateRefusals } from '@dictara/contract/templates'
import { headingText } from '@dictara/dictation/note-text'
import { cleanPhrase } from '@dictara/dictation/phrase-text'
import type { RowOf } from '../../platform/database/index.ts'
import { newId } from '../../platform/ids.ts'
import { refuseUnless } from '../../platform/refusal.ts'
import systemHeadings from './system-headings.json' with { type: 'json' }

/** A heading as it is stored: as its person wrote it; a note has it in upper case. */
export type Heading = RowOf<'templateHeadings', 'id' | 'customHeading' | 'systemHeading' | 'description'> &
  RowOf<'templateHeadings', 'defaultValue' | 'required' | 'appendToDefault'>

/** What its own row keeps of a template. */
export type TemplateRow = RowOf<'sectionTemplates', 'name' | 'keyName' | 'description' | 'global' | 'required'> &
  RowOf<'sectionTemplates', 'keytophraseEnabled' | 'templateDrivenFlowEnabled' | 'defaultValue'>

export interface TemplateContent {
  row: TemplateRow
  headings: Heading[]
  /** Which phrases were put into it, and under which of its headings (TMPL-26). */
  links: RowOf<'templatePhrases', 'phraseId' | 'headings'>[]
}

const systemNames = new Map(systemHeadings.map(({ name }) => [headingText(name), name]))

/** Two headings that a note could not tell apart are the same. */
const nameOfHeading = (heading: string) => nameOfItem(headingText(heading))

/**
 * Headings as they are stored. One that stands already keeps its id.
 * @throws Refusal 422 for the same heading twice in any case, and for one mapped to no system section
 */
export function checkHeadings(sent: readonly SentHeading[], known: ReadonlySet<string> = new Set()): Heading[] {
  const names = new Set(sent.map(({ customUIHeading }) => nameOfHeading(customUIHeading)))
  refuseUnless(names.size === sent.length, templateRefusals.headingTwice)
  const taken = new Set<string>()
  return sent.map(({ id, customUIHeading, systemHeading, ...heading }) => {
    const mapped = systemNames.get(headingText(systemHeading))
    refuseUnless(mapped, templateRefusals.mappingUnknown)
    const kept = id && known.has(id) && !taken.has(id) ? id : newId()
    taken.add(kept)
    return {
      id: kept,
      customHeading: customUIHeading,
      systemHeading: mapped,
      description: heading.description ?? '',
      defaultValue: cleanPhrase(heading.defaultValue ?? ''),
      required: heading.required ?? false,
      appendToDefault: heading.appendToDefault ?? false,
    }
  })
}
