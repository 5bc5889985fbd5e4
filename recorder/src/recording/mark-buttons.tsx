import type { PlacedMark } from '@dictara/browser/kept-parts'
import { useRef } from 'react'
import { IconButton } from '../ui/icon-button.tsx'
import { MarkIcon, NoMarkIcon, UndoIcon } from '../ui/icons.tsx'
import { clock } from '../ui/words.ts'
import type { useMarks } from './use-marks.ts'

interface MarkButtonsProps {
  marks: readonly PlacedMark[]
  of: ReturnType<typeof useMarks>
  disabled: boolean
  /** Absent while nothing is recorded. */
  onMark: (() => void) | undefined
}

/** "Check this" marks a place that the transcriptionist sees in the sound. A mark can be removed and restored. */
export function MarkButtons({ marks, of: { current, gone, remove, putBack }, disabled, onMark }: MarkButtonsProps) {
  const last = marks.at(-1)
  const removing = useRef<HTMLButtonElement>(null)
  return (
    <>
      <IconButton
        label="Check this"
        hint={
          onMark ? 'Check this: marks this moment for the transcriptionist' : 'Check this: available while recording'
        }
        icon={<MarkIcon />}
        code="KeyM"
        bare="M"
        disabled={!onMark}
        onPress={() => onMark?.()}
      />
      <IconButton
        label={current ? `Remove the mark at ${clock(current.atMs)}` : 'Remove a mark'}
        icon={<NoMarkIcon />}
        code="KeyU"
        disabled={disabled || !current}
        button={removing}
        onPress={remove}
      />
      {gone ? (
        <IconButton
          label={`Put back the mark at ${clock(gone.atMs)}`}
          icon={<UndoIcon />}
          disabled={disabled}
          onPress={() => {
            removing.current?.focus()
            putBack()
          }}
        />
      ) : null}
      <output className="visually-hidden">
        {gone ? `Mark at ${clock(gone.atMs)} removed. ` : ''}
        {last ? `${marks.length} marked, the last at ${clock(last.atMs)}` : ''}
      </output>
    </>
  )
}
