import type { ReactNode } from 'react'

interface NoticeProps {
  tone: 'error' | 'warning' | 'info' | 'success'
  title: string
  children?: ReactNode
  /** Buttons. */
  actions?: ReactNode
}

/** A message shown in its place. Screen readers read trouble at once and other messages when they are idle. */
export function Notice({ tone, title, children, actions }: NoticeProps) {
  return (
    <div className={`notice notice-${tone}`} role={tone === 'error' || tone === 'warning' ? 'alert' : 'status'}>
      <div className="notice-words">
        <strong>{title}</strong>
        {children ? <span>{children}</span> : null}
      </div>
      {actions ? <div className="notice-actions">{actions}</div> : null}
    </div>
  )
}
