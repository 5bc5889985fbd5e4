import type { SectionTemplate } from '@dictara/contract/templates'
import { isManager } from '@dictara/contract/roles'
import { Alert, Form } from 'antd'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../platform/paths.ts'
import { useUser } from '../../platform/use-user.ts'
import { ChangedMeanwhile } from '../../ui/changed-meanwhile.tsx'
import { useAction } from '../../ui/use-action.ts'
import { useLeaveQuestion } from '../../ui/use-leave-question.ts'
import { forgetErrors } from './forget-errors.ts'
import { HeadingsItem } from './headings-item.tsx'
import { NotePreview } from './note-preview.tsx'
import { PhrasePicker } from './phrase-picker.tsx'
import { TemplateActions } from './template-actions.tsx'
import './template-form.css'
import { templateKey, useSystemHeadings } from './template-queries.ts'
import { TemplateSwitches } from './template-switches.tsx'
import { type TemplateValues, valuesOf } from './template-values.ts'
import { TemplateWordFields } from './template-words.tsx'
import { useHeadings } from './use-headings.ts'
import { useSaveTemplate } from './use-save-template.ts'

/** The form of a template on its own page, with the initial note beside it (TMPL-06 to TMPL-14). */
export function TemplateForm({ template }: { template?: SectionTemplate }) {
  const navigate = useNavigate()
  const user = useUser()
  const act = useAction({ refreshes: templateKey })
  const [form] = Form.useForm<TemplateValues>()
  const { seen, changes, save } = useSaveTemplate(form, act, template)
  const headings = useHeadings()
  const systemHeadings = useSystemHeadings()
  const [initial] = useState(() => valuesOf(template))
  const values: TemplateValues = { ...initial, ...Form.useWatch((all: TemplateValues) => all, form) }
  const isFixed = template?.editable === false
  const isGone = useRef(false)

  const differs = () =>
    headings.pending !== null ||
    JSON.stringify({ ...initial, ...form.getFieldsValue(true) }) !== JSON.stringify(valuesOf(seen))
  useLeaveQuestion(() => !isGone.current && !isFixed && differs(), {
    title: 'Leave without saving?',
    content: template ? 'Your changes will be lost.' : 'What you entered will be lost.',
  })
  function leave(made?: SectionTemplate) {
    isGone.current = true
    void navigate(paths.templates, made && { state: { made: { id: made.id, active: made.active } } })
  }
  async function submitted() {
    const saved = await save({ ...initial, ...form.getFieldsValue(true) })
    if (saved) leave(template ? undefined : saved)
  }
  function insert(id: string, phrase: string) {
    headings.insertion.current?.insertText(phrase)
    const sectionHeadings = (form.getFieldValue('sectionHeadings') as TemplateValues['sectionHeadings']).map(
      (heading) =>
        heading.key === headings.openKey && !heading.phraseIds.includes(id)
          ? { ...heading, phraseIds: [...heading.phraseIds, id] }
          : heading,
    )
    form.setFieldValue('sectionHeadings', sectionHeadings)
  }

  return (
    <Form<TemplateValues>
      form={form}
      name="template"
      layout="vertical"
      colon={false}
      inert={act.isBusy}
      initialValues={initial}
      scrollToFirstError={{ focus: true }}
      onValuesChange={(changed) => forgetErrors(form, changed)}
      onFinish={() => void submitted()}
    >
      {isFixed && (
        <Alert className="template-denied" type="error" showIcon title="Action Denied: This item is not editable." />
      )}
      {changes && <ChangedMeanwhile changes={changes} submit="Save" />}
      <div className="template-columns">
        <div>
          <TemplateWordFields isFixed={isFixed} />
          <TemplateSwitches isFixed={isFixed} mayActivateForAll={user !== null && isManager(user)} />
          <HeadingsItem state={headings} systemHeadings={systemHeadings} isFixed={isFixed} />
        </div>
        <div className="template-beside">
          {values.keytophraseEnabled && !isFixed && (
            <PhrasePicker isIdle={headings.openKey === null} onPick={({ id, phrase }) => insert(id, phrase)} />
          )}
          <NotePreview headings={values.sectionHeadings} />
        </div>
      </div>
      <TemplateActions template={seen} isSaving={act.isBusy} differs={differs} onDone={() => leave()} />
    </Form>
  )
}
