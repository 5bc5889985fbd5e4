import type { InferenceValue } from '@dictara/contract/inference'
import { useCallback, useEffect, useRef } from 'react'
import { registerUnsavedWork } from '../../platform/unsaved-work.ts'

/** An unsaved value that somebody entered for a field of a section. The other end of a period may belong to it. */
export interface FieldDraft {
  sectionId: string
  key: string
  values: { key: string; value: InferenceValue }[]
}

const idOf = ({ sectionId, key }: Pick<FieldDraft, 'sectionId' | 'key'>) => JSON.stringify([sectionId, key])

/**
 * Keeps entered values while the note is open, even if the panel is folded, and saves them when the person leaves.
 * @param send saves one value; `gone`: its field no longer exists in the note, so it is dropped
 */
export function useFieldDrafts(send: (draft: FieldDraft) => Promise<'saved' | 'failed' | 'gone'>) {
  const drafts = useRef(new Map<string, FieldDraft>())
  const running = useRef<Promise<boolean>>(undefined)
  const sending = useRef(send)
  useEffect(() => {
    sending.current = send
  })

  const sendAll = useCallback(async () => {
    for (const [id, draft] of drafts.current) {
      const outcome = await sending.current(draft)
      // Somebody may have gone on typing meanwhile.
      if (outcome !== 'failed' && drafts.current.get(id) === draft) drafts.current.delete(id)
    }
    return drafts.current.size === 0
  }, [])
  /** Saves all values. @returns whether none is left */
  const saveDrafts = useCallback(
    () => (running.current ??= sendAll().finally(() => (running.current = undefined))),
    [sendAll],
  )

  useEffect(() => {
    const hasUnsaved = () => drafts.current.size > 0
    const warn = (event: BeforeUnloadEvent) => {
      if (hasUnsaved()) event.preventDefault()
    }
    window.addEventListener('beforeunload', warn)
    const close = registerUnsavedWork({ hasUnsaved, save: saveDrafts, mayLose: hasUnsaved })
    return () => {
      window.removeEventListener('beforeunload', warn)
      close()
    }
  }, [saveDrafts])

  return {
    saveDrafts,
    draftOf: (sectionId: string, key: string) => drafts.current.get(idOf({ sectionId, key })),
    keepDraft: (draft: FieldDraft) => void drafts.current.set(idOf(draft), draft),
    dropDraft: (sectionId: string, key: string) => void drafts.current.delete(idOf({ sectionId, key })),
    dropDrafts: () => drafts.current.clear(),
  }
}
