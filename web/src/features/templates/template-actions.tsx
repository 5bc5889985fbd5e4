import type { SectionTemplate } from '@dictara/contract/templates'
import { App, Button } from 'antd'
import { useNavigate } from 'react-router'
import { paths } from '../../platform/paths.ts'
import { useMoves } from '../collections/index.ts'
import { SaveBar } from '../settings/index.ts'
import { templates } from './template-collection.ts'

interface TemplateActionsProps {
  /** Absent: a new template. */
  template: SectionTemplate | undefined
  isSaving: boolean
  differs: () => boolean
  /** Returns to the list. */
  onDone: () => void
}

/** Below the form, always visible: save it, put it into use or aside, delete it (TMPL-16 to TMPL-19). */
export function TemplateActions({ template, isSaving, differs, onDone }: TemplateActionsProps) {
  const { notification } = App.useApp()
  const navigate = useNavigate()
  const moves = useMoves(templates)
  const isBusy = isSaving || moves.isBusy
  const isEditable = template?.editable !== false
  /** The action that follows saving. */
  const afterwards = (act: (template: SectionTemplate) => Promise<unknown>) => async () => {
    if (isEditable && differs())
      return notification.error({ key: 'template', title: 'Please save the changes to proceed?' })
    if (template && (await act(template))) onDone()
  }
  const remove = async () => {
    if (template && (await moves.remove(template))) onDone()
  }
  return (
    <SaveBar
      isSaving={isSaving}
      maySave={isEditable ? !moves.isBusy : undefined}
      onCancel={() => void navigate(paths.templates)}
    >
      {template && (isEditable || !template.active) && (
        <Button danger disabled={isBusy} onClick={() => void remove()}>
          Delete
        </Button>
      )}
      {template && !template.active && (
        <Button disabled={isBusy} onClick={() => void afterwards(moves.activate)()}>
          Add to Active List
        </Button>
      )}
      {template?.active && (
        <Button disabled={isBusy} onClick={() => void afterwards(moves.putAside)()}>
          Remove from Active List
        </Button>
      )}
    </SaveBar>
  )
}
