import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { isAskedSomething } from './is-asked-something.ts'
import { listKeyOf, type ListKeyName } from './list-keys.ts'

export interface RowKeys {
  /** Enter. */
  onOpen: (id: string) => void
  /** Space; absent where nothing can be looked at without taking it. */
  onPeek?: (id: string) => void
}

interface MoreKeys {
  /** What all keys do is asked for. */
  onHelp: () => void
}

const moves: Partial<Record<ListKeyName, number>> = { below: 1, above: -1 }
const fields = 'input, textarea, select, [contenteditable]:not([contenteditable="false"])'
/** What does something of its own when it is pressed. */
const controls = 'a, button, input, label, [role=button], [role=switch]'

/**
 * A list by keyboard: arrows or j and k move from row to row, Enter opens, Space looks, "/" leads to the search, "?" to all keys, Escape leaves. The
 * focus stays at its place when its row goes. A click anywhere on a row is one on its link, and the middle button opens a tab.
 */
export function useRowKeys(
  box: RefObject<HTMLElement | null>,
  ids: readonly string[],
  keys: RowKeys | undefined,
  { onHelp }: MoreKeys,
) {
  const [current, setCurrent] = useState<string>()
  const held = useRef<{ id: string; index: number }>(null)
  const isOn = keys !== undefined

  const rows = () => [...(box.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
  const rowOf = (part: Element) => part.closest<HTMLElement>('[data-row]')
  const searchBox = () => box.current?.closest('.list-page')?.querySelector<HTMLInputElement>('input[type=search]')
  function focusRow(index: number) {
    const all = rows()
    all[Math.min(Math.max(0, index), all.length - 1)]?.focus()
  }
  const focusCurrent = () => focusRow(Math.max(0, ids.indexOf(current ?? '')))

  /** @returns true where the key was meant for the list */
  function hearInField(event: KeyboardEvent, field: HTMLElement): boolean {
    if (field !== searchBox()) return false
    // The browser's own Escape empties the field first.
    const leaves = event.key === 'ArrowDown' || (event.key === 'Escape' && (field as HTMLInputElement).value === '')
    if (leaves) focusCurrent()
    return leaves
  }

  function hearInList(event: KeyboardEvent, part: HTMLElement): boolean {
    const row = box.current!.contains(part) ? rowOf(part) : null
    const isAnywhere = part === document.body || part.id === 'content'
    const isMenuOpen = part.getAttribute('aria-expanded') === 'true' || part.classList.contains('ant-dropdown-open')
    const pressed = listKeyOf(event)
    const move = pressed && moves[pressed]
    if (move && (row || isAnywhere) && !isMenuOpen) {
      if (row) focusRow(rows().indexOf(row) + move)
      else focusCurrent()
      return true
    }
    if (!row) return false
    if (pressed === 'leave') {
      document.querySelector<HTMLElement>('#content')?.focus()
      return true
    }
    const id = row.dataset['row']!
    if (pressed === 'open' && part === row) keys!.onOpen(id)
    else if (pressed === 'peek' && (part === row || part.matches('a'))) keys!.onPeek?.(id)
    else return false
    return true
  }

  const hear = useEffectEvent((event: KeyboardEvent) => {
    const part = event.target as HTMLElement
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isAskedSomething()) return
    const isField = part.matches(fields)
    const pressed = isField ? undefined : listKeyOf(event)
    if (pressed === 'search') searchBox()?.focus()
    else if (pressed === 'help') onHelp()
    else if (!(isField ? hearInField(event, part) : hearInList(event, part))) return
    event.preventDefault()
  })

  /** Some of what stands in a row lies above its link, to tell more of itself to the pointer. */
  const press = useEffectEvent((event: MouseEvent) => {
    const part = event.target as HTMLElement
    const link = rowOf(part)?.querySelector<HTMLAnchorElement>('a.row-link')
    if (!link || part.closest(controls) || event.defaultPrevented || event.button > 1) return
    if (event.button === 1 || event.ctrlKey || event.metaKey) window.open(link.href, '_blank')
    else link.click()
  })

  useEffect(() => {
    const list = box.current
    if (!isOn || !list) return undefined
    const onKey = (event: KeyboardEvent) => hear(event)
    const onPress = (event: MouseEvent) => press(event)
    const onFocus = ({ target }: FocusEvent) => {
      const id = rowOf(target as Element)?.dataset['row']
      if (id === undefined) return
      held.current = { id, index: rows().findIndex((row) => row.dataset['row'] === id) }
      setCurrent(id)
    }
    document.addEventListener('keydown', onKey)
    list.addEventListener('click', onPress)
    list.addEventListener('auxclick', onPress)
    list.addEventListener('focusin', onFocus)
    return () => {
      document.removeEventListener('keydown', onKey)
      list.removeEventListener('click', onPress)
      list.removeEventListener('auxclick', onPress)
      list.removeEventListener('focusin', onFocus)
    }
    // oxlint-disable-next-line react/exhaustive-deps -- what they read is read when they are called
  }, [box, isOn])

  useLayoutEffect(() => {
    const last = held.current
    if (!isOn || !last || ids.includes(last.id)) return
    held.current = null
    // Its row went, and the browser has left the focus to nobody.
    if (document.activeElement === document.body) focusRow(last.index)
  })

  const inTabOrder = current !== undefined && ids.includes(current) ? current : ids[0]
  return (id: string) => (isOn ? { 'data-row': id, tabIndex: id === inTabOrder ? 0 : -1 } : {})
}
