import { call, type CallFailed } from '@dictara/browser/call'
import { sharedRefusals } from '@dictara/contract'
import { dictionaryCalls, type DictionaryTemplate } from '@dictara/contract/dictionary'
import { templateRefusals } from '@dictara/contract/templates'
import { useState } from 'react'
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

const fields = {
  labels: {
    templateName: 'Template Name',
    templateDescription: 'Description',
    templateDrivenFlowEnabled: 'Directional Flow',
    sectionHeadings: 'The list of headings',
  },
  texts: ['templateName', 'templateDescription'],
}

interface DictionaryTemplateDrawerProps {
  /** Absent: a new one. */
  template: DictionaryTemplate | undefined
  onSaved: (id: string) => void
  onClose: () => void
}

/** Adds or edits a template of the dictionary. */
export function DictionaryTemplateDrawer({ template, onSaved, onClose }: DictionaryTemplateDrawerProps) {
  const [seen, setSeen] = useState(template)
  const headings = useHeadings()
  const systemHeadings = useDictionaryHeadings()
  function present({ code, result }: CallFailed): TemplateWords | undefined {
    const now =
      code === sharedRefusals.changedMeanwhile.code ? (result[0] as DictionaryTemplate | undefined) : undefined
    if (now) setSeen(now)
    return now && valuesOf(now)
  }
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
      present={present}
      isBegun={() => headings.pending !== null}
      fields={fields}
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
