import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { isAskedSomething } from './is-asked-something.ts'
import { listKeyOf, type ListKeyName } from './list-keys.ts'

export interface RowKeys {
  /** Enter. */
  onOpen: (id: string) => void
  /** Space; absent if rows cannot be previewed without taking them. */
  onPeek?: (id: string) => void
}

interface MoreKeys {
  /** Called when the person asks for the list of all keys. */
  onHelp: () => void
}

const moves: Partial<Record<ListKeyName, number>> = { below: 1, above: -1 }
const fields = 'input, textarea, select, [contenteditable]:not([contenteditable="false"])'
/** Elements that react to a press themselves. */
const controls = 'a, button, input, label, [role=button], [role=switch]'

/**
 * Keyboard control of a list: arrows or j and k move between rows, Enter opens, Space previews, "/" goes to the search, "?" shows all keys,
 * Escape leaves. The focus keeps its place when its row disappears. A click anywhere on a row counts as a click on its link; the middle
 * button opens a tab.
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

  /** @returns true if the key was meant for the list */
  function hearInField(event: KeyboardEvent, field: HTMLElement): boolean {
    if (field !== searchBox()) return false
    // Let the browser's own Escape empty the field first.
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

  /** Some parts of a row lie above its link, so that they can show more to the pointer. */
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
    // The row is gone, and the browser has left the focus nowhere.
    if (document.activeElement === document.body) focusRow(last.index)
  })

  const inTabOrder = current !== undefined && ids.includes(current) ? current : ids[0]
  return (id: string) => (isOn ? { 'data-row': id, tabIndex: id === inTabOrder ? 0 : -1 } : {})
}
