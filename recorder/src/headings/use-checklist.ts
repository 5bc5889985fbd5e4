import { useState } from 'react'
import type { TemplateOption } from '../details/remembered-lists.ts'
import { useBareKeys } from '../ui/use-bare-keys.ts'
import { useShortcuts } from '../ui/use-shortcuts.ts'
import { beginning, type Checklist, goOn, goTo } from './checklist.ts'

/** Directional Flow (Q077): where in the headings of the template the speaker is. */
export function useChecklist({ headings, isDirectional }: TemplateOption, isEnabled: boolean) {
  const [list, setList] = useState<Checklist>(beginning)
  const [isMoved, setMoved] = useState(false)
  const move = (next: Checklist) => {
    setMoved(true)
    setList(next)
  }
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
