import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { focusOnceFree } from '../../ui/use-focus-back.ts'
import type { CollectionItem } from './collection.ts'

const cardOf = (target: EventTarget | null) => (target as Element).closest<HTMLElement>('[data-item]')
const searchBoxOf = (list: Element) => list.closest('section')?.querySelector('input')
const cardAt = (box: Element, name: 'item' | 'index', value: string | number) =>
  box.querySelector(`[data-${name}="${value}"]`)

/**
 * Keeps the keyboard focus in the list. It returns to the current card when its button is enabled again; it moves to
 * the next card when the card has left the list (to the search box after the last one), and to a card whose deletion is
 * undone.
 *
 * @param box contains the cards, each with its `data-item` and its `data-index`
 * @returns index in the list of the card that has the focus or was pressed last; -1 for none
 */
export function useCardAtHand(
  box: RefObject<HTMLElement | null>,
  items: readonly CollectionItem[],
  takenBack?: Pick<CollectionItem, 'id'>,
): () => number {
  const focused = useRef<{ item: string; at: number } | null>(null)
  const pressed = useRef<string>(undefined)
  const followed = useRef(takenBack)
  useEffect(() => {
    const list = box.current
    const came = ({ target }: FocusEvent) => {
      const card = cardOf(target)
      focused.current = card && { item: card.dataset['item']!, at: Number(card.dataset['index']) }
    }
    const went = ({ target }: FocusEvent) =>
      queueMicrotask(() => {
        // The person moved the focus away: the button still exists and is enabled.
        const left = target as HTMLButtonElement
        if (left.isConnected && !left.disabled && !list?.contains(document.activeElement)) focused.current = null
      })
    const press = ({ target }: PointerEvent) => {
      pressed.current = cardOf(target)?.dataset['item']
    }
    list?.addEventListener('focusin', came)
    list?.addEventListener('focusout', went)
    list?.addEventListener('pointerdown', press)
    return () => {
      list?.removeEventListener('focusin', came)
      list?.removeEventListener('focusout', went)
      list?.removeEventListener('pointerdown', press)
    }
  }, [box])
  useLayoutEffect(() => {
    const { current: was } = focused
    const { current: list } = box
    if (!was || !list || document.activeElement !== document.body) return
    const card =
      cardAt(list, 'item', was.item) ?? cardAt(list, 'index', was.at) ?? cardAt(list, 'index', items.length - 1)
    setTimeout(() => focusOnceFree(() => card?.querySelector('.item-open') ?? searchBoxOf(list)))
  })
  useLayoutEffect(() => {
    if (!takenBack || takenBack === followed.current) return
    followed.current = takenBack
    pressed.current = takenBack.id
    setTimeout(() =>
      focusOnceFree(() => box.current && cardAt(box.current, 'item', takenBack.id)?.querySelector('.item-open')),
    )
  }, [box, takenBack])
  return () => {
    const { current: was } = focused
    const id = was?.item ?? (takenBack === followed.current ? pressed.current : takenBack?.id)
    const place = id ? items.findIndex((item) => item.id === id) : -1
    return place < 0 && was ? Math.min(was.at, items.length - 1) : place
  }
}
