import { clock } from '@dictara/browser/clock'
import { questionLengthMost } from '@dictara/dictation/note-text'
import { type Ref, useRef, useState } from 'react'
import { type PlaceInNote, usePlaceBelow } from './place-below.ts'
import type { PlacedBlank } from './schema/blank-mark.ts'

interface BlankFieldProps {
  blank: PlacedBlank
  /** Where the blank ends now, and how much room there is. */
  placeNow: () => PlaceInNote
  /** Nothing: the note is only read. */
  purpose: 'ask' | 'answer' | undefined
  onSend: (text: string) => void
  /** Back to the text. */
  onLeave: () => void
  ref: Ref<HTMLInputElement>
}

const widthMost = 320

/** What is asked at the blank that the person has gone to, and the field for a question or the answer; Enter in the text leads here. */
export const BlankField = ({ blank, placeNow, purpose, onSend, onLeave, ref }: BlankFieldProps) => {
  const [text, setText] = useState(purpose === 'ask' ? (blank.question ?? '') : '')
  const field = useRef<HTMLFormElement>(null)
  const { width, ...place } = usePlaceBelow(field, placeNow, widthMost)
  const name = purpose === 'ask' ? 'Question' : 'Answer'
  return (
    <form
      ref={field}
      className="dictara-blank-field"
      aria-label={`Blank at ${clock(blank.second)}`}
      style={{ ...place, inlineSize: Math.min(widthMost, width) }}
      onSubmit={(event) => {
        event.preventDefault()
        onSend(text)
        onLeave()
      }}
    >
      <span>
        {clock(blank.second)}
        {purpose !== 'ask' && ` · ${blank.question ?? 'No question'}`}
      </span>
      {purpose && (
        <label>
          {name}
          <input
            ref={ref}
            value={text}
            maxLength={questionLengthMost}
            placeholder="Enter"
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
