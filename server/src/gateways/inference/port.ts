import type { InferredItem, NoteSection } from '@dictara/dictation/inference'

export interface Inferred {
  items: InferredItem[]
  /** How many more the engine named whose words are not in the note. */
  dropped: number
  /** What read the note, for people: `Rules`, or the name of the model. */
  engine: string
}

/** Reads facts out of a note. Every item stands on words of its section. Aborting rejects. */
export interface InferenceEngine {
  infer(sections: readonly NoteSection[], signal: AbortSignal): Promise<Inferred>
}
