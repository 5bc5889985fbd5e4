/**
 * Aborted by Ctrl+C, by whoever ends the program, and when its terminal is closed, instead of its end at once: sound that lies
 * in the clear is removed first. Told once more, the program ends at once.
 */
export function stopOnSignal(): AbortSignal {
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stop.abort())
  return stop.signal
}
