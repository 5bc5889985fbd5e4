import { vi } from 'vitest'

/**
 * Holds every timer of exactly `ms` until the test runs it. Other timers work as usual. Ends with `vi.restoreAllMocks`.
 */
export function heldWaits(ms: number): Map<number, () => void> {
  const held = new Map<number, () => void>()
  const [realWait, realClear] = [window.setTimeout, window.clearTimeout]
  vi.spyOn(window, 'setTimeout').mockImplementation(((run: () => void, wait: number) => {
    if (wait !== ms) return realWait(run, wait)
    held.set(held.size - 1_000_000, run)
    return held.size - 1_000_001
  }) as never)
  vi.spyOn(window, 'clearTimeout').mockImplementation(((id: number) => {
    if (held.has(id)) held.set(id, () => {})
    else realClear(id)
  }) as never)
  return held
}
