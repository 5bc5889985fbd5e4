import type { Section } from '@dictara/contract/notes'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { missingFrom } from '../../../editor/autosave.ts'
import type { KeptText, NoteDrafts } from './note-drafts.ts'
import { listUnsaved, type UnsavedText } from './unsaved-texts.ts'

/**
 * Texts that a page removed from the screen before the server had them; kept here even if the browser cannot store
 * them.
 */
export interface LeftTexts {
  texts: readonly KeptText[]
  add(text: KeptText): void
  remove(id: string): void
}

export function useLeftTexts(): LeftTexts {
  const [texts, setTexts] = useState<readonly KeptText[]>([])
  const remove = (id: string) => setTexts((before) => before.filter((text) => text.id !== id))
  return { texts, remove, add: (text) => setTexts((before) => [text, ...before.filter(({ id }) => id !== text.id)]) }
}

/**
 * The texts of a note that are only in this browser, as tabs open and close. `isReady`: the editor has taken its own.
 */
export function useKeptTexts(
  drafts: NoteDrafts | null,
  jobId: string,
  sections: readonly Section[],
  left: LeftTexts,
  heldSince: string,
  isReady = true,
) {
  const look = useQuery({
    queryKey: ['kept-texts', jobId, heldSince, sections.map(({ id, version }) => `${id} ${version}`)],
    queryFn: async () => ({
      texts: drafts ? await listUnsaved(drafts, sections, heldSince) : [],
      isOpenElsewhere: (await drafts?.isOpenElsewhere()) ?? false,
    }),
    enabled: isReady,
    networkMode: 'always',
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  const { refetch } = look
  useEffect(() => (isReady ? drafts?.watch(() => void refetch()) : undefined), [drafts, isReady, refetch])

  const stored = (look.data?.texts ?? []).filter(({ id }) => !left.texts.some((text) => text.id === id))
  const justLeft = left.texts.map((text): UnsavedText => ({ ...text, missing: missingFrom(sections, text.draft) }))
  return {
    texts: [...justLeft, ...stored].filter(({ missing }) => missing.length > 0),
    isOpenElsewhere: look.data?.isOpenElsewhere ?? false,
    /** Deletes a text: a person chose that, or it is in the note now. */
    async discard(text: UnsavedText) {
      await drafts?.discard({ id: text.id, changedAt: Date.now() })
      left.remove(text.id)
      await refetch()
    },
  }
}

export type KeptTextsHere = ReturnType<typeof useKeptTexts>
