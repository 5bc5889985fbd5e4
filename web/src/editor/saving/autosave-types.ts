import type { Section } from '@dictara/contract/notes'
import type { Insertion } from '../phrases/insertions.ts'

/** What one save carries: changed sections under the server's ids with the versions they started from. */
export interface SaveRequest {
  readonly sections: readonly Section[]
  /** The order of all sections the server knows after this save. */
  readonly sectionIds: readonly string[]
  /** Sections to delete after the others are stored. */
  readonly removedIds: readonly string[]
}

export interface SavedAnswer {
  readonly kind: 'saved'
  readonly sections: readonly Section[]
  readonly newSectionsId: readonly { temporaryId: string; id: string }[]
}

/** A stale version: nothing of the request was stored; `theirs` is null when the section is gone (Q118, Q180). */
export interface ConflictAnswer {
  readonly kind: 'conflict'
  readonly conflicts: readonly { theirs: Section | null; mine: Section }[]
}

/**
 * `offline`: unknown whether it arrived, `busy`: the server cannot now (too many saves, no room, a fault, a disabled
 * facility), `signed-out`: the session is over: all three are tried again. `refused`: the server said no (lost assignment, too long, …).
 */
export type SaveAnswer =
  | SavedAnswer
  | ConflictAnswer
  | { readonly kind: 'offline' | 'signed-out' }
  | { readonly kind: 'busy'; readonly message: string }
  | { readonly kind: 'refused'; readonly message: string }

/** Everything that is not acknowledged, as the browser keeps it; `version` of a section is the one it started from. */
export interface NoteDraft {
  readonly sections: readonly Section[]
  readonly order: readonly string[]
  readonly removed: readonly string[]
  /** Texts that were sent without an answer: the server may hold any of them. */
  readonly sent: readonly Section[]
  /** Sections the server deleted, or may have, because we asked: back in the note they need a new id. */
  readonly deleted: readonly string[]
  /** What of it was put in instead of typed, and no save has told. */
  readonly insertions?: readonly Insertion[]
}

/** A section that both sides changed, under the editor's id. */
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
