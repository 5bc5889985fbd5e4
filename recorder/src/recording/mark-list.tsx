import type { PlacedMark } from '@dictara/browser/kept-parts'
import { useRef, useState } from 'react'
import { CrossIcon } from '../ui/icons.tsx'
import { shortcutName, useShortcuts } from '../ui/use-shortcuts.ts'
import { clock } from '../ui/words.ts'

interface MarkListProps {
  marks: readonly PlacedMark[]
  /** Absent while it is recorded: nothing is heard then. */
  onSeek: ((ms: number) => void) | undefined
  disabled: boolean
  onTakeBack(mark: PlacedMark): void
  onPutBack(mark: PlacedMark): void
}

/** What was marked, each with its time: go there, or take it back; what was taken back last can be put back. */
export function MarkList({ marks, onSeek, disabled, onTakeBack, onPutBack }: MarkListProps) {
  const [taken, setTaken] = useState<{ mark: PlacedMark; left: number }>()
  const place = useRef<HTMLDivElement>(null)
  const last = marks.at(-1)
  // once there is another mark, what was taken back before is no news
  const gone = taken?.left === marks.length ? taken.mark : undefined
  const takeBack = (mark: PlacedMark) => {
    onTakeBack(mark)
    setTaken({ mark, left: marks.length - 1 })
  }
  /** The button that was pressed is gone. */
  const goTo = (selector: string) => setTimeout(() => place.current?.querySelector<HTMLElement>(selector)?.focus())
  function takeBackLast() {
    const isGoing = document.activeElement?.closest('.mark') === place.current?.querySelector('.mark:last-child')
    takeBack(last!)
    if (isGoing) goTo('.marks-undo')
  }
  useShortcuts({ KeyU: last && !disabled ? takeBackLast : undefined })
  if (!last && !gone) return null
  return (
    <div className="marks" ref={place}>
      {last ? (
        <ul className="marks-list" aria-label="To be checked">
          {marks.map((mark) => (
            <li key={mark.atMs} className="mark">
              <button
                type="button"
                className="mark-place"
                aria-label={`Go to the mark at ${clock(mark.atMs)}`}
                disabled={!onSeek}
                onClick={() => onSeek?.(mark.atMs)}
              >
                {clock(mark.atMs)}
              </button>
              <button
                type="button"
                className="mark-off"
                data-at={mark.atMs}
                aria-label={`Take back the mark at ${clock(mark.atMs)}`}
                aria-keyshortcuts={mark === last ? shortcutName('KeyU') : undefined}
                title={mark === last ? `Take it back (${shortcutName('KeyU')})` : 'Take it back'}
                disabled={disabled}
                onClick={() => {
                  takeBack(mark)
                  goTo('.marks-undo')
                }}
              >
                <CrossIcon />
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      <output className="marks-gone">{gone ? `The mark at ${clock(gone.atMs)} was taken back.` : ''}</output>
      {gone ? (
        <button
          type="button"
          className="button button-quiet marks-undo"
          disabled={disabled}
          onClick={() => {
            onPutBack(gone)
            setTaken(undefined)
            goTo(`[data-at="${gone.atMs}"]`)
          }}
        >
          Undo
        </button>
      ) : null}
    </div>
  )
}
