import { clock } from '@dictara/browser/clock'
import { questionLengthMost } from '@dictara/dictation/note-text'
import { type Ref, useState } from 'react'
import type { PlacedBlank } from './schema/blank-mark.ts'

interface BlankFieldProps {
  blank: PlacedBlank
  /** Undefined: the note is read-only. */
  purpose: 'ask' | 'answer' | undefined
  onSend: (text: string) => void
  /** Returns to the text. */
  onLeave: () => void
  ref: Ref<HTMLInputElement>
}

/**
 * Shows the question of the selected blank and a field for a question or the answer. Enter in the text moves the focus
 * here.
 */
export const BlankField = ({ blank, purpose, onSend, onLeave, ref }: BlankFieldProps) => {
  const [text, setText] = useState(purpose === 'ask' ? (blank.question ?? '') : '')
  const name = purpose === 'ask' ? 'Question' : 'Answer'
  return (
    <form
      className="dictara-blank-field"
      aria-label={`Blank at ${clock(blank.second)}`}
      onSubmit={(event) => {
        event.preventDefault()
        onSend(text)
        onLeave()
      }}
    >
      <span>
        Blank at {clock(blank.second)}
        {purpose !== 'ask' && blank.question && ` · ${blank.question}`}
      </span>
      {purpose && (
        <label>
          {name}
          <input
            ref={ref}
            value={text}
            maxLength={questionLengthMost}
            placeholder={purpose === 'ask' ? 'What should the author answer?' : 'Type the missing words'}
            autoComplete="off"
            onChange={(event) => setText(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Escape') onLeave()
            }}
          />
        </label>
      )}
    </form>
  )
}
