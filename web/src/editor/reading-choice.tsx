import { markName } from './words/reading.ts'
import type { ReadingPlace } from './words/readings.ts'

interface ReadingChoiceProps {
  place: ReadingPlace
  onTurn: (reading: number) => void
}

const signs: Record<string, string> = { '\n': '↵', '\n\n': '¶' }

/** What the word at the caret may have been meant as, to choose by a click: Alt+Enter goes through the same. */
export const ReadingChoice = ({ place: { said, readings, now }, onTurn }: ReadingChoiceProps) => (
  <fieldset aria-label={`Readings of “${said}”`} className="dictara-readings">
    {readings.map((reading, index) => {
      const name = index > 0 ? markName(reading) : undefined
      return (
        <button
          key={reading}
          type="button"
          aria-pressed={index === now}
          // The caret stays in the text.
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
