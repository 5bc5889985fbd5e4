import { useRef, useState } from 'react'
import type { TemplateOption } from '../details/remembered-lists.ts'
import { useBareKeys } from '../ui/use-bare-keys.ts'
import { useShortcuts } from '../ui/use-shortcuts.ts'
import { type Listening, useHeard } from './use-heard.ts'
import { beginning, type Checklist, goOn, goTo, hear } from './checklist.ts'

/** Directional Flow (Q077): where in the headings of the template the speaker is. */
export function useChecklist({ headings, isDirectional }: TemplateOption, isEnabled: boolean, listening: Listening) {
  const [list, setList] = useState<Checklist>(beginning)
  const [isMoved, setMoved] = useState(false)
  const movedAt = useRef({ take: listening.take, ms: 0 })
  const move = (next: Checklist) => {
    movedAt.current = { take: listening.take, ms: listening.takeMs }
    setMoved(true)
    setList(next)
  }
  useHeard({ ...listening, isOn: listening.isOn && isDirectional && isEnabled }, (heading, atMs) => {
    // whoever has moved it since has the last word
    const { take, ms } = movedAt.current
    if (take === listening.take && atMs < ms) return
    const names = headings.map(({ customUIHeading }) => customUIHeading)
    setMoved(true)
    // several may be told at once
    setList((before) => hear(before, names, heading))
  })
  const isOver = list.at >= headings.length
  const next = () => move(goOn(list, headings.length))
  const key = isDirectional && isEnabled && !isOver ? next : undefined
  useShortcuts({ KeyN: key })
  useBareKeys({ KeyN: key })
  return {
    list,
    isOver,
    next,
    goTo: (place: number) => move(goTo(list, place)),
    /** What a screen reader is told when it goes on, and not when the page is opened. */
    announced: isMoved ? placeWords(headings, list.at) : '',
  }
}

function placeWords(headings: TemplateOption['headings'], at: number): string {
  const heading = headings[at]
  if (!heading) return 'That was the last heading.'
  return `Heading ${at + 1} of ${headings.length}: ${heading.customUIHeading}${heading.required ? ', required' : ''}`
}
