import { Input, Modal } from 'antd'
import type { TextAreaRef } from 'antd/es/input/TextArea'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { whileSending } from '../../../ui/use-question.ts'
import './comment-dialog.css'

interface CommentDialogProps {
  title: string
  okText: string
  /** The subject of the comment. */
  children?: ReactNode
  /** The field's initial text. */
  initial?: string
  /** @returns whether it was accepted: then the dialog closes */
  onSend: (comment: string) => Promise<boolean>
  onClose: () => void
}

/**
 * Asks for a comment, e.g. the required one for a returned job; the button stays disabled until there is one (EDIT-54).
 * Ctrl+Enter sends it.
 */
export function CommentDialog({ title, okText, children, initial = '', ...on }: CommentDialogProps) {
  const [isOpen, setOpen] = useState(true)
  const [comment, setComment] = useState(initial)
  const [isSending, setSending] = useState(false)
  const label = useId()
  const field = useRef<TextAreaRef>(null)
  const [opener] = useState(() => document.activeElement)
  useEffect(() => {
    // At once, not after the dialog has faded: later typing must go where the person was.
    if (!isOpen && opener instanceof HTMLElement) opener.focus({ preventScroll: true })
  }, [isOpen, opener])
  const isEmpty = comment.trim() === ''
  async function send() {
    if (isEmpty || isSending) return
    setSending(true)
    if (await on.onSend(comment).finally(() => setSending(false))) setOpen(false)
  }
  return (
    <Modal
      className="comment-dialog"
      open={isOpen}
      title={title}
      okText={okText}
      okButtonProps={{
        disabled: isEmpty,
        loading: isSending,
        title: 'Ctrl+Enter',
        'aria-keyshortcuts': 'Control+Enter',
      }}
      {...whileSending(isSending)}
      onOk={() => void send()}
      onCancel={() => setOpen(false)}
      afterOpenChange={(isThere) => isThere && field.current?.focus({ cursor: 'end' })}
      afterClose={on.onClose}
    >
      {children}
      <label htmlFor={label}>Comment</label>
      <Input.TextArea
        id={label}
        ref={field}
        autoSize={{ minRows: 4, maxRows: 12 }}
        maxLength={4000}
        showCount
        value={comment}
        onChange={(event) => setComment(event.target.value)}
        onPressEnter={({ ctrlKey, metaKey }) => (ctrlKey || metaKey) && void send()}
      />
    </Modal>
  )
}
