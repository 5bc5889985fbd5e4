import { Button } from 'antd'
import type { ReactNode } from 'react'
import './save-bar.css'

interface SaveBarProps {
  isSaving: boolean
  /** True: nothing else is in progress and something differs; absent: read-only. */
  maySave: boolean | undefined
  /** Absent: submits the surrounding form. */
  onSave?: () => void
  /** Absent: there is nothing to return to. */
  onCancel?: (() => void) | undefined
  cancelText?: string
  /** Further actions, at the other end. */
  children?: ReactNode
}

/** Below the edited content of a setting, always visible: Cancel and Save at its end. */
export const SaveBar = ({ isSaving, maySave, onSave, onCancel, cancelText = 'Cancel', children }: SaveBarProps) => (
  <div className="save-bar">
    {children}
    <span className="save-bar-room" />
    {onCancel && (
      <Button disabled={isSaving} onClick={onCancel}>
        {maySave === undefined ? 'Back' : cancelText}
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
