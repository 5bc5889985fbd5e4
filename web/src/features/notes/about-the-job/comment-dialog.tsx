import { Input, Modal } from 'antd'
import type { TextAreaRef } from 'antd/es/input/TextArea'
import { useId, useRef, useState } from 'react'
import { whileSending } from '../../../ui/use-question.ts'

interface CommentDialogProps {
  title: string
  okText: string
  onCancel: () => void
  onSend: (comment: string) => Promise<unknown>
}

/** Asks for the comment that a returned job needs; the button waits until there is one (EDIT-54). */
export function CommentDialog({ title, okText, onCancel, onSend }: CommentDialogProps) {
  const [comment, setComment] = useState('')
  const [isSending, setSending] = useState(false)
  const label = useId()
  const field = useRef<TextAreaRef>(null)
  async function send() {
    setSending(true)
    await onSend(comment).finally(() => setSending(false))
  }
  return (
    <Modal
      open
      title={title}
      okText={okText}
      okButtonProps={{ disabled: comment.trim() === '', loading: isSending }}
      {...whileSending(isSending)}
      onOk={() => void send()}
      onCancel={onCancel}
      afterOpenChange={(isOpen) => isOpen && field.current?.focus()}
    >
      <label htmlFor={label}>Comment</label>
      <Input.TextArea
        id={label}
        ref={field}
        rows={4}
        maxLength={4000}
        showCount
        value={comment}
        onChange={(event) => setComment(event.target.value)}
      />
    </Modal>
  )
}
