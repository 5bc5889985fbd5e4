import type { ReactNode } from 'react'

interface NoticeProps {
  tone: 'error' | 'warning' | 'info' | 'success'
  title: string
  children?: ReactNode
  /** Buttons. */
  actions?: ReactNode
}

/** Something that a person is told in its place. Trouble is read out at once by a screen reader, the rest when it is quiet. */
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
