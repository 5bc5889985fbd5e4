import type { RefusalSpec } from '@dictara/contract'
import type { ClinicWork } from '../../platform/database/index.ts'

declare module '../../platform/database/work.ts' {
  interface AuditEvents {
    'phrase.added': { itemIds: string[] }
    'phrase.edited': { itemIds: string[] }
    'phrase.deleted': { itemIds: string[] }
    'phrase.hidden': { itemIds: string[] }
    'phrase.imported': { itemIds: string[]; replaced: string[] }
    'phrase.activated': { itemIds: string[] }
    'phrase.put-aside': { itemIds: string[] }
    'template.added': { itemIds: string[] }
    'template.edited': { itemIds: string[] }
    'template.deleted': { itemIds: string[] }
    'template.hidden': { itemIds: string[] }
    'template.imported': { itemIds: string[]; replaced: string[] }
    'template.activated': { itemIds: string[] }
    'template.put-aside': { itemIds: string[] }
  }
}

/** An item of the dictionary or of somebody, that is to be copied as `id`. */
export interface Copy {
  id: string
  originId: string
}

export interface CopyChoices {
  active: boolean
  exportToOtherAuthors: boolean
}

/** What differs between the two kinds of items of a collection; the rules are the same. */
export interface CollectionKind {
  name: 'phrase' | 'template'
  /** Its tables, as the database spells them. */
  table: 'phrases' | 'section_templates'
  dictionary: 'dictionary_phrases' | 'dictionary_templates'
  limit: 'phrases' | 'templates'
  limitReached: RefusalSpec
  taken: RefusalSpec
  /** Deletes these for good; what received them knows of them no more. */
  remove(work: ClinicWork, ids: readonly string[]): Promise<void>
  /** Copies these for the actor. @returns how many of them were still there */
  copy(work: ClinicWork, copies: readonly Copy[], choices: CopyChoices): Promise<number>
}
