import type { PlacedMark } from '@dictara/browser/kept-parts'
import { MarkIcon } from '../ui/icons.tsx'
import { clock } from '../ui/words.ts'
import { Shortcut, useKeyNames } from '../ui/shortcut.tsx'

interface MarkButtonProps {
  marks: readonly PlacedMark[]
  /** Absent while nothing is recorded. */
  onMark: (() => void) | undefined
}

/** "Check this": whoever types the note sees it in the sound. */
export function MarkButton({ marks, onMark }: MarkButtonProps) {
  const last = marks.at(-1)
  const keys = useKeyNames('KeyM', 'M')
  return (
    <>
      <button
        type="button"
        className="button"
        disabled={!onMark}
        title={
          onMark
            ? 'Whoever types the note is asked to check this place'
            : 'A place is marked while it is spoken: record, then press M'
        }
        aria-keyshortcuts={keys}
        onClick={onMark}
      >
        <MarkIcon />
        Check this
        <Shortcut code="KeyM" bare="M" />
      </button>
      <output className="visually-hidden">
        {last === undefined ? '' : `${marks.length} marked, the last at ${clock(last.atMs)}`}
      </output>
    </>
  )
}
