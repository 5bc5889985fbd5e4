import { markName } from './words/reading.ts'
import type { ReadingPlace } from './words/readings.ts'

interface ReadingChoiceProps {
  place: ReadingPlace
  onTurn: (reading: number) => void
}

const signs: Record<string, string> = { '\n': '↵', '\n\n': '¶' }

/** The possible readings of the word at the caret, to choose by click. Alt+Enter cycles through the same readings. */
export const ReadingChoice = ({ place: { said, readings, now }, onTurn }: ReadingChoiceProps) => (
  <fieldset aria-label={`Readings of “${said}”`} className="dictara-readings">
    {readings.map((reading, index) => {
      const name = index > 0 ? markName(reading) : undefined
      return (
        <button
          key={reading}
          type="button"
          aria-pressed={index === now}
          // Keep the caret in the text.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onTurn(index)}
        >
          {name ? (
            <>
              <b aria-hidden>{signs[reading] ?? reading}</b> {name}
            </>
          ) : (
            `“${reading}”`
          )}
        </button>
      )
    })}
    <kbd>Alt+Enter</kbd>
  </fieldset>
)
