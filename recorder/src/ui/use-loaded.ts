import { useCallback, useEffect, useState } from 'react'

export type Loaded<T> =
  | { state: 'loading'; value?: undefined }
  | { state: 'failed'; value?: undefined; message: string; retry: () => void }
  | { state: 'loaded'; value: T }

type Load<T> = (signal: AbortSignal) => Promise<T>

/** Loads when `load` changes (keep it in useCallback); an older answer never replaces a newer one. */
export function useLoaded<T>(load: Load<T>): Loaded<T> {
  const [tries, setTries] = useState(0)
  const [answer, setAnswer] = useState<{ load: Load<T>; tries: number; loaded: Loaded<T> }>()
  const retry = useCallback(() => setTries((count) => count + 1), [])

  useEffect(() => {
    const asked = new AbortController()
    const show = (loaded: Loaded<T>) => asked.signal.aborted || setAnswer({ load, tries, loaded })
    load(asked.signal).then(
      (value) => show({ state: 'loaded', value }),
      (error: unknown) => show({ state: 'failed', message: wordsOf(error), retry }),
    )
    return () => asked.abort()
  }, [load, retry, tries])

  return answer?.load === load && answer.tries === tries ? answer.loaded : { state: 'loading' }
}

/** What a failed call says to a person. */
export function wordsOf(error: unknown): string {
  const { status, message, name } = (error ?? {}) as { status?: number; message?: string; name?: string }
  if ((status || name === 'DraftsLocked') && message) return message
  return 'The server cannot be reached. Please try again.'
}
