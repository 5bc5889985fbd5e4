import type { QueryKey } from '@tanstack/react-query'
import type { ReactNode } from 'react'

/** What every kept thing has, whatever is in it. */
export interface CollectionItem {
  id: string
  active: boolean
  editable: boolean
  author: { doctorName: string } | null
  /** Of what can be imported: the person has one of that name already. */
  conflict: boolean
}

/** One that was just made, or moved to this list: it is scrolled to and stands out. Each time another object. */
export type Marked = Pick<CollectionItem, 'id' | 'active'>

/** Kept aside, in use, or offered by others. */
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

/** A kind of things that people keep in My Collection or in use: how they are fetched and moved, and how one reads on a card. */
export interface Collection<Item extends CollectionItem> {
  /** Under which everything that was fetched of it is kept. */
  key: QueryKey
  /** Label of every search box. */
  search: string
  /** Heading of the column of what is in use. */
  activeTitle: string
  importTitle: string
  /** One of them, as a sentence about it begins, e.g. `Phrase`. */
  one: string
  /** Asked before something in use is put aside. */
  putAsideQuestion: string
  nameOf: (item: Item) => string
  /** The most characters of the name and of the text on a card: in a column, and in the import. */
  nameMost: { card: number; import: number }
  /** What a card shows below the name. */
  textOf: (item: Item, where: 'card' | 'import') => ReactNode
  list: (page: CollectionPage, signal: AbortSignal) => Promise<readonly Item[]>
  activate: (ids: readonly string[]) => Promise<Answer>
  putAside: (ids: readonly string[]) => Promise<Answer>
  /** `keepalive`: the page goes meanwhile. */
  remove: (ids: readonly string[], keepalive?: boolean) => Promise<Answer>
  copy: (ids: readonly string[], choices: ImportChoices) => Promise<Answer>
}

/** The most characters of a name within a sentence. */
export const nameMost = 40
export const columnPageSize = 50
export const importPageSize = 20
export const itemSearchMs = 1000
