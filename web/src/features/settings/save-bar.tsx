import { Button } from 'antd'
import type { ReactNode } from 'react'
import './save-bar.css'

interface SaveBarProps {
  isSaving: boolean
  /** Nothing else is under way, and something differs; absent: it can only be looked at. */
  maySave: boolean | undefined
  /** Absent: the form that it stands in is submitted. */
  onSave?: () => void
  /** Absent: there is nothing to go back to. */
  onCancel?: (() => void) | undefined
  /** What else can be done, at the other end. */
  children?: ReactNode
}

/** Below what is edited in a setting, always in sight: Cancel and Save at its end. */
export const SaveBar = ({ isSaving, maySave, onSave, onCancel, children }: SaveBarProps) => (
  <div className="save-bar">
    {children}
    <span className="save-bar-room" />
    {onCancel && (
      <Button disabled={isSaving} onClick={onCancel}>
        {maySave === undefined ? 'Back' : 'Cancel'}
      </Button>
    )}
    {maySave !== undefined && (
      <Button
        type="primary"
        htmlType={onSave ? 'button' : 'submit'}
        disabled={!maySave}
        loading={isSaving && { delay: 150 }}
        onClick={onSave}
      >
        Save
      </Button>
    )}
  </div>
)
