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
  /** Of a note that was at hand: until it has been opened once, no text of it can lie in this browser. */
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

/** Finds the place for what is going to be typed, and what was typed before, then opens the editor. */
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
    // What cannot be held cannot be written either, which the first text tells.
    place?.writer?.hold().catch(() => {})
    return place !== null
  })
  const open = useEffectEvent(async () => {
    if (!isEditable || !drafts) return noPlace
    // Without drafts one can still write; the page says that nothing is kept here.
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
  // What lies in this browser is looked at behind the first picture of the note.
  const isPainted = usePainted()
  const kept = useKeptTexts(drafts, job.jobId, sections, left, heldSince, place !== null && isPainted)
  if (!place) return <DeskWaiting isOlder={parts.isOlder} />
  return <JobEditor {...parts} heldSince={heldSince} place={place} kept={kept} />
}

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone

/** What was typed into a note that the person may not even see any more. */
export function TextOfGoneJob({ jobId, ...parts }: { jobId: string; drafts: NoteDrafts | null; left: LeftTexts }) {
  const kept = useKeptTexts(parts.drafts, jobId, [], parts.left, '')
  return <KeptTexts kept={kept} sections={[]} timeZone={zone} />
}
