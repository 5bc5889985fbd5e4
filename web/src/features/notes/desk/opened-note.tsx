import { useEffect, useEffectEvent, useState } from 'react'
import { DeskWaiting } from './desk-waiting.tsx'
import { usePainted } from './use-painted.ts'
import { JobEditor, type JobEditorProps } from './job-editor.tsx'
import { KeptTexts } from '../saving/kept-texts.tsx'
import type { NoteDrafts } from '../saving/note-drafts.ts'
import { type DraftPlace, openDraftPlace } from '../saving/unsaved-texts.ts'
import { type LeftTexts, useKeptTexts } from '../saving/use-kept-texts.ts'

type Parts = Omit<JobEditorProps, 'place' | 'kept' | 'heldSince'> & {
  drafts: NoteDrafts | null
  /** For a preloaded note: until it has been opened once, this browser cannot have any text of it. */
  untouched: Untouched | null
}

export interface Untouched {
  isSo: () => boolean
  end: () => void
}
export function untouchedYet(): Untouched {
  let isSo = true
  return {
    isSo: () => isSo,
    end: () => {
      isSo = false
    },
  }
}

const noPlace: DraftPlace = { writer: null, draft: null }

/** Finds the place for new text and the text typed earlier, then opens the editor. */
export function OpenedNote({ drafts, untouched, ...parts }: Parts) {
  const { job, opened, isEditable, left } = parts
  const heldSince = job.heldSince ?? ''
  const sections = opened.note.sections
  const [place, setPlace] = useState<DraftPlace | null>(() => {
    if (!isEditable || !drafts) return noPlace
    return untouched?.isSo() ? { writer: drafts.beginWriter(heldSince), draft: null } : null
  })
  const begin = useEffectEvent(() => {
    untouched?.end()
    // If the place cannot be held, it cannot be written to either; the first text will report that.
    place?.writer?.hold().catch(() => {})
    return place !== null
  })
  const open = useEffectEvent(async () => {
    if (!isEditable || !drafts) return noPlace
    // Without drafts the person can still write; the page says that nothing is stored here.
    return openDraftPlace(drafts, heldSince, sections).catch(() => noPlace)
  })
  useEffect(() => {
    let isLeft = false
    if (begin()) return undefined
    void open().then((found) => {
      if (isLeft) void found.writer?.close()
      else setPlace(found)
    })
    return () => {
      isLeft = true
    }
  }, [])
  // Look for stored texts after the first paint of the note.
  const isPainted = usePainted()
  const kept = useKeptTexts(drafts, job.jobId, sections, left, heldSince, place !== null && isPainted)
  if (!place) return <DeskWaiting isOlder={parts.isOlder} />
  return <JobEditor {...parts} heldSince={heldSince} place={place} kept={kept} />
}

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone

/** Text that was typed into a note that the person can no longer see. */
export function TextOfGoneJob({ jobId, ...parts }: { jobId: string; drafts: NoteDrafts | null; left: LeftTexts }) {
  const kept = useKeptTexts(parts.drafts, jobId, [], parts.left, '')
  return <KeptTexts kept={kept} sections={[]} timeZone={zone} />
}
