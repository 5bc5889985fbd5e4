import { call } from '@dictara/browser/call'
import { noteCalls, type Section } from '@dictara/contract/notes'
import { useState } from 'react'
import { usePaper } from '../../../ui/use-paper.ts'

/** Prints a note, and informs the server. `printed` is the content to render while printing. */
export function usePrint(jobId: string) {
  const [printed, setPrinted] = useState<readonly Section[] | null>(null)
  usePaper(printed !== null, () => setPrinted(null))
  return {
    printed,
    print(sections: readonly Section[]) {
      // Informs the audit; printing does not wait for the answer.
      void call(noteCalls.getPrintInfo, { query: { jobId } }, { handler: false }).catch(() => {})
      setPrinted(sections)
    },
  }
}
