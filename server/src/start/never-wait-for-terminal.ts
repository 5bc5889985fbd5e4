/**
 * A terminal may stand still: Ctrl+S, a window that nobody reads, a dead line of ssh. Node waits for it at each word, and
 * everything else with it. From now on what it does not take waits by itself, and nothing else does.
 */
export function neverWaitForTerminal(): void {
  for (const stream of [process.stdout, process.stderr]) {
    // Node has no public name for this; where it has none at all, nothing is changed.
    const { _handle: handle } = stream as { _handle?: { setBlocking?(isBlocking: boolean): void } }
    handle?.setBlocking?.(false)
  }
}
