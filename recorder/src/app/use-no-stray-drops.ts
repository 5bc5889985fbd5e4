import { useEffect } from 'react'

const stay = (event: DragEvent) => event.preventDefault()

/** Keeps the page open if a file is dropped outside its field. */
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
