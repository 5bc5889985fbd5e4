import { Tag } from 'antd'
import type { AutosaveStatus } from '../../editor/autosave.ts'

const words: Record<AutosaveStatus['kind'], { text: string; color: string } | null> = {
  idle: null,
  dirty: { text: 'Not saved yet', color: 'default' },
  saving: { text: 'Saving', color: 'processing' },
  saved: { text: 'Saved', color: 'success' },
  offline: { text: 'You are Offline', color: 'warning' },
  refused: { text: 'Not saved', color: 'error' },
  conflict: { text: 'Changed elsewhere', color: 'error' },
}

/** Where the text is: Saving, Saved, or You are Offline (EDIT-04, EDIT-28, EDIT-37). */
export function SaveStatus({ status }: { status: AutosaveStatus }) {
  const shown = words[status.kind]
  return <output aria-label="Save status">{shown && <Tag color={shown.color}>{shown.text}</Tag>}</output>
}
