import { call } from '@dictara/browser/call'
import type { Job } from '@dictara/contract/jobs'
import { noteCalls, type Section } from '@dictara/contract/notes'
import { useEffect, useEffectEvent, useRef } from 'react'
import { factsOf } from '../reading/phrase-queries.ts'

/**
 * Reads the note again after its patient or encounter was corrected, here or elsewhere, since its filled-in fields have
 * changed.
 */
export function useCorrections(job: Job, onRead: (sections: readonly Section[]) => void) {
  const facts = factsOf(job)
  const known = useRef(facts)
  const read = useEffectEvent(async (signal: AbortSignal) => {
    // Without an answer, the other text is shown when the section is saved.
    const answer = await call(noteCalls.getSections, { params: { id: job.jobId } }, { handler: false, signal }).catch(
      () => undefined,
    )
    const sections = answer?.result[0]?.sections
    if (sections && !signal.aborted) onRead(sections)
  })
  useEffect(() => {
    if (known.current === facts) return undefined
    known.current = facts
    const leaving = new AbortController()
    void read(leaving.signal)
    return () => leaving.abort()
  }, [facts])
}
