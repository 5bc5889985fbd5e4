import * as z from 'zod/mini'
import { defineCalls, defineRefusals } from '../call.ts'
import { everyone, workers } from '../roles.ts'
import { flag, idOf, nothing, ofPatient, sessionId, text, time } from '../shapes.ts'
import { sectionId } from './note.ts'

/** The kinds of fields of the inference panel (INFR-02 to INFR-09). */
export const inferenceTypes = [
  'Text Box',
  'Dropdown',
  'Checkbox',
  'Toggle',
  'Radio Button',
  'List',
  'Date/Time',
  'Dynamic Table',
] as const
export type InferenceType = (typeof inferenceTypes)[number]

const valueMost = 2000
/** The most values of a field. */
const valuesMost = 5000
const cell = ofPatient(text(valueMost))
/** A row of a Dynamic Table: the value of each column, by `fieldUIName`. */
export const InferenceRow = ofPatient(z.record(text(200, 1), cell))
export type InferenceRow = z.output<typeof InferenceRow>

/** Texts, or the rows of a Dynamic Table. Checkbox and Toggle hold `Yes` or `No`; a date is MM/DD/YY (INFR-15). */
export const InferenceValue = ofPatient(z.array(z.union([cell, InferenceRow])).check(z.maxLength(valuesMost)))
export type InferenceValue = z.output<typeof InferenceValue>

/** A column of a Dynamic Table (INFR-10). */
export const InferenceColumn = z.object({
  fieldUIName: z.string(),
  fieldUIElement: z.enum(inferenceTypes),
  mandatory: z.boolean(),
  possibleValues: z.array(z.string()),
  /** The values are shown as a list to choose from. */
  fieldUIShowList: z.boolean(),
  /** It holds codes of this kind, which are offered while somebody types (icd10.ts). */
  codes: z.optional(z.literal('ICD-10-CM')),
})
export type InferenceColumn = z.output<typeof InferenceColumn>

/**
 * What the newer panel says of a value: `WORDS_GONE`: the words that it stands on are not in the section any more; `UNCERTAIN`: the note
 * says possible or probable.
 */
export const inferenceFlags = ['WORDS_GONE', 'UNCERTAIN'] as const

/** The words of a section that a value stands on: characters of its plain text, the end exclusive. */
export const Annotation = z.object({ startIndex: z.number(), endIndex: z.number() })
export type Annotation = z.output<typeof Annotation>

/** A field of a section, with what was read for it out of the text (INFR-01). */
export const InferenceItem = z.object({
  key: z.string(),
  value: InferenceValue,
  type: z.enum(inferenceTypes),
  mandatory: z.boolean(),
  /** A person set the value: no recompute changes it (Q129). */
  edited: z.boolean(),
  possibleValues: z.array(z.string()),
  /** For each element of `value` the words that it stands on; null where a person entered it or the words are gone. */
  annotations: z.array(z.nullable(Annotation)),
  columns: z.array(InferenceColumn),
  /** Only for the newer panel (Q128): for each element of `value`. */
  flag: z.optional(z.array(z.nullable(z.enum(inferenceFlags)))),
  /** Only for the newer panel: for each element of `value` the words themselves. */
  annotation: z.optional(ofPatient(z.array(z.nullable(z.string())))),
})
export type InferenceItem = z.output<typeof InferenceItem>

export const questionKinds = ['allergy', 'sex', 'age', 'side', 'dose'] as const

/** What contradicts the chart or the note itself. */
export const ChartQuestion = z.object({
  /** Stays the same while the question does. */
  key: z.string(),
  kind: z.enum(questionKinds),
  sectionId,
  ...Annotation.shape,
  words: ofPatient(z.string()),
})
export type ChartQuestion = z.output<typeof ChartQuestion>

/** The fields of one section. */
export const SectionInference = z.object({ sectionId, heading: z.string(), items: z.array(InferenceItem) })
export type SectionInference = z.output<typeof SectionInference>

/** Everything that was read out of a note. */
export const NoteInference = z.object({
  sections: z.array(SectionInference),
  /** Those that nobody has answered. */
  questions: z.array(ChartQuestion),
  /** False while the present text is still being read. */
  isCurrent: z.boolean(),
  inferredAt: z.nullable(time),
  /** What read it, for people: `Rules`, or the name of the model. */
  engine: z.nullable(z.string()),
  /** How many items were left out because their words are not in the note. */
  dropped: z.number(),
})
export type NoteInference = z.output<typeof NoteInference>

/** The refusals of a facility whose plan has no inference (now): the panel gives way to a note (Q130, Q153). */
export const noInferenceCodes: readonly string[] = ['inference-not-in-plan', 'inference-plan-expired']

export const inferenceRefusals = defineRefusals({
  notInPlan: {
    status: 422,
    code: 'inference-not-in-plan',
    message:
      'This facility’s plan doesn’t include AI inferencing. The note stays readable and can be changed as before.',
  },
  planExpired: {
    status: 422,
    code: 'inference-plan-expired',
    message:
      'This facility’s plan has expired, so nothing new is read out of its notes. The note stays readable and can be changed as before.',
  },
  unknownField: {
    status: 422,
    code: 'inference-field-unknown',
    message: 'This note has no field “{key}”. Reload the page.',
  },
  mandatory: { status: 422, code: 'inference-mandatory', message: 'Enter a value for “{key}”.' },
  required: {
    status: 422,
    code: 'inference-required',
    message: 'Enter a value for “{column}” in each row of “{key}”.',
  },
  notPossible: {
    status: 422,
    code: 'inference-not-possible',
    message: '“{value}” isn’t one of the values of “{key}”.',
  },
  notADate: { status: 422, code: 'inference-date', message: 'Enter the date of “{key}” as MM/DD/YY.' },
  otherForm: {
    status: 422,
    code: 'inference-form',
    message: '“{key}” can’t hold this value. Reload the page.',
  },
  notAsked: {
    status: 422,
    code: 'inference-question-unknown',
    message: 'This question isn’t asked any more. Reload the page.',
  },
  endBeforeStart: { status: 422, code: 'inference-dates', message: 'The start date can’t be after the end date.' },
})

const params = z.object({ id: idOf('job'), sectionId })
const example = { params: { id: '$job', sectionId: '$section' } } as const
const query = z.object({ sessionId })
const key = text(200, 1)

const change = <
  const S extends { path: string; summary: string; body: z.ZodMiniType<unknown, unknown>; example: object },
>(
  spec: S,
) => ({ ...spec, method: 'PUT', callers: workers, params, query, result: InferenceItem }) as const

export const inferenceCalls = defineCalls({
  getNoteInference: {
    method: 'GET',
    path: '/clinic/job/{id}/inference',
    summary:
      'What was read out of a whole note, by section, and what contradicts the chart. Reads a changed note anew in the background.',
    callers: everyone,
    params: z.object({ id: idOf('job') }),
    result: NoteInference,
    audit: 'inference.viewed',
    example: { params: { id: '$job' } },
  },
  getInference: {
    method: 'GET',
    path: '/clinic/job/{id}/inference/{sectionId}',
    summary:
      'What was read out of a section; for the newer panel also flags and the words that values stand on (Q127, Q128).',
    callers: everyone,
    params,
    query: z.object({ enableNewInference: z.prefault(flag, 'false') }),
    result: InferenceItem,
    audit: 'inference.viewed',
    example,
  },
  saveInference: change({
    path: '/clinic/job/{id}/inference/{sectionId}',
    summary: 'Sets the values of fields of a section. They count as edited.',
    body: z.array(z.object({ key, value: InferenceValue })).check(z.maxLength(200)),
    example: { ...example, body: [] },
  }),
  allowOverwrite: change({
    path: '/clinic/job/{id}/inference/{sectionId}/allow-overwrite',
    summary: 'Gives a field back to inference: its value is again what is read out of the text (Q129).',
    body: z.strictObject({ key }),
    example: { ...example, body: { key: 'Medications' } },
  }),
  editInference: change({
    path: '/clinic/job/{id}/inference/{sectionId}/edit',
    summary: 'Sets the value of a field and whether it counts as edited.',
    body: z.strictObject({ key, value: InferenceValue, edited: z.boolean() }),
    example: { ...example, body: { key: 'Medications', value: [], edited: true } },
  }),
  flagInference: change({
    path: '/clinic/job/{id}/inference/{sectionId}/flag',
    summary: 'Says whether the value of a field counts as edited; edited keeps the value that it has.',
    body: z.strictObject({ key, edited: z.boolean() }),
    example: { ...example, body: { key: 'Medications', edited: true } },
  }),
  answerQuestion: {
    method: 'PUT',
    path: '/clinic/job/{id}/inference-question',
    summary: 'Answers a question about a contradiction once; it is not asked again for this job.',
    callers: workers,
    params: z.object({ id: idOf('job') }),
    query,
    body: z.strictObject({ key: text(500, 1), answer: z.enum(['NOTE_IS_RIGHT', 'CORRECTED']) }),
    result: nothing,
    example: { params: { id: '$job' }, body: { key: 'allergy', answer: 'NOTE_IS_RIGHT' } },
  },
})
