import type { AutosaveStatus } from '../../editor/autosave.ts'
import './save-status.css'

const words: Record<AutosaveStatus['kind'], { text: string; tone: 'quiet' | 'good' | 'warning' | 'bad' } | null> = {
  idle: null,
  dirty: { text: 'Not saved yet', tone: 'quiet' },
  saving: { text: 'Saving', tone: 'quiet' },
  saved: { text: 'Saved', tone: 'good' },
  offline: { text: 'You are Offline', tone: 'warning' },
  refused: { text: 'Not saved', tone: 'bad' },
  conflict: { text: 'Changed elsewhere', tone: 'bad' },
}

/** Where the text is: Saving, Saved, or You are Offline (EDIT-04, EDIT-28, EDIT-37). */
export function SaveStatus({ status }: { status: AutosaveStatus }) {
  const shown = words[status.kind]
  return (
    <output aria-label="Save status">
      {shown && <span className={`save-status ${shown.tone}`}>{shown.text}</span>}
    </output>
  )
}
