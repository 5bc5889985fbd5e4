import { Button } from 'antd'
import { Check } from 'lucide-react'
import type { AutosaveStatus } from '../../../editor/autosave.ts'
import './save-status.css'

const words: Record<AutosaveStatus['kind'], { text: string; tone: 'quiet' | 'good' | 'warning' | 'bad' } | null> = {
  idle: null,
  dirty: { text: 'Not saved yet', tone: 'quiet' },
  saving: { text: 'Saving', tone: 'quiet' },
  saved: { text: 'Saved', tone: 'good' },
  offline: { text: 'You are Offline', tone: 'warning' },
  busy: { text: 'Not saved yet. Retrying', tone: 'warning' },
  'signed-out': { text: 'Sign in to save', tone: 'warning' },
  refused: { text: 'Not saved', tone: 'bad' },
  conflict: { text: 'Changed elsewhere', tone: 'bad' },
}

const atRest = 'All saved'

interface SaveStatusProps {
  status: AutosaveStatus
  onTryNow?: () => void
  /** Whether the text is saved at all; this is shown between saves too. */
  isEditable?: boolean
}

/**
 * The state of the text: Saving, Saved, or You are Offline (EDIT-04, EDIT-28, EDIT-37); a waiting save can be retried
 * at once.
 */
export function SaveStatus({ status, onTryNow, isEditable = false }: SaveStatusProps) {
  const shown = words[status.kind]
  return (
    <>
      <output aria-label="Save status">
        {shown && <span className={`save-status ${shown.tone}`}>{shown.text}</span>}
      </output>
      {!shown && isEditable && (
        <span className="save-rest">
          <Check size={16} aria-hidden />
          {atRest}
        </span>
      )}
      {shown?.tone === 'warning' && onTryNow && (
        <Button type="link" size="small" onClick={onTryNow}>
          Try now
        </Button>
      )}
    </>
  )
}
