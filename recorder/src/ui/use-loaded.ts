import { useCallback, useEffect, useState } from 'react'

export type Loaded<T> =
  | { state: 'loading'; value?: undefined }
  | { state: 'failed'; value?: undefined; message: string; retry: () => void }
  | { state: 'loaded'; value: T }

/** Loads when `load` changes (keep it in useCallback); an older answer never replaces a newer one. */
export function useLoaded<T>(load: (signal: AbortSignal) => Promise<T>): Loaded<T> {
  const [tries, setTries] = useState(0)
  const [loaded, setLoaded] = useState<Loaded<T>>({ state: 'loading' })
  const retry = useCallback(() => setTries((count) => count + 1), [])

  // oxlint-disable-next-line exhaustive-deps -- `tries` runs the same load again
  useEffect(() => {
    const asked = new AbortController()
    setLoaded({ state: 'loading' })
    load(asked.signal).then(
      (value) => !asked.signal.aborted && setLoaded({ state: 'loaded', value }),
      (error: unknown) => !asked.signal.aborted && setLoaded({ state: 'failed', message: wordsOf(error), retry }),
    )
    return () => asked.abort()
  }, [load, retry, tries])

  return loaded
}

/** What a failed call says to a person. */
export function wordsOf(error: unknown): string {
  const { status, message } = (error ?? {}) as { status?: number; message?: string }
  return status && message ? message : 'The server cannot be reached. Please try again.'
}
