import { useRef, useState } from 'react'
import type { LinesHandle } from '../../editor/lines/lines-editor.tsx'
import { nothingPending, type Pending } from './heading-problems.ts'

/** The state of a list of headings: the open one, or the new one; never both. */
export function useHeadings() {
  const [openKey, setOpenKey] = useState<string | null>(null)
  const [pending, setPending] = useState<Pending | null>(null)
  const insertion = useRef<LinesHandle>(null)
  return {
    openKey,
    pending,
    /** Inserts text into the default text of the open heading. */
    insertion,
    open: setOpenKey,
    setPending,
    begin() {
      setOpenKey(null)
      setPending(nothingPending)
    },
  }
}

export type Headings = ReturnType<typeof useHeadings>
