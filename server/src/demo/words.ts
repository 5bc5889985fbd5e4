import cardiology from './words/cardiology.json' with { type: 'json' }
import clinic from './words/clinic.json' with { type: 'json' }
import dictionary from './words/dictionary.json' with { type: 'json' }
import familyMedicine from './words/family-medicine.json' with { type: 'json' }
import orthopaedics from './words/orthopaedics.json' with { type: 'json' }
import radiology from './words/radiology.json' with { type: 'json' }

export interface DemoPhrase {
  key: string
  /** Its lines, in text of a note. */
  phrase: readonly string[]
  /** Of a dynamic one: where its fields come from. */
  category?: string | undefined
  /** Templates of the same author, and headings of them; all of them where none is named. */
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
  /** What is told while somebody dictates. */
  help: string
  required?: boolean | undefined
  /** Lines that stand there by default, and keys whose phrases follow them. */
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

/** What four specialties dictate. Written for Dictara, as examples: no patient is in them, and no clinician has approved them. */
export const specialties: Readonly<Record<string, DemoWords>> = { familyMedicine, orthopaedics, cardiology, radiology }

/** Whose words they are, by account: all four specialties in the first clinic, whose admin reads its images. */
export const wordsOfAccounts: Readonly<Record<string, readonly DemoWords[]>> = {
  doctor: [familyMedicine, cardiology],
  poolDoctor: [orthopaedics],
  admin: [radiology],
  clinicAdmin: [clinic],
}

/** What dictaraGod keeps for every clinic. Some keys are those of the specialties, as they would be. */
export const dictionaryWords: DemoWords = dictionary

/** The default text of a heading. */
export const defaultOf = ({ text = [], phrases = [] }: DemoHeading, known: readonly DemoPhrase[]): string =>
  [...text, ...phrases.flatMap((key) => known.find((one) => one.key === key)!.phrase)].join('\n')
