import { call } from '@dictara/browser/call'
import { noteCalls, type Section } from '@dictara/contract/notes'
import { useState } from 'react'
import { usePaper } from '../../../ui/use-paper.ts'

/** Prints a note, and lets the server know. `printed` is what has to stand on the paper as long as there is one. */
export function usePrint(jobId: string) {
  const [printed, setPrinted] = useState<readonly Section[] | null>(null)
  usePaper(printed !== null, () => setPrinted(null))
  return {
    printed,
    print(sections: readonly Section[]) {
      // The audit is told; the paper needs no answer.
      void call(noteCalls.getPrintInfo, { query: { jobId } }, { handler: false }).catch(() => {})
      setPrinted(sections)
    },
  }
}
