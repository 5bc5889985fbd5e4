import { call } from '@dictara/browser/call'
import { type SectionTemplate, templateCalls } from '@dictara/contract/templates'
import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { paths } from '../../platform/paths.ts'
import type { useAction } from '../../ui/use-action.ts'
import { useQuestion } from '../../ui/use-question.ts'

interface TemplateActionsProps {
  /** Absent: it is a new one. */
  template: SectionTemplate | undefined
  act: ReturnType<typeof useAction>
  differs: () => boolean
  /** @param active puts it into use as well */
  onSave: (active?: boolean) => void
  /** Back to the list. */
  onDone: () => void
}

/** Below the form, always in sight: save it, put it into use or aside, delete it (TMPL-16 to TMPL-19). */
export function TemplateActions({ template, act, differs, onSave, onDone }: TemplateActionsProps) {
  const ask = useQuestion()
  const navigate = useNavigate()
  const one = template && { query: { templateIds: [template.id] } }
  /** What was changed is saved with it, or it is not done (TMPL-17). */
  async function activate() {
    if (differs())
      return ask({
        title: 'Please save the changes to proceed?',
        okText: 'Save',
        cancelText: 'Cancel',
        onOk: () => onSave(true),
      })
    if (await act.run(() => call(templateCalls.activateTemplates, one!))) onDone()
  }
  async function putAside() {
    const confirm = { title: 'Are you sure you want to remove from Active list?', okText: 'Yes', cancelText: 'No' }
    if (await act.run(() => call(templateCalls.deactivateTemplates, one!), { confirm })) onDone()
  }
  async function remove() {
    const confirm = {
      title: `Delete the dictation template ${template!.templateName}?`,
      content: template!.editable
        ? 'It is deleted for good. Notes that were begun with it keep their headings.'
        : 'It is hidden from you; its owner keeps it.',
      okText: 'Delete',
      isDanger: true,
    }
    if (await act.run(() => call(templateCalls.deleteTemplate, { params: { id: template!.id } }), { confirm })) onDone()
  }
  const isEditable = template?.editable !== false
  return (
    <div className="template-actions">
      {template && (isEditable || !template.active) && (
        <Button danger disabled={act.isBusy} onClick={() => void remove()}>
          Delete
        </Button>
      )}
      <span className="template-actions-room" />
      {template && !template.active && (
        <Button disabled={act.isBusy} onClick={() => void activate()}>
          Add to Active List
        </Button>
      )}
      {template?.active && (
        <Button disabled={act.isBusy} onClick={() => void putAside()}>
          Remove from Active List
        </Button>
      )}
      <Button disabled={act.isBusy} onClick={() => void navigate(paths.templates)}>
        {isEditable ? 'Cancel' : 'Back'}
      </Button>
      {isEditable && (
        <Button type="primary" htmlType="submit" loading={act.isBusy && { delay: 150 }}>
          Save
        </Button>
      )}
    </div>
  )
}
