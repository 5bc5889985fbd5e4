import { remember } from '@dictara/browser/storage'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { jobQueries } from '../../platform/query-client.ts'

const flagName = 'dictationCreated'

/** Stored before the person leaves the job list for the recorder (XAUTH-11). */
export const noteDictationCreated = () => remember(flagName, 'true')
/** Removes the flag, because the person did not leave after all. */
export const forgetDictationCreated = () => localStorage.removeItem(flagName)

/**
 * On return from the recorder the job list and its counts are loaded again, once (Q168); the browser's Back button may
 * restore the page as it was.
 */
export function useDictationCreated() {
  const client = useQueryClient()
  useEffect(() => {
    function look() {
      if (localStorage.getItem(flagName) !== 'true') return
      forgetDictationCreated()
      void client.invalidateQueries({ queryKey: jobQueries })
    }
    look()
    window.addEventListener('pageshow', look)
    return () => window.removeEventListener('pageshow', look)
  }, [client])
}
