import type { Evidence } from '../items.ts'

/** What the chart tells of the patient. */
export interface Chart {
  allergies: readonly { allergen: string; type?: string | undefined }[]
  sex?: 'male' | 'female' | undefined
  /** YYYY-MM-DD. */
  birthDate?: string | undefined
  /** The day of the note, YYYY-MM-DD. */
  on: string
}

/** Words of a note that contradict the chart, or the note itself, as a question to the typist. */
export interface ChartQuestion extends Evidence {
  kind: 'allergy' | 'sex' | 'age' | 'side' | 'dose'
  /** One plain sentence: "The chart lists an allergy to penicillin; the note has amoxicillin." */
  words: string
  /** By this an answer is remembered: the kind and what is asked about, without places. */
  key: string
}
