import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { focusOnceFree } from '../../ui/use-focus-back.ts'

const cardsIn = (box: Element) => [...box.querySelectorAll<HTMLElement>('[data-item]')]

/** Keys go on at the card at hand when its button comes to rest, and at the next one when the card has gone from its list. */
export function useCardFocus(box: RefObject<HTMLElement | null>) {
  const last = useRef<{ item: string; at: number } | null>(null)
  useEffect(() => {
    const list = box.current
    const came = ({ target }: FocusEvent) => {
      const card = (target as Element).closest<HTMLElement>('[data-item]')
      last.current = card && list ? { item: card.dataset['item']!, at: cardsIn(list).indexOf(card) } : null
    }
    const went = ({ target }: FocusEvent) =>
      queueMicrotask(() => {
        // By itself, not because there is nothing any more that could have the focus.
        const left = target as HTMLButtonElement
        if (left.isConnected && !left.disabled && !list?.contains(document.activeElement)) last.current = null
      })
    list?.addEventListener('focusin', came)
    list?.addEventListener('focusout', went)
    return () => {
      list?.removeEventListener('focusin', came)
      list?.removeEventListener('focusout', went)
    }
  }, [box])
  useLayoutEffect(() => {
    const { current: was } = last
    if (!was || !box.current || document.activeElement !== document.body) return
    const cards = cardsIn(box.current)
    const card = cards.find(({ dataset }) => dataset['item'] === was.item) ?? cards[was.at] ?? cards.at(-1)
    setTimeout(() => focusOnceFree(() => card?.querySelector('.item-open')))
  })
}
