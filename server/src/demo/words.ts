import cardiology from './words/cardiology.json' with { type: 'json' }
import clinic from './words/clinic.json' with { type: 'json' }
import dictionary from './words/dictionary.json' with { type: 'json' }
import familyMedicine from './words/family-medicine.json' with { type: 'json' }
import orthopaedics from './words/orthopaedics.json' with { type: 'json' }
import radiology from './words/radiology.json' with { type: 'json' }

export interface DemoPhrase {
  key: string
  /** Its lines, as text of a note. */
  phrase: readonly string[]
  /** For a dynamic one: the source of its fields. */
  category?: string | undefined
  /** Templates of the same author, with some of their headings; without headings, all of them. */
  keptTo?: readonly { template: string; headings?: readonly string[] | undefined }[] | undefined
  /** Kept in My Collection, not in use. */
  aside?: boolean | undefined
  global?: boolean | undefined
  /** Active for all users. */
  forAll?: boolean | undefined
}

export interface DemoHeading {
  heading: string
  system: string
  /** The hint shown during dictation. */
  help: string
  required?: boolean | undefined
  /** Default lines, and keys whose phrases follow them. */
  text?: readonly string[] | undefined
  phrases?: readonly string[] | undefined
  append?: boolean | undefined
}

export interface DemoTemplate {
  name: string
  description: string
  /** Directional Flow. */
  flow?: boolean | undefined
  aside?: boolean | undefined
  global?: boolean | undefined
  forAll?: boolean | undefined
  headings: readonly DemoHeading[]
}

export interface DemoWords {
  phrases: readonly DemoPhrase[]
  templates: readonly DemoTemplate[]
}

/**
 * Phrases and templates of four specialties. Written for Dictara as examples: they contain no patients, and no
 * clinician has approved them.
 */
export const specialties: Readonly<Record<string, DemoWords>> = { familyMedicine, orthopaedics, cardiology, radiology }

/** The owners of the texts, by account: all four specialties in the first clinic, whose admin reads its images. */
export const wordsOfAccounts: Readonly<Record<string, readonly DemoWords[]>> = {
  doctor: [familyMedicine, cardiology],
  poolDoctor: [orthopaedics],
  admin: [radiology],
  clinicAdmin: [clinic],
}

/** dictaraGod's entries for all clinics. Some keys equal those of the specialties, as in practice. */
export const dictionaryWords: DemoWords = dictionary

/** The default text of a heading. */
export const defaultOf = ({ text = [], phrases = [] }: DemoHeading, known: readonly DemoPhrase[]): string =>
  [...text, ...phrases.flatMap((key) => known.find((one) => one.key === key)!.phrase)].join('\n')
