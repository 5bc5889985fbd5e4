import type { Section } from '@dictara/contract/notes'
import type { Insertion } from '../phrases/insertions.ts'

/** The content of one save: changed sections with the server's ids and the versions they started from. */
export interface SaveRequest {
  readonly sections: readonly Section[]
  /** The order after this save of all sections that the server knows. */
  readonly sectionIds: readonly string[]
  /** Sections to delete after the others are stored. */
  readonly removedIds: readonly string[]
}

export interface SavedAnswer {
  readonly kind: 'saved'
  readonly sections: readonly Section[]
  readonly newSectionsId: readonly { temporaryId: string; id: string }[]
}

/** A stale version: nothing of the request was stored; `theirs` is null if the section is gone (Q118, Q180). */
export interface ConflictAnswer {
  readonly kind: 'conflict'
  readonly conflicts: readonly { theirs: Section | null; mine: Section }[]
}

/**
 * `offline`: unknown whether the save arrived. `busy`: the server cannot save now (too many saves, no space, a fault, a
 * disabled facility). `signed-out`: the session is over. All three are repeated. `refused`: the server rejected the
 * save (lost assignment, too long, …).
 */
export type SaveAnswer =
  | SavedAnswer
  | ConflictAnswer
  | { readonly kind: 'offline' | 'signed-out' }
  | { readonly kind: 'busy'; readonly message: string }
  | { readonly kind: 'refused'; readonly message: string }

/** Everything unacknowledged, as kept in the browser; `version` of a section is the one it started from. */
export interface NoteDraft {
  readonly sections: readonly Section[]
  readonly order: readonly string[]
  readonly removed: readonly string[]
  /** Texts that were sent without an answer: the server may hold any of them. */
  readonly sent: readonly Section[]
  /** Sections that the server deleted, or may have deleted, at our request: if restored, they need a new id. */
  readonly deleted: readonly string[]
  /** Inserted text that no save has reported yet. */
  readonly insertions?: readonly Insertion[]
}

/** A section that both sides changed, with the editor's id. */
export interface SectionConflict {
  readonly id: string
  readonly mine: Section
  readonly theirs: Section | null
}

export type Keep = 'mine' | 'theirs' | 'both'

export type AutosaveStatus =
  | { readonly kind: 'idle' | 'dirty' | 'saving' | 'saved' | 'offline' | 'signed-out' }
  | { readonly kind: 'refused' | 'busy'; readonly message: string }
  | { readonly kind: 'conflict'; readonly conflicts: readonly SectionConflict[] }
