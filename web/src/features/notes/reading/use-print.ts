import { call } from '@dictara/browser/call'
import { noteCalls, type Section } from '@dictara/contract/notes'
import { useEffect, useState } from 'react'

/** Prints a note, and lets the server know. `printed` is what has to stand on the paper as long as there is one. */
export function usePrint(jobId: string) {
  const [printed, setPrinted] = useState<readonly Section[] | null>(null)
  useEffect(() => {
    if (!printed) return
    const done = () => setPrinted(null)
    window.addEventListener('afterprint', done, { once: true })
    window.print()
    return () => window.removeEventListener('afterprint', done)
  }, [printed])
  return {
    printed,
    print(sections: readonly Section[]) {
      // The audit is told; the paper needs no answer.
      void call(noteCalls.getPrintInfo, { query: { jobId } }, { handler: false }).catch(() => {})
      setPrinted(sections)
    },
  }
}
