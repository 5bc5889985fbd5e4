import type { InferenceValue } from '@dictara/contract/inference'
import { useCallback, useEffect, useRef } from 'react'
import { registerUnsavedWork } from '../../platform/unsaved-work.ts'

/** What somebody entered for a field of a section and did not save yet; the other end of a period may come with it. */
export interface FieldDraft {
  sectionId: string
  key: string
  values: { key: string; value: InferenceValue }[]
}

const idOf = ({ sectionId, key }: Pick<FieldDraft, 'sectionId' | 'key'>) => JSON.stringify([sectionId, key])

/**
 * Keeps what was entered in place while the note is open, also while the panel is folded, and saves it when the person leaves.
 * @param send saves one; `gone`: it has no place in the note any more, so it is dropped
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
      // Somebody may have typed on meanwhile.
      if (outcome !== 'failed' && drafts.current.get(id) === draft) drafts.current.delete(id)
    }
    return drafts.current.size === 0
  }, [])
  /** Saves all of them. @returns whether none is left */
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
