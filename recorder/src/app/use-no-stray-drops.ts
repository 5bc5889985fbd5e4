import { useEffect } from 'react'

const stay = (event: DragEvent) => event.preventDefault()

/** A file that is dropped beside its field does not take the page away. */
export function useNoStrayDrops(): void {
  useEffect(() => {
    window.addEventListener('dragover', stay)
    window.addEventListener('drop', stay)
    return () => {
      window.removeEventListener('dragover', stay)
      window.removeEventListener('drop', stay)
    }
  }, [])
}
