import { type FieldValues, notePhraseCalls, notePhraseRefusals } from '@dictara/contract/note-phrases'
import type { ClinicWork } from '../../platform/database/index.ts'
import type { Feature } from '../../platform/feature.ts'
import { serve } from '../../platform/http/serve.ts'
import { refuseUnless } from '../../platform/refusal.ts'
import { getJobFor, getWorkableJob, setTemplate } from '../jobs/index.ts'
import { fieldValuesOf } from '../patients/index.ts'
import { dynamicCategories, listActivePhrases } from '../phrases/index.ts'
import { getTemplate, listActiveTemplates } from '../templates/index.ts'

/** The id of the template that a note follows. */
const templateOf = ({ templates }: { templates: readonly { id: string }[] }) => templates[0]?.id ?? null

/** Only the patient's name is shown to people who neither have nor had the job, as in its row (EDIT-34). */
const names = ['Patient Name', 'First Name', 'Last Name']
const ofPatient = dynamicCategories.find(({ fieldUiValue }) => fieldUiValue === 'PATIENT')!.avilableFields
const keptBack = ofPatient.filter((field) => !names.includes(field))
const onlyNamed = (fields: FieldValues): FieldValues => ({
  ...fields,
  ...Object.fromEntries(keptBack.map((name) => [name, null])),
})

async function readPhrases(work: ClinicWork, jobId: string) {
  const job = await getJobFor(work, jobId)
  const [phrases, fields] = [
    await listActivePhrases(work, job.authorId, templateOf(job)),
    await fieldValuesOf(work, jobId),
  ]
  return { result: phrases, extra: { fields: job.medicalRecordNumber === null ? onlyNamed(fields) : fields } }
}

async function readTemplate(work: ClinicWork, jobId: string) {
  const templateId = templateOf(await getJobFor(work, jobId))
  const template = templateId === null ? undefined : await getTemplate(work, templateId)
  return { result: template ? [template] : [] }
}

/** Sets another template of the author, or none; only for the job's holder. The editor arranges the text itself. */
async function changeTemplate(work: ClinicWork, jobId: string, templateId: string | null) {
  const job = await getWorkableJob(work, jobId)
  if (templateId === null) {
    await setTemplate(work, job, null)
    return { result: [], message: 'The note no longer follows a template.' }
  }
  const template = (await listActiveTemplates(work, job.authorId)).find(({ id }) => id === templateId)
  refuseUnless(template, notePhraseRefusals.templateNotInUse)
  await setTemplate(work, job, templateId)
  return { result: [template], message: `The note now follows ${template.templateName}.` }
}

/** The phrases and templates of a note's author, for everybody who works on the note. */
export const notePhrasesFeature = (): Feature => ({
  name: 'note-phrases',
  calls: serve(notePhraseCalls, {
    listWorkPhrases: ({ work, params }) => readPhrases(work, params.id),
    getNoteTemplate: ({ work, params }) => readTemplate(work, params.id),
    listNoteTemplates: async ({ work, params }) => ({
      result: await listActiveTemplates(work, (await getJobFor(work, params.id)).authorId),
    }),
    changeNoteTemplate: ({ work, params, body }) => changeTemplate(work, params.id, body.templateId),
  }),
})
