import type { Ref } from 'react'
import { BelowPlace } from './below-place.tsx'
import { BlankField } from './blank-field.tsx'
import type { NoteSession } from './note-session.ts'
import { ReadingChoice } from './reading-choice.tsx'
import type { PlacedBlank } from './schema/blank-mark.ts'
import type { ReadingPlace } from './words/readings.ts'

interface AtTheCaretProps {
  session: NoteSession
  editable: boolean
  blank: PlacedBlank | null
  atBlanks: 'ask' | 'answer' | undefined
  blankField: Ref<HTMLInputElement>
  reading: ReadingPlace | null
}

/** Shows what applies at the caret: the field of a blank, or the possible readings of a word. */
export const AtTheCaret = ({ session, editable, blank, atBlanks, blankField, reading }: AtTheCaretProps) => (
  <>
    {blank && (
      <BelowPlace placeNow={() => session.placeOf(blank.to)}>
        <BlankField
          key={blank.id}
          blank={blank}
          purpose={editable ? atBlanks : undefined}
          ref={blankField}
          onSend={(text) => {
            if (atBlanks === 'ask') session.askAtBlank(blank.id, text)
            else session.answerBlank(blank.id, text)
          }}
          onLeave={session.focus}
        />
      </BelowPlace>
    )}
    {reading && editable && (
      <BelowPlace placeNow={() => session.placeOf(reading.to)}>
        <ReadingChoice place={reading} onTurn={(to) => session.turnReading(to)} />
      </BelowPlace>
    )}
  </>
)
