import type { NotePlace } from '@dictara/contract/notes'
import { useRef } from 'react'

/** Goes to a place of the note from a question, after every question is closed, which would move the caret away. */
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
    /** Another question is open behind the one that the person answers. */
    asked: () => {
      isAsked.current = true
    },
    gone() {
      isAsked.current = false
      lead()
    },
  }
}
