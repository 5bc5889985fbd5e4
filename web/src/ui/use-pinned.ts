import { useSyncExternalStore } from 'react'

const wide = matchMedia('(min-width: 992px)')
const watch = (tell: () => void) => {
  wide.addEventListener('change', tell)
  return () => wide.removeEventListener('change', tell)
}

/**
 * Where a table is wider than its page, its last column stays in sight, unless it would cover the rest of a narrow one.
 * Known at the first paint: a table that changes after it moves under the pointer.
 */
export function usePinned(): { fixed?: 'right' } {
  return useSyncExternalStore(watch, () => wide.matches) ? { fixed: 'right' } : {}
}
