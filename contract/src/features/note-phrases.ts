import * as z from 'zod/mini'
import { defineCalls, defineRefusals } from '../call.ts'
import { workers } from '../roles.ts'
import { id, idOf, ofPatient } from '../shapes.ts'
import { TemplateHeading } from './templates.ts'

/** A phrase for a note: one that its author has in use, whoever works on the note. */
export const WorkPhrase = z.object({
  id,
  key: z.string(),
  /** As in `CannedText`, with its fields not filled in. */
  phrase: z.string(),
  /** Its `{{names}}` are fields; in other phrases they are plain text. */
  dynamic: z.boolean(),
  /** The headings under which it may stand, as stored in a note; null: anywhere. */
  headings: z.nullable(z.array(z.string())),
})
export type WorkPhrase = z.output<typeof WorkPhrase>

/** The values of dynamic phrases' fields in one note; null: unknown, which gives a blank (Q075). */
export const FieldValues = z.record(z.string(), z.nullable(ofPatient(z.string())))
export type FieldValues = z.output<typeof FieldValues>

/** The template that a note follows. */
export const NoteTemplate = z.object({
  id,
  templateName: z.string(),
  templateDrivenFlowEnabled: z.boolean(),
  sectionHeadings: z.array(TemplateHeading),
})
export type NoteTemplate = z.output<typeof NoteTemplate>

export const notePhraseRefusals = defineRefusals({
  templateNotInUse: {
    status: 422,
    code: 'template-not-in-use',
    message: 'The author of this note does not use this template any more. Please choose another one.',
  },
})

const jobParams = z.object({ id: idOf('job') })
const example = { params: { id: '$job' } }

/** The phrases and templates of a note's author, for use in the note. */
export const notePhraseCalls = defineCalls({
  listWorkPhrases: {
    method: 'GET',
    path: '/clinic/job/{id}/phrases',
    summary: 'The phrases of a job’s author that can be inserted into its note, and the values of their fields.',
    callers: workers,
    params: jobParams,
    result: WorkPhrase,
    extra: z.object({ fields: FieldValues }),
    audit: 'note.phrases-read',
    example,
  },
  getNoteTemplate: {
    method: 'GET',
    path: '/clinic/job/{id}/template',
    summary: 'The template of a job’s note, or an empty list if it has none.',
    callers: workers,
    params: jobParams,
    result: NoteTemplate,
    example,
  },
  listNoteTemplates: {
    method: 'GET',
    path: '/clinic/job/{id}/templates',
    summary: 'The active templates of a job’s author, which its note can use instead.',
    callers: workers,
    params: jobParams,
    result: NoteTemplate,
    example,
  },
  changeNoteTemplate: {
    method: 'PUT',
    path: '/clinic/job/{id}/template',
    summary: 'Gives a note another template, or none. Its text doesn’t change.',
    callers: workers,
    params: jobParams,
    body: z.strictObject({ templateId: z.nullable(idOf('none')) }),
    result: NoteTemplate,
    example: { ...example, body: { templateId: '$template' } },
  },
})
