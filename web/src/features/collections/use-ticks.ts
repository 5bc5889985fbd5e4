import { itemsMost, nameOfTick } from '@dictara/contract/collection'
import { App } from 'antd'
import { useEffect, useState } from 'react'
import type { Collection, CollectionItem } from './collection.ts'

/** The ticked items; a second item of the same name, ignoring spaces, is refused (K2P-51, TMPL-38). */
export function useTicks<Item extends CollectionItem>(of: Collection<Item>) {
  const { notification } = App.useApp()
  // The refusal is removed once something else is ticked, or the import is closed.
  useEffect(() => () => notification.destroy('ticked'), [notification])
  const [ticked, setTicked] = useState<ReadonlyMap<string, Item>>(new Map())
  return {
    ticked,
    /** Removes items that no longer exist. @returns their names */
    forget(ids: readonly string[]): string[] {
      setTicked(new Map([...ticked].filter(([id]) => !ids.includes(id))))
      return ids.flatMap((id) => ticked.get(id) ?? []).map(of.nameOf)
    },
    tick(item: Item, isTicked: boolean) {
      notification.destroy('ticked')
      const next = new Map(ticked)
      next.delete(item.id)
      if (!isTicked) return setTicked(next)
      const name = nameOfTick(of.nameOf(item))
      if ([...next.values()].some((other) => nameOfTick(of.nameOf(other)) === name))
        return notification.error({
          key: 'ticked',
          title: 'This card is already checked!',
          description: `You’ve already picked one called “${of.nameOf(item)}”.`,
        })
      if (next.size >= itemsMost)
        return notification.error({ key: 'ticked', title: `You can import at most ${itemsMost} at once.` })
      return setTicked(next.set(item.id, item))
    },
  }
}
