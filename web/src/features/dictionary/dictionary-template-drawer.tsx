import { call } from '@dictara/browser/call'
import { dictionaryCalls, type DictionaryTemplate } from '@dictara/contract/dictionary'
import { templateRefusals } from '@dictara/contract/templates'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import {
  DirectionalFlow,
  draftsOf,
  forgetErrors,
  HeadingsItem,
  sentHeadings,
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
  /** Absent: a new one. */
  template: DictionaryTemplate | undefined
  onSaved: (id: string) => void
  onClose: () => void
}

/** Adds or edits a template of the dictionary. */
export function DictionaryTemplateDrawer({ template, onSaved, onClose }: DictionaryTemplateDrawerProps) {
  const headings = useHeadings()
  const systemHeadings = useDictionaryHeadings()
  async function send({ sectionHeadings, ...words }: TemplateWords) {
    const kept = { required: template?.required ?? false, defaultValue: template?.defaultValue ?? '' }
    const body = { ...words, ...kept, sectionHeadings: sentHeadings(sectionHeadings) }
    const answer = template
      ? await call(dictionaryCalls.updateDictionaryTemplate, {
          body: { id: template.id, version: template.version, clinicId: null, ...body },
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
