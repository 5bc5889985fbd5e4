import { useEffect } from 'react'

/** The title of the page, "<page> | Dictara" (SHELL-02). */
export function useTitle(page: string) {
  useEffect(() => {
    document.title = `${page} | Dictara`
  }, [page])
}
