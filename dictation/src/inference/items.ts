/** A section of a note as plain text in written form: numbers in digits, "10 mg", "03/14/2026". */
export interface NoteSection {
  heading: string
  text: string
}

/**
 * The words of a note that an item is based on: `text.slice(start, end)` of the section, in UTF-16 units, `end`
 * exclusive, never empty. Sections are counted from 0.
 */
export interface Evidence {
  section: number
  start: number
  end: number
}

export type Side = 'left' | 'right' | 'both'

/**
 * A drug or a class of drugs that is used as a treatment. Fields hold words of the note and are absent if the note says
 * nothing.
 */
export interface MedicationItem extends Evidence {
  kind: 'medication'
  name: string
  dose?: string
  route?: string
  frequency?: string
  /** The patient does not take it or has stopped it, or it is withheld. */
  negated?: boolean
}

/** A substance that the patient does not tolerate; `none known` if the note says that there is no allergy. */
export interface AllergyItem extends Evidence {
  kind: 'allergy'
  substance: string
  reaction?: string
  negated?: boolean
}
export const noneKnown = 'none known'

/** A diagnosis, symptom, sign or abnormal finding of the patient, without articles, sides and words of negation. */
export interface ProblemItem extends Evidence {
  kind: 'problem'
  name: string
  side?: Side
  negated?: boolean
  /** The note calls it possible, probable or suspected. */
  uncertain?: boolean
  /** A suggested ICD-10-CM code, if exactly one code is right for the name. */
  icd10?: string
}

export const vitalNames = [
  'blood pressure',
  'heart rate',
  'respiratory rate',
  'temperature',
  'oxygen saturation',
  'weight',
  'height',
  'bmi',
  'pain',
] as const
export type VitalName = (typeof vitalNames)[number]

export interface VitalItem extends Evidence {
  kind: 'vital'
  name: VitalName
  value: string
  unit?: string
}

/** A point in time and the event at that time: "surgery", "03/14/2026". */
export interface DateItem extends Evidence {
  kind: 'date'
  what: string
  value: string
}

/** A planned next step and its time: "cardiology", "in 2 weeks". */
export interface FollowUpItem extends Evidence {
  kind: 'followUp'
  what: string
  when?: string
}

/** A side, and the body part or procedure that it belongs to. */
export interface SideItem extends Evidence {
  kind: 'side'
  side: Side
  part: string
}

/** One fact in a section of a note. */
export type InferredItem = MedicationItem | AllergyItem | ProblemItem | VitalItem | DateItem | FollowUpItem | SideItem

export type ItemKind = InferredItem['kind']
