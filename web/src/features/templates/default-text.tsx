import { writeLetters } from '@dictara/dictation/note-text'
import { phrasePlainText } from '@dictara/dictation/phrase-text'
import { Input } from 'antd'
import type { TextAreaRef } from 'antd/es/input/TextArea'
import { type RefObject, useImperativeHandle, useRef } from 'react'

/** Puts text into what is being edited, at the caret. */
export interface TextInsertion {
  insert: (phrase: string) => void
}

interface DefaultTextProps {
  id: string
  value: string
  isDisabled: boolean
  onChange: (value: string) => void
  insertion: RefObject<TextInsertion | null>
}

/** The default text of a heading. */
export function DefaultText({ id, value, isDisabled, onChange, insertion }: DefaultTextProps) {
  const area = useRef<TextAreaRef>(null)
  useImperativeHandle(insertion, () => ({
    insert(phrase: string) {
      onChange(value ? `${value}\n${phrase}` : phrase)
      area.current?.focus()
    },
  }))
  return (
    <Input.TextArea
      ref={area}
      id={id}
      rows={4}
      disabled={isDisabled}
      value={phrasePlainText(value)}
      onChange={(event) => onChange(event.target.value.split('\n').map(writeLetters).join('\n'))}
    />
  )
}
