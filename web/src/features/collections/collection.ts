import type { QueryKey } from '@tanstack/react-query'
import type { ReactNode } from 'react'

/** The fields of every kept item, of whatever kind. */
export interface CollectionItem {
  id: string
  active: boolean
  editable: boolean
  author: { doctorName: string } | null
  /** For items to import: the person already has one of that name. */
  conflict: boolean
}

/**
 * An item that was just created, or moved to this list: the list scrolls to it and highlights it. Each marking is a new
 * object.
 */
export type Marked = Pick<CollectionItem, 'id' | 'active'>

/** The lists: My Collection, the Active list, or items offered by others. */
export type Scope = 'mine' | 'active' | 'author'

export interface CollectionPage {
  type: Scope
  page: number
  size: number
  search: string
}

interface Answer {
  message: string
}

/** What an import does besides copying (Q069). */
export interface ImportChoices {
  active: boolean
  overRideExisting: boolean
  exportToOtherAuthors: boolean
}

/**
 * A kind of items that people keep in My Collection or in use: how they are loaded and moved, and how a card shows one.
 */
export interface Collection<Item extends CollectionItem> {
  /** The query key of all its loaded data. */
  key: QueryKey
  /** Label of every search box. */
  search: string
  /** Heading of the column of items in use. */
  activeTitle: string
  importTitle: string
  /** The name of one item at the beginning of a sentence, e.g. `Phrase`. */
  one: string
  /** The question before an item in use is put aside. */
  putAsideQuestion: string
  nameOf: (item: Item) => string
  /** The most characters of the name and of the text on a card: in a column, and in the import. */
  nameMost: { card: number; import: number }
  /** The text of a card below the name. */
  textOf: (item: Item, where: 'card' | 'import') => ReactNode
  list: (page: CollectionPage, signal: AbortSignal) => Promise<readonly Item[]>
  activate: (ids: readonly string[]) => Promise<Answer>
  putAside: (ids: readonly string[]) => Promise<Answer>
  /** `keepalive`: the page is being closed. */
  remove: (ids: readonly string[], keepalive?: boolean) => Promise<Answer>
  copy: (ids: readonly string[], choices: ImportChoices) => Promise<Answer>
}

/** The most characters of a name within a sentence. */
export const nameMost = 40
export const columnPageSize = 50
export const importPageSize = 20
export const itemSearchMs = 1000
