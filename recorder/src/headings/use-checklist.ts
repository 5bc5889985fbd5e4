import { useCallback, useRef, useState, useSyncExternalStore } from 'react'
import type { TemplateOption } from '../details/remembered-lists.ts'
import type { OpenedRecording } from '../sending/opened-recording.ts'
import { useBareKeys } from '../ui/use-bare-keys.ts'
import { useShortcuts } from '../ui/use-shortcuts.ts'
import { type Checklist, fromKept, goOn, goTo, hear, toKept } from './checklist.ts'
import { type Listening, useHeard } from './use-heard.ts'

/** Stores the checklist with the recording, so that it survives a reload. */
export type ChecklistKeeper = Pick<OpenedRecording, 'recording' | 'subscribe' | 'keepChecklist'>

/** Directional Flow (Q077): the speaker's place in the headings of the template. */
export function useChecklist(
  { headings, isDirectional }: TemplateOption,
  isEnabled: boolean,
  listening: Listening,
  keeper: ChecklistKeeper,
) {
  const names = headings.map(({ customUIHeading }) => customUIHeading)
  const kept = useSyncExternalStore(
    keeper.subscribe,
    useCallback(() => keeper.recording.checklist, [keeper]),
  )
  const list = fromKept(kept, names)
  const [isMoved, setMoved] = useState(false)
  const movedAt = useRef({ take: listening.take, ms: 0 })
  const become = (next: (before: Checklist) => Checklist) => {
    // Several headings may be reported at once.
    keeper.keepChecklist(toKept(next(fromKept(keeper.recording.checklist, names)), names))
    setMoved(true)
  }
  const move = (next: (before: Checklist) => Checklist) => {
    movedAt.current = { take: listening.take, ms: listening.takeMs }
    become(next)
  }
  const take = isDirectional && isEnabled ? listening.take : undefined
  const { hearing, unknown } = useHeard({ ...listening, take }, (heading, atMs) => {
    // A later move by the person takes precedence.
    const moved = movedAt.current
    if (moved.take !== listening.take || atMs >= moved.ms) become((before) => hear(before, names, heading))
  })
  const isOver = list.at >= headings.length
  const next = () => move((before) => goOn(before, names.length))
  const key = isDirectional && isEnabled && !isOver ? next : undefined
  useShortcuts({ KeyN: key })
  useBareKeys({ KeyN: key })
  return {
    list,
    isOver,
    hearing,
    /** Headings with words that the server cannot recognise. */
    isUnknown: (heading: string) => unknown.includes(heading),
    next,
    goTo: (place: number) => move((before) => goTo(before, place)),
    /** Text for a screen reader when it moves on, but not when the page is opened. */
    announced: isMoved ? placeWords(headings, list.at) : '',
  }
}

function placeWords(headings: TemplateOption['headings'], at: number): string {
  const heading = headings[at]
  if (!heading) return 'That was the last heading.'
  return `Heading ${at + 1} of ${headings.length}: ${heading.customUIHeading}${heading.required ? ', required' : ''}`
}
