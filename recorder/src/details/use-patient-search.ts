import type { PatientOption } from '@dictara/contract/patients'
import { useEffect, useState } from 'react'
import { searchPatients } from '../server-calls.ts'
import { wordsOf } from '../ui/use-loaded.ts'

const typingPauseMs = 200

/** The patients that match, a moment after the last key; only the newest answer counts. */
export function usePatientSearch(facilityId: string, typed: string, isWanted: boolean) {
  const [patients, setPatients] = useState<PatientOption[]>([])
  const [state, setState] = useState<'loading' | 'failed' | 'loaded'>('loading')
  const [message, setMessage] = useState('')

  useEffect(() => {
    if (!isWanted) return undefined
    const asked = new AbortController()
    setState('loading')
    const search = async () => {
      try {
        const found = await searchPatients(facilityId, typed.trim(), asked.signal)
        if (asked.signal.aborted) return
        setPatients(found)
        setState('loaded')
      } catch (error) {
        if (asked.signal.aborted) return
        setPatients([])
        setMessage(wordsOf(error))
        setState('failed')
      }
    }
    const waiting = setTimeout(() => void search(), typed ? typingPauseMs : 0)
    return () => {
      clearTimeout(waiting)
      asked.abort()
    }
  }, [facilityId, typed, isWanted])

  return { patients, state, message }
}
