import { call } from '@dictara/browser/call'
import { dictionaryCalls, type DictionaryTemplate } from '@dictara/contract/dictionary'
import { templateRefusals } from '@dictara/contract/templates'
import { useSeen } from '../../ui/changed-meanwhile.tsx'
import { cut } from '../../ui/cut.tsx'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { nameMost } from '../collections/index.ts'
import {
  DirectionalFlow,
  draftsOf,
  forgetErrors,
  HeadingsItem,
  sentHeadings,
  templateFieldNames,
  TemplateWordFields,
  type TemplateWords,
  useHeadings,
} from '../templates/index.ts'
import { dictionaryKey, useDictionaryHeadings } from './dictionary-queries.ts'

const valuesOf = (of?: DictionaryTemplate): TemplateWords => ({
  templateName: of?.templateName ?? '',
  templateDescription: of?.templateDescription ?? '',
  templateDrivenFlowEnabled: of?.templateDrivenFlowEnabled ?? false,
  sectionHeadings: draftsOf(of?.sectionHeadings ?? []),
})

interface DictionaryTemplateDrawerProps {
  /** Absent: a new template. */
  template: DictionaryTemplate | undefined
  onSaved: (id: string) => void
  onClose: () => void
}

/** Adds or edits a template of the dictionary. */
export function DictionaryTemplateDrawer({ template, onSaved, onClose }: DictionaryTemplateDrawerProps) {
  const { seen, present } = useSeen(template, valuesOf)
  const headings = useHeadings()
  const systemHeadings = useDictionaryHeadings()
  async function send({ sectionHeadings, ...words }: TemplateWords) {
    const kept = { required: seen?.required ?? false, defaultValue: seen?.defaultValue ?? '' }
    const body = { ...words, ...kept, sectionHeadings: sentHeadings(sectionHeadings) }
    const answer = seen
      ? await call(dictionaryCalls.updateDictionaryTemplate, {
          body: { id: seen.id, version: seen.version, clinicId: null, ...body },
        })
      : await call(dictionaryCalls.createDictionaryTemplate, { body })
    if (answer.result[0]) onSaved(answer.result[0].id)
    return answer
  }
  return (
    <FormDrawer<TemplateWords>
      title={template ? 'Edit Template' : 'New Template'}
      name="dictionary-template"
      size={720}
      initial={valuesOf(template)}
      isNew={!template}
      submit="Save"
      firstField="templateName"
      send={send}
      isBegun={() => headings.pending !== null}
      present={present}
      fields={templateFieldNames}
      done={({ templateName }) => `Template “${cut(templateName, nameMost)}” saved`}
      refreshes={dictionaryKey}
      refusals={templateRefusals}
      onChange={(changed, form) => forgetErrors(form, changed)}
      onClose={onClose}
    >
      <TemplateWordFields isFixed={false} />
      <DirectionalFlow isFixed={false} />
      <HeadingsItem state={headings} systemHeadings={systemHeadings} isFixed={false} />
    </FormDrawer>
  )
}
