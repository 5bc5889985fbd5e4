import type { Evidence } from '../items.ts'

/** The facts about the patient in the chart. */
export interface Chart {
  allergies: readonly { allergen: string; type?: string | undefined }[]
  sex?: 'male' | 'female' | undefined
  /** YYYY-MM-DD. */
  birthDate?: string | undefined
  /** The day of the note, YYYY-MM-DD. */
  on: string
}

/** A contradiction in a note to the chart or to the note itself, as a question to the typist. */
export interface ChartQuestion extends Evidence {
  kind: 'allergy' | 'sex' | 'age' | 'side' | 'dose'
  /** One plain sentence: "The chart lists an allergy to penicillin; the note has amoxicillin." */
  words: string
  /** Identifies the question when its answer is stored: the kind and the subject, without positions. */
  key: string
}
