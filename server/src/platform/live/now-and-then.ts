/**
 * Runs at once what comes first under a key, and of what follows within the pause only the last, after it: many changes of
 * one thing are told as one.
 */
export function nowAndThen<T>(pauseMs: number, run: (value: T) => void) {
  const pauses = new Map<string, { timer: NodeJS.Timeout; next?: { value: T } }>()

  function begin(key: string, value: T) {
    const timer = setTimeout(() => {
      const next = pauses.get(key)?.next
      pauses.delete(key)
      if (next) begin(key, next.value)
    }, pauseMs)
    pauses.set(key, { timer })
    run(value)
  }

  return {
    tell(key: string, value: T) {
      const pause = pauses.get(key)
      if (pause) pause.next = { value }
      else begin(key, value)
    },
    end() {
      for (const { timer } of pauses.values()) clearTimeout(timer)
      pauses.clear()
    },
  }
}
