import type { NotePlace } from '@dictara/contract/notes'
import { useRef } from 'react'

/** Leads to a place of the note from a question: once every question is gone, which would take the caret away from there. */
export function usePlaceToGoTo(onGoTo: ((place: NotePlace) => void) | undefined) {
  const isAsked = useRef(false)
  const wanted = useRef<NotePlace>(undefined)
  const lead = () => {
    if (isAsked.current || !wanted.current) return
    onGoTo?.(wanted.current)
    wanted.current = undefined
  }
  return {
    goTo(place: NotePlace) {
      wanted.current = place
      lead()
    },
    /** A question is open behind the one that the person answers. */
    asked: () => {
      isAsked.current = true
    },
    gone() {
      isAsked.current = false
      lead()
    },
  }
}
