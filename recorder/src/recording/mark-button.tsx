import { MarkIcon } from '../ui/icons.tsx'
import { shortcutName } from '../ui/use-shortcuts.ts'
import { clock } from '../ui/words.ts'

interface MarkButtonProps {
  marksMs: readonly number[]
  /** Absent while nothing is recorded. */
  onMark: (() => void) | undefined
}

/** "Check this": whoever types the note sees it in the sound. */
export function MarkButton({ marksMs, onMark }: MarkButtonProps) {
  const last = marksMs.at(-1)
  return (
    <>
      <button
        type="button"
        className="button"
        disabled={!onMark}
        title="Whoever types the note is asked to check this place"
        aria-keyshortcuts={`${shortcutName('KeyM')} M`}
        onClick={onMark}
      >
        <MarkIcon />
        Check this
        <kbd aria-hidden="true">M</kbd>
      </button>
      <output className="visually-hidden">
        {last === undefined ? '' : `${marksMs.length} marked, the last at ${clock(last)}`}
      </output>
    </>
  )
}
