import { useKeys } from '@dictara/browser/use-keys'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { isAskedSomething } from '../../ui/is-asked-something.ts'
import { isPressed, type PageKey } from '../../ui/keys.ts'
import { focusOnceFree } from '../../ui/use-focus-back.ts'
import { addDays } from './roster-days.ts'

const walk = 'Move around'
const act = 'Patient and day'

/** The keys of a roster; its help, tooltips and key handlers read them from here. */
export const rosterKeys = {
  previousDay: { does: 'Previous day', chords: ['ArrowLeft'], group: walk },
  nextDay: { does: 'Next day', chords: ['ArrowRight'], group: walk },
  above: { does: 'Previous patient', chords: ['ArrowUp', 'k'], group: walk },
  below: { does: 'Next patient', chords: ['ArrowDown', 'j'], group: walk },
  previousWeek: { does: 'Previous week', chords: ['PageUp'], group: walk },
  nextWeek: { does: 'Next week', chords: ['PageDown'], group: walk },
  today: { does: 'Today', chords: ['t'], group: walk },
  dictate: { does: 'Dictate for the patient, or open their note', chords: ['Enter'], group: act },
  add: { does: 'Add patients to the day', chords: ['n'], group: act },
  remove: { does: 'Delete the patient from the day', chords: ['Delete'], group: act },
  print: { does: 'Print the day', chords: ['p'], group: act },
  help: { does: 'All shortcuts', chords: ['?'], group: act },
} as const satisfies Record<string, PageKey>

const fields = 'input, textarea, select, [contenteditable]:not([contenteditable="false"]), .ant-picker *'

interface RosterKeysOptions {
  today: string
  /** The days that are drawn. */
  drawn: readonly string[]
  /** Draws another day; the focus follows. */
  onGo: (day: string) => void
  onAdd: (day: string) => void
  onPrint: (day: string) => void
  onRemove: (rosterId: string) => void
  onHelp: () => void
}

const dayOf = (part: Element | null) => part?.closest<HTMLElement>('[data-day]')?.dataset['day']
const cardOf = (part: Element | null) => part?.closest<HTMLElement>('[data-entry]')

/** Keyboard control of the week: arrows move between days and cards, Enter dictates, n adds. The focus marks the current place. */
export function useRosterKeys(box: RefObject<HTMLElement | null>, options: RosterKeysOptions) {
  const { today, drawn, onGo, onAdd, onPrint, onRemove, onHelp } = options
  const [current, setCurrent] = useState<string>()
  /** The place to focus once it is drawn. */
  const wanted = useRef<{ day: string; index: number }>(undefined)

  const placeOf = (day: string) => box.current?.querySelector<HTMLElement>(`[data-day="${day}"]`)
  const cardsOf = (day: string) => [...(placeOf(day)?.querySelectorAll<HTMLElement>('[data-entry]') ?? [])]
  function targetIn(day: string, index: number) {
    const cards = cardsOf(day)
    return cards[Math.min(index, cards.length - 1)] ?? placeOf(day)
  }
  function focusIn(day: string, index: number) {
    const target = targetIn(day, index)
    target?.focus()
    target?.scrollIntoView({ block: 'nearest' })
  }
  function go(day: string, index: number) {
    if (drawn.includes(day)) return focusIn(day, index)
    wanted.current = { day, index }
    onGo(day)
  }
  useEffect(() => {
    const next = wanted.current
    if (!next || !drawn.includes(next.day)) return
    wanted.current = undefined
    focusIn(next.day, next.index)
  })

  // The arrows continue from the last card that was focused, by pointer or by Tab.
  const last = useRef<{ id: string; day: string; index: number }>(undefined)
  useEffect(() => {
    const list = box.current
    const see = ({ target }: FocusEvent) => {
      const card = cardOf(target as Element)
      const day = dayOf(card ?? null)
      const id = card?.dataset['entry']
      setCurrent(id)
      last.current = id && day ? { id, day, index: cardsOf(day).indexOf(card!) } : undefined
    }
    list?.addEventListener('focusin', see)
    return () => list?.removeEventListener('focusin', see)
  })
  // When a card is deleted, the focus moves to the card that takes its place.
  useEffect(() => {
    const gone = last.current
    if (!gone || box.current?.querySelector(`[data-entry="${gone.id}"]`)) return
    last.current = undefined
    focusOnceFree(() => targetIn(gone.day, gone.index))
  })

  useKeys((event) => {
    const part = document.activeElement
    if (event.defaultPrevented || isAskedSomething() || part?.matches(fields) || part?.closest('.ant-popover'))
      return undefined
    const is = (name: keyof typeof rosterKeys) => rosterKeys[name].chords.some((chord) => isPressed(chord, event))
    const isHere = box.current?.contains(part) ?? false
    const isNobodys = part === document.body || part?.id === 'content'
    if (!isHere && !isNobodys) return is('help') ? onHelp : undefined
    const day = dayOf(part) ?? (drawn.includes(today) ? today : drawn[0]!)
    const card = cardOf(part)
    const index = card ? cardsOf(day).indexOf(card) : -1
    const steps: [keyof typeof rosterKeys, () => void][] = [
      ['previousDay', () => go(addDays(day, -1), Math.max(0, index))],
      ['nextDay', () => go(addDays(day, 1), Math.max(0, index))],
      ['above', () => focusIn(day, Math.max(0, index - 1))],
      ['below', () => focusIn(day, index + 1)],
      ['previousWeek', () => go(addDays(day, -7), 0)],
      ['nextWeek', () => go(addDays(day, 7), 0)],
      ['today', () => go(today, 0)],
      ['add', () => onAdd(day)],
      ['print', () => onPrint(day)],
      ['help', onHelp],
    ]
    const step = steps.find(([name]) => is(name))
    if (step) return step[1]
    // On a button of the card, Enter presses that button.
    if (!card || part !== card) return undefined
    if (is('dictate')) return () => card.querySelector<HTMLElement>('.roster-go')?.click()
    return is('remove') ? () => onRemove(card.dataset['entry']!) : undefined
  })
  return { current, focusIn }
}
