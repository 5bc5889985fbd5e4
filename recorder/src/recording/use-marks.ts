import type { PlacedMark } from '@dictara/browser/kept-parts'
import { useState } from 'react'
import { useShortcuts } from '../ui/use-shortcuts.ts'
import type { useRecorded } from './use-recorded.ts'

/**
 * The marks of a recording. A chosen mark can be removed, otherwise the last one; the one removed last can be restored.
 */
export function useMarks({ marks, unmark, markAgain }: ReturnType<typeof useRecorded>, disabled: boolean) {
  const [chosen, setChosen] = useState<{ atMs: number; of: number }>()
  const [removed, setRemoved] = useState<{ mark: PlacedMark; left: number }>()
  // After a new mark, an earlier choice or removal no longer counts.
  const current = (chosen?.of === marks.length && marks.find(({ atMs }) => atMs === chosen.atMs)) || marks.at(-1)
  const gone = removed?.left === marks.length ? removed.mark : undefined
  const remove = () => {
    if (!current) return
    unmark(current)
    setRemoved({ mark: current, left: marks.length - 1 })
  }
  useShortcuts({ KeyU: current && !disabled ? remove : undefined })
  return {
    /** The mark that is removed next. */
    current,
    isChosen: ({ atMs }: PlacedMark) => chosen?.of === marks.length && chosen.atMs === atMs,
    choose: ({ atMs }: PlacedMark) => setChosen({ atMs, of: marks.length }),
    remove,
    gone,
    putBack() {
      if (gone) markAgain(gone)
      setRemoved(undefined)
    },
  }
}
