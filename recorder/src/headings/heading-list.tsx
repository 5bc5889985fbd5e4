import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import type { HeadingOption, TemplateOption } from '../details/remembered-lists.ts'
import type { Checklist } from './checklist.ts'

interface HeadingListProps {
  template: TemplateOption
  list: Checklist
  /** True if it is not recognised when said. */
  isUnknown(heading: string): boolean
  /** Somebody points at a heading, or focuses it: its tooltip is shown. */
  onAsk(place: number): void
  onGo(place: number): void
}

/**
 * The headings in the order of the template: a single stop of the Tab key, in which arrows, Home and End move between
 * them.
 */
export function HeadingList({ template: { headings, isDirectional }, list, isUnknown, onAsk, onGo }: HeadingListProps) {
  const place = useRef<HTMLOListElement>(null)
  const [focused, setFocused] = useState<number>()
  const first = isDirectional
    ? Math.min(list.at, headings.length - 1)
    : headings.findIndex(({ description }) => description)
  useEffect(() => {
    if (isDirectional) keepInSight(place.current)
  }, [isDirectional, list.at])
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-noninteractive-element-interactions -- it scrolls, also by keyboard; keys go among its buttons
    <ol
      className="headings-list"
      ref={place}
      aria-label="Headings"
      tabIndex={isDirectional ? undefined : 0}
      onKeyDown={goAmong}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setFocused(undefined)
      }}
    >
      {headings.map((heading, index) => (
        <li
          key={heading.customUIHeading}
          data-current={(isDirectional && index === list.at) || undefined}
          data-done={list.done.has(index) || undefined}
          onPointerEnter={() => onAsk(index)}
        >
          <Heading
            heading={heading}
            number={index + 1}
            isCurrent={isDirectional && index === list.at}
            isDone={list.done.has(index)}
            isUnknown={isUnknown(heading.customUIHeading)}
            isStop={index === (focused ?? first)}
            onFocus={() => {
              setFocused(index)
              onAsk(index)
            }}
            onPress={isDirectional ? () => onGo(index) : heading.description ? () => onAsk(index) : undefined}
          />
        </li>
      ))}
    </ol>
  )
}

interface HeadingProps {
  heading: HeadingOption
  number: number
  isCurrent: boolean
  isDone: boolean
  isUnknown: boolean
  /** Tab reaches it. */
  isStop: boolean
  onFocus(): void
  onPress: (() => void) | undefined
}

function Heading({ heading, number, isCurrent, isDone, isUnknown, isStop, onFocus, onPress }: HeadingProps) {
  const { customUIHeading, description, required } = heading
  const id = useId()
  const words = (
    <>
      <span className="heading-number" aria-hidden="true">
        {isDone ? '✓' : number}
      </span>
      <span className="heading-name">{customUIHeading}</span>
      {required ? <span className="heading-required">required</span> : null}
      {isUnknown ? <span className="heading-unknown">not recognized by name</span> : null}
      {isDone ? <span className="visually-hidden">, done</span> : null}
    </>
  )
  if (!onPress) return <span className="heading">{words}</span>
  return (
    <>
      <button
        type="button"
        className="heading"
        tabIndex={isStop ? 0 : -1}
        aria-current={isCurrent ? 'step' : undefined}
        aria-describedby={description ? id : undefined}
        onFocus={onFocus}
        onClick={onPress}
      >
        {words}
      </button>
      {description ? (
        <span id={id} hidden>
          {description}
        </span>
      ) : null}
    </>
  )
}

const steps: Record<string, (at: number, count: number) => number> = {
  ArrowDown: (at, count) => Math.min(at + 1, count - 1),
  ArrowUp: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_, count) => count - 1,
}

function goAmong(event: KeyboardEvent<HTMLElement>) {
  const step = steps[event.key]
  const buttons = [...event.currentTarget.querySelectorAll('button')]
  const at = buttons.findIndex((button) => button === document.activeElement)
  if (!step || at < 0 || event.altKey || event.ctrlKey || event.metaKey) return
  event.preventDefault()
  buttons[step(at, buttons.length)]?.focus()
}

/** The page itself does not scroll. */
function keepInSight(list: HTMLElement | null): void {
  const current = list?.querySelector<HTMLElement>('[data-current]')
  if (!list || !current) return
  const [top, bottom] = [current.offsetTop, current.offsetTop + current.offsetHeight]
  if (top < list.scrollTop) list.scrollTop = top
  else if (bottom > list.scrollTop + list.clientHeight) list.scrollTop = bottom - list.clientHeight
}
