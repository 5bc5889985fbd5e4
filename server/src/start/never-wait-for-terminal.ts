/**
 * A terminal may block: Ctrl+S, a window that nobody reads, a dead ssh connection. By default Node then blocks at each write,
 * and everything else with it. From now on only the pending output waits.
 */
export function neverWaitForTerminal(): void {
  for (const stream of [process.stdout, process.stderr]) {
    // Node has no public API for this; where the internal one is missing, nothing changes.
    const { _handle: handle } = stream as { _handle?: { setBlocking?(isBlocking: boolean): void } }
    handle?.setBlocking?.(false)
  }
}
