/**
 * A signal that aborts on Ctrl+C, on termination and when the terminal closes, so that unencrypted sound is removed before the
 * program ends. A second signal ends the program at once.
 */
export function stopOnSignal(): AbortSignal {
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stop.abort())
  return stop.signal
}
