import { useCallback, useEffect, useState } from 'react'

export type Loaded<T> =
  | { state: 'loading'; value?: undefined }
  | { state: 'failed'; value?: undefined; error: unknown; message: string; retry: () => void }
  | { state: 'loaded'; value: T }

type Load<T> = (signal: AbortSignal) => Promise<T>

const againMs = 5_000

/** The server did not answer: the person only has to wait. */
const isUnanswered = (error: unknown): boolean => {
  const { status, cause } = (error ?? {}) as { status?: number; cause?: unknown }
  return cause === undefined ? !status : isUnanswered(cause)
}

/**
 * Loads when `load` changes (wrap it in useCallback); an older answer never replaces a newer one. An unanswered call is retried
 * automatically, at once when the network is back.
 */
export function useLoaded<T>(load: Load<T>): Loaded<T> {
  const [tries, setTries] = useState(0)
  const [answer, setAnswer] = useState<{ load: Load<T>; tries: number; loaded: Loaded<T> }>()
  const retry = useCallback(() => setTries((count) => count + 1), [])

  useEffect(() => {
    const asked = new AbortController()
    const show = (loaded: Loaded<T>) => asked.signal.aborted || setAnswer({ load, tries, loaded })
    let waiting: ReturnType<typeof setTimeout> | undefined
    const ask = () => {
      stopWaiting()
      load(asked.signal).then(
        (value) => show({ state: 'loaded', value }),
        (error: unknown) => {
          show({ state: 'failed', error, message: wordsOf(error), retry })
          if (asked.signal.aborted || !isUnanswered(error)) return
          waiting = setTimeout(ask, againMs)
          window.addEventListener('online', ask)
        },
      )
    }
    const stopWaiting = () => {
      clearTimeout(waiting)
      window.removeEventListener('online', ask)
    }
    ask()
    return () => {
      asked.abort()
      stopWaiting()
    }
  }, [load, retry, tries])

  return answer?.load === load && answer.tries === tries ? answer.loaded : { state: 'loading' }
}

export const unreachable = 'The server cannot be reached. Please try again.'

/** The message of a failed call for a person. */
export function wordsOf(error: unknown): string {
  const { status, message, name } = (error ?? {}) as { status?: number; message?: string; name?: string }
  if ((status || name === 'DraftsLocked') && message) return message
  return unreachable
}
