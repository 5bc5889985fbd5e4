import { useState } from 'react'

/** Rows that are ticked, also those of pages that are not shown any more. */
export function useTicked(shown: readonly string[]) {
  const [ids, setIds] = useState<readonly string[]>([])
  const has = (id: string) => ids.includes(id)
  const without = (gone: readonly string[]) => ids.filter((id) => !gone.includes(id))
  const isAll = shown.length > 0 && shown.every(has)
  return {
    ids,
    has,
    isAll,
    /** Some of those that are shown, not all of them. */
    isSome: !isAll && shown.some(has),
    toggle: (id: string) => setIds(has(id) ? without([id]) : [...ids, id]),
    toggleAll: () => setIds(isAll ? without(shown) : [...without(shown), ...shown]),
    drop: (gone: readonly string[]) => setIds(without(gone)),
  }
}
